// The lobby, setting up a table, the waiting room: the start button's words, news, copying a link.

document.documentElement.classList.add("scripted");

// Play now: only numbers of players the title allows, and a button that names what it starts.

function nameTheStart() {
  const form = document.getElementById("playnow");
  if (!form) return;
  const picked = form.querySelector('input[name="title"]:checked');
  if (!picked) return;
  const counts = picked.dataset.counts.split(" ");
  for (const radio of form.querySelectorAll('input[name="players"]')) {
    const fits = counts.includes(radio.value);
    radio.disabled = !fits;
    radio.parentElement.classList.toggle("off", !fits);
    if (!fits && radio.checked) form.querySelector(`input[name="players"][value="${counts[0]}"]`).checked = true;
  }
  const players = form.querySelector('input[name="players"]:checked')?.value ?? counts[0];
  const button = form.querySelector("button[data-many]");
  const bots = Number(players) - 1;
  if (button) {
    const words = bots === 1 ? button.dataset.one : button.dataset.many;
    button.textContent = words.replace("{title}", picked.value).replace("{n}", String(bots));
  }
  const setup = document.getElementById("to-setup");
  setup.href = `/tables/new?${new URLSearchParams({ title: picked.value, players })}`;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#playnow")) nameTheStart();
});
window.addEventListener("pageshow", nameTheStart);
nameTheStart();

// Setting up: a choice shows at once what it means. Typing does not, so that a button under the pointer stays there.

document.addEventListener("change", (event) => {
  const form = event.target.closest("#setup");
  if (form && event.target.matches('select, [type="radio"], [type="checkbox"]')) window.htmx?.trigger(form, "wish");
});

// The list of games is looked at again while somebody looks at it.

setInterval(() => {
  const games = document.getElementById("mine");
  if (games && document.visibilityState === "visible" && !games.contains(document.activeElement)) {
    window.htmx?.trigger(games, "look");
  }
}, 10_000);

// The waiting room shows who sits down and when the game begins, but does not take away what somebody types.

async function watch(room) {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(room.dataset.watch, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.json();
  if (now.version === room.dataset.version) return;
  const typing = document.activeElement?.matches("input.text") && document.activeElement.value !== document.activeElement.defaultValue;
  if (now.state === "waiting" && typing) return;
  document.dispatchEvent(new Event("stellwerk:anew"));
  window.location.reload();
}

setInterval(() => {
  const room = document.querySelector("[data-watch]");
  if (room) watch(room);
}, 2_000);

// Copying a link.

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
});
