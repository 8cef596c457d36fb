/* Time travel, the tabs of the log, and the keys of undo and what-if.

   An old position is fetched in parts and put into the page; the address follows, so that it can be copied and the
   browser's back button works. Without this script the same links load whole pages. */

const byId = (id) => document.getElementById(id);
const main = () => byId("table");

/* ---------- the line of positions ---------- */

function stops() {
  const text = document.querySelector(".history")?.dataset.stops ?? "";
  return text.split(",").filter(Boolean).flatMap((run) => {
    const [first, last] = run.split("-").map(Number);
    return Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index);
  });
}

const where = () => Number(document.querySelector(".history")?.dataset.index ?? 0);
const tableAddress = () => document.querySelector(".history")?.dataset.table;

function addressOf(index, all = stops()) {
  return index >= all.length - 1 ? tableAddress() : `${tableAddress()}/at/${all[Math.max(0, index)]}`;
}

/* ---------- going there ---------- */

let going = null;
let here = location.pathname; // the position in the page

async function travel(address, { push = true, header = true } = {}) {
  going?.abort();
  going = new AbortController();
  const parts = [...document.querySelectorAll(".part")].map((part) => part.id.slice(5)).filter((name) => header || name !== "header");
  try {
    const answer = await fetch(`${address}/parts?only=${parts.join(",")}`, { headers: { "HX-Request": "true" }, signal: going.signal });
    if (!answer.ok) { location.href = address; return; }
    put(await answer.text(), address, answer.headers.get("X-Stellwerk-At"));
    if (push && location.pathname !== address) { history.pushState({ travel: true }, "", address); }
  } catch (error) {
    if (error.name !== "AbortError") { location.href = address; }
  }
}

function put(html, address, number) {
  const open = [...document.querySelectorAll("header.bar details[open]")].map((one) => one.id); // stays so over the swap
  const old = /\/at\/\d+$/.test(address);
  main().classList.toggle("old", old);
  main().classList.toggle("live", !old);
  main().dataset.at = number ?? main().dataset.at;
  here = address;
  window.htmx.swap(main(), html, { swapStyle: "none" });
  for (const id of open) { if (byId(id)) { byId(id).open = true; } }
  if (open.includes("scrub")) { drawMarks(); }
}

function step(by) {
  const all = stops();
  if (!all.length) { return; }
  const index = Math.min(all.length - 1, Math.max(0, where() + by));
  if (index !== where()) { travel(addressOf(index, all)); }
}

/* ---------- rounds ---------- */

let rounds = null;

async function roundsOf() {
  if (!rounds || rounds.count !== stops().length) {
    const answer = await fetch(`${tableAddress()}/rounds.json`);
    rounds = { count: stops().length, marks: answer.ok ? (await answer.json()).rounds : [] };
  }
  return rounds.marks;
}

async function stepRound(by) {
  const all = stops();
  const marks = (await roundsOf()).map((mark) => all.indexOf(mark.number)).filter((index) => index >= 0);
  const here = where();
  const target = by < 0 ? marks.filter((index) => index < here).pop() ?? 0 : marks.find((index) => index > here) ?? all.length - 1;
  if (target !== here) { travel(addressOf(target, all)); }
}

async function drawMarks() {
  const all = stops();
  const marks = await roundsOf();
  const place = byId("scrub-marks");
  if (!place || all.length < 2) { return; }
  place.replaceChildren(...marks.filter((mark) => all.includes(mark.number)).map((mark) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const x = 1000 * all.indexOf(mark.number) / (all.length - 1);
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 2, y2: 14 })) { line.setAttribute(name, value); }
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = mark.name;
    line.append(title);
    return line;
  }));
}

/* ---------- the scrubber ---------- */

document.addEventListener("input", (event) => {
  if (event.target.id !== "scrub-range") { return; }
  const all = stops();
  const index = Number(event.target.value);
  byId("scrub-number").textContent = String(all[index]);
  event.target.setAttribute("aria-valuetext", String(all[index]));
  document.querySelector(".history").dataset.index = String(index);
  clearTimeout(travel.timer);
  travel.timer = setTimeout(() => travel(addressOf(index, all), { push: false, header: false }), 60);
});

document.addEventListener("change", (event) => {
  if (event.target.id === "scrub-range") {
    clearTimeout(travel.timer);
    travel(addressOf(Number(event.target.value)));
  } else if (event.target.id === "flt" && byId("log-lines")) {
    talk.only = event.target.value;
    applyFilter();
  }
});

document.addEventListener("toggle", (event) => {
  if (event.target.id === "scrub" && event.target.open) { drawMarks(); }
  if (event.target.open && ["scrub", "menu"].includes(event.target.id)) {
    for (const id of ["scrub", "menu"]) { if (id !== event.target.id && byId(id)) { byId(id).open = false; } }
  }
}, true);

