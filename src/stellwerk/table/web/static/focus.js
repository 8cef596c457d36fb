/* The keyboard's focus is never lost, on any page.

   What has the focus may go from under the reader's hands: its part of the page is exchanged, it is hidden or switched
   off. Then the same thing in what came instead gets the focus, else the nearest place around it that can have it, else
   the action panel. Whoever has moved on, or has put the focus down with the mouse, is left alone. */

const SEAT = "a, button, input, select, textarea, summary, label, [tabindex]";
const KEPT = "stellwerk.focus";

const byId = (id) => document.getElementById(id);
const seen = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;

let held = null; // what has the focus, or had it, by marks that survive an exchange

/* ---------- by what a thing is known again ---------- */

function keyOf(element) {
  if (element.id) return `${element.localName}#${element.id}`;
  const asked = element.form?.querySelector("[name=action]")?.value;
  const choice = element.matches("[type=radio], [type=checkbox]") ? element.value : "";
  const plays = asked !== undefined && element.type === "submit"; // its words may change with a number
  const does = element.dataset.pick ?? asked ?? element.getAttribute("href");
  return JSON.stringify([element.localName, element.name, choice, does, element.dataset.pick || plays ? "" : words(element)]);
}

function words(element) {
  if (!element.matches("a, button, summary, input")) return "";
  return (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent).trim();
}

function hold(element) {
  const around = [];
  for (let here = element; here; here = here.matches(".part") ? null : here.parentElement) {
    if (here.id) around.push(here.id);
  }
  held = { tag: element.localName, key: keyOf(element), around };
}

/* ---------- where the focus goes when it is lost ---------- */

function lost() {
  const here = document.activeElement;
  return !here || here === document.body || here.matches(":disabled") || !seen(here);
}

function* seats({ tag, key, around }) {
  const places = around.map(byId).filter(Boolean); // the nearest first
  for (const place of places) {
    for (const one of [place, ...place.querySelectorAll(tag)]) {
      if (keyOf(one) === key) yield* [one, one.closest("details:not([open])")?.querySelector("summary")];
    }
  }
  yield* places;
  yield byId("action");
  const main = document.querySelector("main");
  if (main) main.tabIndex = -1;
  yield main;
}

function keep() {
  if (!held || !lost()) return;
  for (const seat of seats(held)) {
    seat?.focus({ preventScroll: true }); // nothing happens where it cannot be
    if (!lost()) return;
  }
}

/* ---------- what is listened to ---------- */

document.addEventListener("focusin", (event) => {
  if (!event.target.closest("dialog")) hold(event.target); // when a dialog closes, what was under it counts
});

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.(SEAT)) held = null; // put down by hand
});

new MutationObserver(keep).observe(document.body, {
  subtree: true, childList: true, attributes: true, attributeFilter: ["class", "hidden", "disabled", "open"],
});

/* A page that loads itself anew goes on where it was. */
document.addEventListener("stellwerk:anew", () => sessionStorage.setItem(KEPT, JSON.stringify([location.href, held])));

const [where, kept] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
sessionStorage.removeItem(KEPT);
if (kept && where === location.href) {
  held = kept;
  keep();
}
