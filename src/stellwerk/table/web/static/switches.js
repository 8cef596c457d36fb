/* Switches of the page that this browser remembers: each gives the table a class while it is off.

   Without this script everything is shown. */

const KEPT = "stellwerk-switches";
const SWITCHES = ["hide-if-over"]; // classes of the table

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "{}"); } catch { return {}; }
}

function apply() {
  const off = kept(), table = document.getElementById("table");
  for (const box of document.querySelectorAll("input[data-keep]")) {
    if (!SWITCHES.includes(box.dataset.keep)) continue;
    box.checked = !off[box.dataset.keep];
    table?.classList.toggle(box.dataset.keep, !box.checked);
  }
}

document.addEventListener("change", (event) => {
  const name = event.target.dataset?.keep;
  if (!SWITCHES.includes(name)) return;
  try { localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: !event.target.checked })); } catch { /* private mode */ }
  document.getElementById("table")?.classList.toggle(name, !event.target.checked);
});

document.addEventListener("htmx:afterSettle", apply);
apply();