document.addEventListener("click", (event) => {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target.closest("a[data-travel]");
  if (link && plain && main()?.dataset.base.startsWith("/tables/")) {
    event.preventDefault();
    travel(new URL(link.href).pathname);
    return;
  }
  const tab = event.target.closest("a[data-tab]");
  if (tab && plain && byId("log-lines")) {
    event.preventDefault();
    talk.tab = tab.dataset.tab;
    applyTab();
    return;
  }
  const round = event.target.closest("[data-round]");
  if (round) { stepRound(Number(round.dataset.round)); return; }
  if (event.target.matches("[data-copy]")) {
    event.target.value = new URL(event.target.value, location.href).href;
    event.target.select();
    navigator.clipboard?.writeText(event.target.value).catch(() => {});
    return;
  }
  for (const id of ["scrub", "menu"]) { if (byId(id)?.open && !event.target.closest(`#${id}`)) { byId(id).open = false; } }
});

window.addEventListener("popstate", () => {
  if (location.pathname === here) { return; } // another place in the same page
  if (/^\/tables\/\d+(\/at\/\d+)?$/.test(location.pathname) && main()) { travel(location.pathname, { push: false }); } else { location.reload(); }
});

/* ---------- log, chat, notes ---------- */

const talk = {
  get tab() { return sessionStorage.getItem("tab") ?? "log"; },
  set tab(name) { sessionStorage.setItem("tab", name); },
  get only() { return sessionStorage.getItem("only") ?? ""; },
  set only(kind) { sessionStorage.setItem("only", kind); },
};

function applyTab() {
  const panels = [...document.querySelectorAll("#part-log [data-panel]")];
  const name = panels.some((panel) => panel.dataset.panel === talk.tab) ? talk.tab : "log";
  for (const panel of panels) { panel.hidden = panel.dataset.panel !== name; }
  for (const tab of document.querySelectorAll("#part-log [data-tab]")) {
    if (tab.dataset.tab === name) { tab.setAttribute("aria-current", "true"); } else { tab.removeAttribute("aria-current"); }
  }
  if (byId("log-filter")) { byId("log-filter").hidden = name !== "log"; }
  const lines = byId("chat-lines");
  if (name === "chat" && lines) { lines.scrollTop = lines.scrollHeight; }
}

function applyFilter() {
  const kind = talk.only;
  if (byId("flt")) { byId("flt").value = kind; }
  for (const block of document.querySelectorAll("#log-lines > .log-entry")) { block.hidden = Boolean(kind) && !block.classList.contains(`kind-${kind}`); }
  for (const line of document.querySelectorAll("#log-lines > .log-entry li")) { line.hidden = Boolean(kind) && !line.classList.contains(`kind-${kind}`); }
}

function applyTimes() {
  for (const time of document.querySelectorAll("#chat-lines time:not([data-own-time])")) {
    const said = new Date(time.dateTime);
    const today = said.toDateString() === new Date().toDateString();
    time.textContent = said.toLocaleString([], today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
    time.dataset.ownTime = "";
  }
}

function applyAll() {
  if (!byId("s-log")) { return; }
  applyTab();
  applyFilter();
  applyTimes();
}

document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target?.id === "part-log") { applyAll(); } });
document.addEventListener("htmx:afterSettle", applyAll);
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt?.id === "chat-form" && event.detail.successful) { event.detail.elt.reset(); }
});

/* ---------- keys ---------- */

function isTyping(target) {
  return target.closest?.("input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]");
}

const KEYS = {
  ",": () => step(-1), ".": () => step(1), ";": () => stepRound(-1), ":": () => stepRound(1),
  w: () => byId("what-if-form")?.requestSubmit(),
  n: () => { talk.tab = "notes"; applyTab(); byId("note-text")?.focus(); },
  l: () => { talk.tab = "log"; applyTab(); byId("log-lines")?.focus(); },
};

document.addEventListener("keydown", (event) => {
  if (!main() || event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open]")) { return; }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    const button = byId(key === "y" || event.shiftKey ? "redo" : "undo");
    if (button && button.getAttribute("aria-disabled") !== "true") { event.preventDefault(); button.click(); }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) { return; }
  if (event.shiftKey && key === "u") { (byId("restart") ?? byId("undo"))?.click(); return; }
  if (event.key === "Escape") { for (const id of ["scrub", "menu"]) { if (byId(id)?.open) { byId(id).open = false; byId(id).querySelector("summary").focus(); } } return; }
  if (key === "End" && event.target.type !== "range" && main().classList.contains("old")) { event.preventDefault(); travel(tableAddress()); return; }
  const does = KEYS[key];
  if (does && !(event.shiftKey && /^[a-z]$/.test(key))) { event.preventDefault(); does(); }
}, true);

applyAll();
