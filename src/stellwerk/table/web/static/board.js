// The board of the table page: pan and zoom, picking hexes by pointer and keyboard, trying and turning tiles.
// The server says what may be done; every pick asks it. Parts of the page are exchanged under our feet, so nothing here
// holds on to an element: `stage()` looks for the board anew, `wake()` runs whenever a new one is in the page.

const LIST = "svg.board[role=listbox]";
const KEPT = "stellwerk.show";
const SIGHT = "stellwerk.view";
const HIDDEN = { runs: "no-runs", new: "no-new", names: "no-names", route: "no-route" };
const SHOWN = { coords: "show-coords", numbers: "show-numbers" };
const STEPS = {
  pointy: { ArrowLeft: [[0, -2]], ArrowRight: [[0, 2]], ArrowUp: [[-1, 1], [-1, -1]], ArrowDown: [[1, 1], [1, -1]] },
  flat: { ArrowUp: [[-2, 0]], ArrowDown: [[2, 0]], ArrowLeft: [[-1, -1], [1, -1]], ArrowRight: [[-1, 1], [1, 1]] },
};

let view = null; // the part of the board in sight, kept over swaps
let homeBox = ""; // the view box the server sends: another one is another board
let cursor = ""; // the hex the keyboard stands on
let lastSelected = "";
let moved = 0;
let lean = 0;

const board = () => document.querySelector(LIST);
const base = () => board()?.dataset.address ?? location.pathname;
const hexNamed = (name) => (name ? document.getElementById(`hex-${name}`) : null);
const clamp = (n, low, high) => Math.min(Math.max(n, low), high);
const boxOf = (text) => text.split(" ").map(Number);

function announce(text) {
  const line = document.getElementById("say");
  if (line) line.textContent = text;
}

// ---- pan and zoom

let keeping = 0;

function show() {
  board()?.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
  clearTimeout(keeping);
  keeping = setTimeout(keepSight, 300);
}

function keepSight() {
  try { sessionStorage.setItem(SIGHT, JSON.stringify([base(), homeBox, view])); } catch { /* not kept then */ }
}

function keptSight() {
  try {
    const [where, home, kept] = JSON.parse(sessionStorage.getItem(SIGHT) ?? "[]");
    return where === base() && home === homeBox && kept.every(Number.isFinite) ? kept : null;
  } catch { return null; }
}

function zoom(factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  const home = boxOf(homeBox);
  const width = clamp(view[2] * factor, home[2] / 8, home[2] * 1.15);
  const f = width / view[2];
  view = [x - (x - view[0]) * f, y - (y - view[1]) * f, width, view[3] * f];
  keepNear();
  show();
}

function keepNear() {
  const home = boxOf(homeBox);
  view[0] = clamp(view[0], home[0] - view[2] / 2, home[0] + home[2] - view[2] / 2);
  view[1] = clamp(view[1], home[1] - view[3] / 2, home[1] + home[3] - view[3] / 2);
}

function fit() {
  view = boxOf(homeBox);
  show();
}

function middle(hex) {
  const m = hex.transform.baseVal.consolidate().matrix;
  return [m.e, m.f];
}

function centreOn(hex, across) {
  const svg = board(), [x, y] = middle(hex), size = svg.getBoundingClientRect();
  const width = across * 104, height = size.width ? (width * size.height) / size.width : width;
  view = [x - width / 2, y - height / 2, width, height];
  show();
}

function inSight(hex) {
  const [x, y] = middle(hex);
  return x > view[0] + 40 && x < view[0] + view[2] - 40 && y > view[1] + 40 && y < view[1] + view[3] - 40;
}

function reveal(hex) {
  if (!hex || inSight(hex)) return;
  const [x, y] = middle(hex);
  view = [x - view[2] / 2, y - view[3] / 2, view[2], view[3]];
  keepNear();
  show();
}

function toBoard(event) {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  return [p.x, p.y];
}

const fingers = new Map();

