/* The action panel: the free number and what its button says, forms sent once, and the keys.

   Everything works by links and forms; this only makes it quicker. Keys are off while something is typed. */

const panel = () => document.getElementById("action");
const all = (selector) => [...(panel()?.querySelectorAll(selector) ?? [])];
const shown = (element) => element.getClientRects().length > 0;

/* ---------- a free number ---------- */

function says(field) {
  const form = field.form;
  if (!form || !field.dataset.pattern) return;
  const text = field.dataset.pattern.replace("#", field.value || "…");
  means(form, field);
  const inside = [...form.querySelectorAll("[data-says]")];
  const outside = [...document.querySelectorAll(`[data-says][form="${form.id}"]`)];
  for (const button of [...inside, ...outside]) {
    const key = button.querySelector("kbd");
    button.replaceChildren(text, ...(key ? [" ", key] : []));
  }
}

/* What the number would mean: sums that depend on it, and the button of a number often chosen. */
function means(form, field) {
  const sound = field.value !== "" && field.checkValidity();
  for (const place of form.querySelectorAll("[data-number]")) place.textContent = field.value || "…";
  for (const sum of form.querySelectorAll("[data-per]")) {
    const amount = Number(sum.dataset.base) + Number(sum.dataset.per) * Number(field.value);
    sum.textContent = sound ? String(amount).replace(/\B(?=(\d{3})+$)/g, "\u202f") : "…";
  }
  for (const end of form.querySelectorAll("[data-upto]"))
    end.hidden = sound && end.querySelector("[data-per]").textContent === end.parentElement.querySelector("[data-per]").textContent;
  for (const button of form.querySelectorAll("[data-set]")) {
    const on = button.dataset.set === field.value;
    button.classList.toggle("on", on);
    button.setAttribute("aria-pressed", String(on));
  }
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("input[data-pattern]")) says(event.target);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-step], [data-set]");
  if (!button) return;
  const field = (button.form ?? button.parentElement).querySelector("input[type=number]");
  if (button.dataset.set) field.value = button.dataset.set;
  else if (Number(button.dataset.step) > 0) field.stepUp();
  else field.stepDown();
  says(field);
});

/* ---------- sending ---------- */

const fresh = () => (globalThis.crypto?.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`);

function named(form) {
  const key = form.querySelector("input[name=key]");
  if (key && !key.value) key.value = fresh();
}

document.addEventListener("submit", (event) => {
  if (event.target.matches?.("form[data-play], #tileform")) named(event.target);
}, true);

document.addEventListener("htmx:configRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches?.("form[data-play], #tileform")) return;
  named(form);
  if ("key" in event.detail.parameters) event.detail.parameters.key = form.querySelector("input[name=key]").value;
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches?.("form[data-play], #tileform")) return;
  if (form.classList.contains("sending")) event.preventDefault();
  else form.classList.add("sending");
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  form.classList?.remove("sending");
  const key = form.querySelector?.("input[name=key]");
  if (key) key.value = "";
});

/* ---------- picking keeps the place ---------- */

/* What is picked in the panel leads on in it, unless the reader is somewhere else by now. */
document.addEventListener("htmx:afterSettle", (event) => {
  const asker = event.detail.requestConfig?.elt;
  if (event.target.id !== "part-panel" || !asker?.matches("[data-pick], [data-clear]") || !asker.closest("#action")) return;
  if (document.activeElement !== document.body && !panel().contains(document.activeElement)) return;
  const next = all("[data-main], input[type=number], [data-choice]").find(shown);
  next?.focus({ preventScroll: true });
});

/* ---------- a chart that folds ---------- */

const UNFOLDED = "stellwerk.unfolded";

function keepUnfolded() {
  const box = document.querySelector(".unfold input");
  try { if (box) box.checked = localStorage.getItem(UNFOLDED) === "yes"; } catch { /* private mode: folded */ }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches?.(".unfold input")) return;
  try { localStorage.setItem(UNFOLDED, event.target.checked ? "yes" : "no"); } catch { /* only for now */ }
});
document.addEventListener("htmx:afterSettle", keepUnfolded);
keepUnfolded();

/* ---------- boxes that swipe ---------- */

/* A row of boxes that is wider than its place opens where a bid is possible, or at what is picked. */
function openBoxes() {
  for (const line of document.querySelectorAll(".bid-line")) {
    const first = line.querySelector(".on") ?? line.querySelector("a");
    if (first && line.scrollWidth > line.clientWidth) line.scrollLeft = first.offsetLeft - line.offsetLeft - 64;
  }
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "part-shares") openBoxes();
});
openBoxes();

/* ---------- keys ---------- */

const typing = (element) =>
  element?.matches?.("input:not([type=radio], [type=checkbox], [type=submit], [type=button]), textarea, select, [contenteditable=true]");
const acts = (element) => element?.matches?.("a[href], button, summary, [role=option], [role=button], input");

function choose(number) {
  const radios = [...document.querySelectorAll("#tileform input[type=radio]")];
  const choices = radios.length ? radios : all("[data-choice]").filter(shown);
  const choice = choices[number - 1];
  if (choice?.closest(".income-choice")) choice.focus(); // what is done with an income is confirmed by Enter
  else choice?.click();
}

function confirm() {
  const main = all("[data-main], #tileform button[type=submit]")[0];
  if (main) main.form.requestSubmit(main);
  return Boolean(main);
}

function go(id) {
  const place = document.getElementById(id);
  if (!place) return;
  place.scrollIntoView({ block: "start" });
  const inside = place.matches("[tabindex]") ? place : place.querySelector("[tabindex], a[href], button");
  inside?.focus({ preventScroll: true });
}

/* A stepper whose steps are links: arrows, + and - take a step while the focus is in it. */
const STEPS = { ArrowUp: "+", ArrowRight: "+", "+": "+", ArrowDown: "-", ArrowLeft: "-", "-": "-" };

function steps(event) {
  const stepper = STEPS[event.key] && event.target.closest?.(".stepper");
  if (!stepper) return false;
  stepper.querySelector(`[data-step-to="${STEPS[event.key]}"]`)?.click();
  return true;
}

const PLACES = { b: "s-board", s: "s-chart", c: "s-co", l: "s-log", n: "s-notes" };

function pressed(event) {
  const key = event.key;
  if (steps(event)) return true;
  if (/^[1-9]$/.test(key)) choose(Number(key));
  else if (key === "Enter") return !acts(event.target) && confirm();
  else if (key === "Escape") all("[data-clear]")[0]?.click();
  else if (key === "p" || key === "P") all("[data-pass]")[0]?.click();
  else if (key === "v" || key === "V") all("[data-veto]")[0]?.click();
  else if (key === "?") document.getElementById("keys")?.showModal();
  else if (PLACES[key]) go(PLACES[key]);
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  if (typing(event.target) && event.key !== "Escape") return;
  if (pressed(event)) event.preventDefault();
});

/* A page without these keys in use: a link or button anywhere may ask to be opened by showing the keys. */
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-keys]")) document.getElementById("keys")?.showModal();
});