function down(event) {
  if (!event.target.closest?.(LIST)) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) moved = 0;
}

function move(event) {
  const old = fingers.get(event.pointerId), svg = board();
  if (!old || !svg) return;
  const scale = 1 / svg.getScreenCTM().a;
  if (fingers.size === 1) {
    moved += Math.hypot(event.clientX - old[0], event.clientY - old[1]);
    if (moved > 6) {
      svg.classList.add("drag");
      view[0] -= (event.clientX - old[0]) * scale;
      view[1] -= (event.clientY - old[1]) * scale;
      keepNear();
      show();
    }
  } else {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
    const after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    if (before && after) zoom(before / after, ...toBoard(event));
    moved = 99;
  }
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
}

function up(event) {
  fingers.delete(event.pointerId);
  if (!fingers.size) board()?.classList.remove("drag");
}

function wheel(event) {
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...toBoard(event));
}

// ---- hexes

function point(hex, aloud = true) {
  hexNamed(cursor)?.classList.remove("cursor");
  cursor = hex.dataset.hex;
  hex.classList.add("cursor");
  board().setAttribute("aria-activedescendant", hex.id);
  reveal(hex);
  if (aloud) announce(hex.getAttribute("aria-label"));
}

function parts(query) {
  return window.htmx.ajax("GET", `${base()}/parts?${query}`, { swap: "none", target: document.body });
}

function choose(hex) {
  hexNamed(cursor)?.classList.remove("cursor");
  cursor = hex.dataset.hex;
  if (hex.classList.contains("legal")) {
    if (hex.classList.contains("selected")) return radios().length ? turn(1) : undefined;
    return parts(`only=panel,board&pick=${encodeURIComponent(hex.dataset.pick)}`);
  }
  announce(hex.getAttribute("aria-label"));
  for (const other of document.querySelectorAll(".hex.look")) other.classList.remove("look", "cursor");
  hex.classList.add("look", "cursor");
  return window.htmx.ajax("GET", `${base()}/hexes/${hex.dataset.hex}`, { target: "#hexinfo", swap: "innerHTML" });
}

function chooseCity(id) {
  // A button that plays is only brought into focus: the board picks, the panel confirms.
  const place = document.querySelector(`[data-city="${id}"]`);
  if (place?.matches("button[type=submit]")) place.focus();
  else place?.click();
}

function closeInfo() {
  const box = document.getElementById("hexinfo");
  if (!box?.firstElementChild) return false;
  if (box.contains(document.activeElement)) board()?.focus({ preventScroll: true });
  box.replaceChildren();
  for (const hex of document.querySelectorAll(".hex.look")) hex.classList.remove("look", "cursor");
  return true;
}

function arrow(event) {
  const svg = board(), steps = STEPS[svg.closest("[data-layout]")?.dataset.layout] ?? STEPS.pointy;
  if (!steps[event.key]) return false;
  const from = hexNamed(cursor) ?? svg.querySelector(".hex.selected, .hex.legal") ?? svg.querySelector(".hex");
  if (!hexNamed(cursor)) return point(from), true;
  const [, letters, column] = /^([A-Z]+)(-?\d+)$/.exec(from.dataset.hex);
  const tries = steps[event.key].length > 1 && lean++ % 2 ? [...steps[event.key]].reverse() : steps[event.key];
  for (const [row, right] of tries) {
    const next = hexNamed(letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + row) + (Number(column) + right));
    if (next) return point(next), true;
  }
  return true;
}

function nextLegal(step) {
  const legal = [...document.querySelectorAll(`${LIST} .hex.legal`)];
  if (!legal.length) return;
  const at = legal.findIndex((hex) => hex.dataset.hex === cursor);
  point(legal[(at + step + legal.length) % legal.length]);
}

function enter() {
  const hex = hexNamed(cursor);
  if (!hex) return;
  const confirm = document.querySelector("#tileform [type=submit]");
  if (hex.classList.contains("selected") && confirm) confirm.focus();
  else choose(hex);
}

function onBoardKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrow(event)) event.preventDefault();
  else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); enter(); }
  else if (event.key === "]") nextLegal(1);
  else if (event.key === "[") nextLegal(-1);
}

// ---- tiles: choose and turn; picture, runs and figures follow

const radios = () => [...document.querySelectorAll("#tileform input[name=action][data-key]")];
const chosen = () => radios().find((radio) => radio.checked);

function fill(name, text, tone) {
  for (const place of document.querySelectorAll(`[data-fit=${name}]`)) {
    place.textContent = text;
    if (tone !== undefined) place.className = tone;
  }
}

function warn(text) {
  for (const note of document.querySelectorAll("[data-fit-warning]")) {
    note.hidden = !text;
    note.querySelector("p").textContent = text ?? "";
  }
  for (const button of document.querySelectorAll("#tileform button[type=submit]")) {
    button.classList.toggle("primary", !text);
    button.classList.toggle("danger", Boolean(text));
    button.classList.toggle("solid", Boolean(text));
  }
}

function preview() {
  const radio = chosen();
  if (!radio) return;
  const { key, tile, gain } = radio.dataset;
  for (const other of radios())
    if (other.dataset.tile === tile) other.closest(".tile-choice").classList.toggle("other-turn", other !== radio);
  for (const drawn of document.querySelectorAll("[data-for]"))
    drawn.classList.toggle("not-shown", !drawn.dataset.for.split(" ").includes(key));
  fill("label", radio.dataset.label);
  warn(radio.dataset.warning);
  fill("turn", radio.dataset.turnText);
  fill("cost", radio.dataset.cost);
  for (const clause of document.querySelectorAll("[data-fit-clause]")) clause.hidden = radio.dataset.paid === "0";
  fill("run", radio.dataset.run);
  fill("gain", gain, gain.startsWith("-") ? "down" : "up");
}

function turn(step) {
  const radio = chosen();
  if (!radio) return;
  const all = radios().filter((other) => other.dataset.tile === radio.dataset.tile);
  const next = all[(all.indexOf(radio) + step + all.length) % all.length];
  const focused = document.activeElement === radio;
  next.checked = true;
  preview();
  if (focused) next.focus();
  announce(next.dataset.turnText);
}

function nthTile(n) {
  const shown = radios().filter((radio) => !radio.closest(".tile-choice").classList.contains("other-turn"));
  if (!shown[n]) return false;
  shown[n].checked = true;
  shown[n].focus();
  preview();
  return true;
}

// ---- switches

function switches() {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}"); } catch { kept = {}; }
  return kept;
}

function applySwitches() {
  const kept = switches(), stage = document.querySelector(".stage");
  for (const box of document.querySelectorAll("[data-show]")) {
    const name = box.dataset.show;
    if (name in kept) box.checked = kept[name];
    if (HIDDEN[name]) stage?.classList.toggle(HIDDEN[name], !box.checked);
    if (SHOWN[name]) stage?.classList.toggle(SHOWN[name], box.checked);
  }
}

function switched(box) {
  const kept = { ...switches(), [box.dataset.show]: box.checked };
  try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* private mode: only for now */ }
  applySwitches();
}

// ---- two networks: T lets the one stand out, the other, both, and again what the turn says

const NETWORKS = ["kind-tram", "kind-s", "show-both"];
let network = -1; // none: as the server says

function nextNetwork() {
  if (!board()?.dataset.networks) return;
  network = network + 1 < NETWORKS.length ? network + 1 : -1;
  showNetwork();
  announce(board().dataset.networks.split("|")[network + 1]);
}

function showNetwork() {
  const svg = board();
  svg.classList.remove(...NETWORKS);
  const name = network < 0 ? svg.dataset.kind : NETWORKS[network];
  if (name) svg.classList.add(name);
}

// ---- the tile list in a dialog

function openTileList(link) {
  const dialog = document.createElement("dialog"), close = document.createElement("button"), list = document.createElement("div");
  dialog.className = "tile-sheet";
  dialog.setAttribute("aria-label", link.textContent.trim());
  Object.assign(close, { type: "button", className: "button", textContent: link.dataset.closeLabel });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(close, list);
  document.body.append(dialog);
  window.htmx.ajax("GET", link.getAttribute("href"), { target: list, swap: "innerHTML" });
  dialog.showModal();
}

// ---- a new board is in the page

function wake() {
  const svg = board();
  if (!svg || svg.dataset.awake) return;
  svg.dataset.awake = "yes";
  const box = svg.getAttribute("viewBox"), selected = hexNamed(svg.dataset.selected);
  svg.addEventListener("wheel", wheel, { passive: false });
  for (const hex of svg.querySelectorAll("a.hex")) hex.setAttribute("tabindex", "-1");
  const small = svg.clientWidth < 600, now = selected?.dataset.hex ?? "";
  if (box !== homeBox) {
    homeBox = box;
    view = keptSight() ?? boxOf(box);
    const first = selected ?? svg.querySelector(".hex.legal");
    if (small && first) centreOn(first, 4.2);
    else if (selected) reveal(selected);
  } else if (selected && now !== lastSelected) {
    if (small && view[2] > boxOf(homeBox)[2] * 0.6) centreOn(selected, 4.2);
    else reveal(selected);
  }
  lastSelected = now;
  if (now) cursor = now;
  if (network >= 0 && svg.dataset.networks) showNetwork();
  show();
  applySwitches();
  const here = hexNamed(cursor);
  if (here) svg.setAttribute("aria-activedescendant", here.id);
}

function wakeAll() {
  wake();
  if (radios().length) preview();
}

function showCursor() {
  const here = hexNamed(cursor);
  if (here && !here.classList.contains("selected")) here.classList.add("cursor");
}

// ---- everything that happens

document.addEventListener("pointerdown", down);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", up);
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(LIST)) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const target = event.target;
  if (!(target instanceof Element)) return;
  const zoomer = target.closest("[data-zoom]"), turner = target.closest("button[data-turn]"), city = target.closest("[data-choose]");
  const hex = target.closest(`${LIST} a.hex`);
  if (zoomer) ({ in: () => zoom(1 / 1.4), out: () => zoom(1.4), fit })[zoomer.dataset.zoom]();
  else if (turner) turn(Number(turner.dataset.turn));
  else if (city) chooseCity(city.dataset.choose);
  else if (target.closest("[data-tilelist]") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    openTileList(target.closest("[data-tilelist]"));
  } else if (target.closest("[data-close=hex]")) { event.preventDefault(); closeInfo(); }
  else if (hex && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    board().focus({ preventScroll: true });
    if (moved <= 6) choose(hex);
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-show]")) switched(event.target);
  else if (event.target.matches?.("#tileform input[name=action]")) preview();
  else if (event.target.matches?.("[data-city]"))
    for (const ring of document.querySelectorAll("[data-choose]"))
      ring.classList.toggle("on", ring.dataset.choose === event.target.dataset.city);
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  if (event.target.closest(LIST)) onBoardKey(event);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog")) return;
  if (!board()) return;
  if (event.key === "r" || event.key === "R") turn(event.shiftKey ? -1 : 1);
  else if (event.key === "+" || event.key === "=") zoom(1 / 1.25);
  else if (event.key === "-") zoom(1.25);
  else if (event.key === "0") fit();
  else if (event.key === "t" || event.key === "T") nextNetwork();
  else if (/^[1-9]$/.test(event.key) && radios().length) { if (nthTile(Number(event.key) - 1)) event.preventDefault(); }
  else if (event.key === "Escape" && closeInfo()) event.preventDefault();
});

document.addEventListener("focusin", (event) => { if (event.target === board()) showCursor(); });
document.addEventListener("htmx:oobAfterSwap", wakeAll);
wakeAll();
