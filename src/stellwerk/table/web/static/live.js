/* Live news of the table: listens to its events and fetches the parts of the page anew.

   A burst of moves makes few refreshes; what is typed, scrolled, open or picked stays. When the connection is lost a
   bar says so, counts down and comes back; the event id says where to go on, so nothing is missed. */

const GAP = 250; // milliseconds between two refreshes
const HIDDEN_GAP = 2000; // the same while nobody looks
const WAITS = [1, 2, 4, 8, 15, 30]; // seconds until the next try
const MARK = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1a2125"/><circle cx="16" cy="16" r="10" fill="#ffc93c"/></svg>');

const byId = (id) => document.getElementById(id);
const fill = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);

/* ---------- what the page shows now ---------- */

const page = {
  get main() { return byId("table"); },
  get now() { return byId("now"); },
  get base() { return this.main.dataset.base; },
  get here() { return this.isLive ? this.base : `${this.base}/at/${this.main.dataset.at}`; },
  get at() { return Number(this.now?.dataset.at ?? this.main.dataset.at); },
  get isLive() { return this.main.classList.contains("live"); },
  get isMine() { return this.now?.dataset.mine === "yes"; },
};

/* ---------- keeping what the reader does over a swap ---------- */

function pathOf(element) {
  const steps = [];
  let here = element;
  while (here && !here.classList.contains("part")) {
    if (here.id) { return "#" + CSS.escape(here.id) + steps.join(""); }
    const index = [...here.parentElement.children].indexOf(here) + 1;
    steps.unshift(` > ${here.localName}:nth-child(${index})`);
    here = here.parentElement;
  }
  return here ? "#" + CSS.escape(here.id) + steps.join("") : null;
}

function isChanged(field) {
  if (field.type === "hidden" || field.type === "submit") { return false; }
  if (field.type === "checkbox" || field.type === "radio") { return field.checked !== field.defaultChecked; }
  if (field.localName === "select") { return [...field.options].some((option) => option.selected !== option.defaultSelected); }
  return field.value !== field.defaultValue;
}

const asked = (element) => element.form?.querySelector('[name="action"]')?.value ?? "";

function sameField(old) {
  const found = document.querySelector(old.path);
  return found && found.localName === old.tag && (found.name ?? "") === old.name && asked(found) === old.asked ? found : null;
}

function remember(parts) {
  const within = (selector) => parts.flatMap((part) => [...part.querySelectorAll(selector)]);
  const about = (element) => ({ path: pathOf(element), tag: element.localName, name: element.name ?? "", asked: asked(element) });
  return {
    fields: within("input, textarea, select").filter(isChanged).map((field) => ({
      ...about(field), value: field.value, checked: field.checked, range: [field.selectionStart, field.selectionEnd] })),
    scrolls: within("*").filter((element) => element.scrollTop || element.scrollLeft).map((element) => ({
      path: pathOf(element), top: element.scrollTop, left: element.scrollLeft })),
    open: within("details").map((element) => ({ path: pathOf(element), open: element.open })),
    window: [window.scrollX, window.scrollY],
    me: page.now?.dataset.me,
  };
}

function restore(kept) {
  if (kept.me !== page.now?.dataset.me) { // somebody else at this screen decides now: what was typed was not his
    const own = (old) => document.querySelector(old.path ?? "#none")?.closest("#part-log");
    kept.fields = kept.fields.filter(own);
    kept.open = kept.open.filter(own);
  }
  for (const old of kept.open) {
    const found = old.path && document.querySelector(old.path);
    if (found?.localName === "details") { found.open = old.open; }
  }
  for (const old of kept.fields) {
    const field = old.path && sameField(old);
    if (!field) { continue; }
    if (field.type === "checkbox" || field.type === "radio") { field.checked = old.checked; } else { field.value = old.value; }
    if (old.range[0] != null) { field.setSelectionRange(...old.range); } // numbers have none
    if (field.checked && field.form?.id === "tileform") { field.dispatchEvent(new Event("change", { bubbles: true })); }
  }
  for (const old of kept.scrolls) {
    document.querySelector(old.path)?.scrollTo(old.left, old.top);
  }
  if (window.scrollX !== kept.window[0] || window.scrollY !== kept.window[1]) { window.scrollTo(...kept.window); }
}

/* ---------- refreshing ---------- */

const ALL = "all";
const refresher = { wanted: new Set(), running: false, last: 0, timer: 0, picked: pickIn(location.search) };

function pickIn(query) {
  const asked = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of ["pick", "tile", "turn"]) {
    if (asked.get(name)) { kept.set(name, asked.get(name)); }
  }
  return kept;
}

function refresh(...parts) {
  for (const part of parts.length ? parts : [ALL]) { refresher.wanted.add(part); }
  if (refresher.running || refresher.timer) { return; }
  const gap = document.hidden ? HIDDEN_GAP : GAP;
  refresher.timer = setTimeout(fetchParts, Math.max(0, refresher.last + gap - Date.now()));
}

/* What was heard on the way to the page that is shown now. */
function catchUp() {
  if (page.isLive && connection.number > page.at) { refresh(); }
}

async function fetchParts() {
  refresher.timer = 0;
  refresher.running = true;
  const names = refresher.wanted.has(ALL) ? [] : [...refresher.wanted];
  refresher.wanted.clear();
  const asked = page.isMine ? new URLSearchParams(refresher.picked) : new URLSearchParams();
  if (names.length) { asked.set("only", names.join(",")); }
  const query = asked.toString();
  try {
    await swapIn(page.here + "/parts" + (query ? "?" + query : ""), names);
  } finally {
    refresher.running = false;
    refresher.last = Date.now();
    if (refresher.wanted.size) { refresh(...refresher.wanted); }
  }
}

async function swapIn(address, names) {
  const parts = [...document.querySelectorAll(".part")].filter((part) => !names.length || names.includes(part.id.slice(5)));
  const here = page.here;
  const picked = String(refresher.picked);
  let kept = null;
  const ours = (event) => event.detail.requestConfig?.path === address || event.detail.pathInfo?.requestPath === address;
  const before = (event) => {
    if (!ours(event)) { return; }
    if (page.here !== here) { event.detail.shouldSwap = false; } // gone to another position meanwhile
    if (page.isMine && picked !== String(refresher.picked)) { // picked meanwhile: what comes here would take it away
      event.detail.shouldSwap = false;
      for (const name of names.length ? names : [ALL]) { refresher.wanted.add(name); }
    }
    if (event.detail.shouldSwap) { kept = remember(parts); }
  };
  const after = (event) => {
    if (!kept || !ours(event)) { return; }
    restore(kept);
    kept = null;
  };
  document.addEventListener("htmx:beforeSwap", before);
  document.addEventListener("htmx:afterSwap", after);
  try {
    await window.htmx.ajax("GET", address, { source: page.main, target: page.main, swap: "none" });
  } finally {
    document.removeEventListener("htmx:beforeSwap", before);
    document.removeEventListener("htmx:afterSwap", after);
  }
  noticed();
}

/* Answers may overtake each other: one that is older than what the page shows is not put in. */
function dropOlder(event) {
  const at = event.detail.xhr?.getResponseHeader("X-Stellwerk-At");
  if (at && page.isLive && Number(at) < page.at) { event.detail.shouldSwap = false; }
}

/* ---------- telling ---------- */

const shown = { mine: false, title: document.title, icon: null, fresh: 0, heard: 0 };

function noticed() {
  const now = page.now;
  if (now) {
    page.main.dataset.at = now.dataset.at;
    if (now.dataset.title) { shown.title = now.dataset.title; }
  }
  const mine = page.isMine;
  if (mine && !shown.mine) { speak(byId("spoken")?.dataset.turn ?? ""); }
  shown.mine = mine;
  mark();
}

function mark() {
  const count = shown.fresh ? `(${shown.fresh}) ` : "";
  document.title = (shown.mine ? "● " : "") + count + shown.title;
  const link = document.querySelector('link[rel~="icon"]') ?? document.head.appendChild(Object.assign(document.createElement("link"), { rel: "icon" }));
  shown.icon ??= link.getAttribute("href") ?? "data:,";
  const wanted = shown.mine ? MARK : shown.icon;
  if (link.getAttribute("href") !== wanted) { link.setAttribute("href", wanted); }
}

function speak(text) {
  const region = byId("spoken");
  if (region && text) { region.textContent = text; }
}

function countNew() {
  shown.fresh = Math.max(0, connection.number - Number(page.main.dataset.head ?? connection.first));
  const text = shown.fresh ? fill(byId("spoken")?.dataset.new ?? "{n}", { n: shown.fresh }) : "";
  for (const place of document.querySelectorAll("[data-live-count]")) { place.textContent = text; }
  mark();
}

/* ---------- chat: what was not read yet ---------- */

const chat = {
  key: () => "chat" + page.base,
  get read() { return Number(localStorage.getItem(this.key()) ?? 0); },
  set read(id) { localStorage.setItem(this.key(), String(id)); },
  last: () => Math.max(0, ...[...document.querySelectorAll("#chat-lines [data-chat]")].map((line) => Number(line.dataset.chat) || 0)),
};

function countUnread() {
  const lines = [...document.querySelectorAll("#chat-lines [data-chat]")];
  const open = lines.some((line) => line.getClientRects().length > 0) && !document.hidden;
  if (open) { chat.read = Math.max(chat.read, chat.last()); }
  const unread = lines.filter((line) => Number(line.dataset.chat) > chat.read && line.dataset.own === undefined).length;
  for (const badge of document.querySelectorAll(".unread")) {
    badge.textContent = unread ? String(unread) : "";
    badge.hidden = !unread;
  }
}

/* ---------- the connection ---------- */

const connection = { source: null, id: "", number: 0, first: 0, failures: 0, due: 0, ticking: 0, leaving: false };

function connect() {
  connection.source?.close();
  const table = page.base.match(/^\/tables\/\d+/)[0];
  connection.source = new EventSource(`${table}/events?after=${connection.id}`);
  connection.source.addEventListener("open", opened);
  connection.source.addEventListener("error", lost);
  for (const kind of ["entry", "chat", "table"]) { connection.source.addEventListener(kind, heard); }
}

function opened() {
  clearInterval(connection.ticking);
  connection.ticking = 0;
  byId("offline")?.classList.remove("on");
  if (connection.failures && page.isLive) { refresh(); }
  connection.failures = 0;
}

function heard(event) {
  connection.id = event.lastEventId || connection.id;
  const data = JSON.parse(event.data);
  if (event.type === "entry") {
    connection.number = Math.max(connection.number, data.number);
    if (!page.isLive) { countNew(); } else if (data.number > page.at) { refresh(); }
  } else if (event.type === "chat") {
    if (data.id > chat.read) { speak(fill(byId("spoken")?.dataset.chat ?? "", data)); }
    if (data.id > chat.last()) { refresh("log", ...(page.isLive ? ["panel"] : [])); } // a counter-offer is said
  } else if (page.isLive) {
    refresh("header", "players", "panel", "log");
  }
}

function lost() {
  connection.source.close();
  if (connection.leaving) { return; }
  connection.due = Date.now() + 1000 * WAITS[Math.min(connection.failures, WAITS.length - 1)];
  connection.failures += 1;
  if (!connection.ticking) { connection.ticking = setInterval(tick, 500); }
  tick();
}

function tick() {
  if (!connection.due) { return; }
  const left = Math.ceil((connection.due - Date.now()) / 1000);
  if (left <= 0) {
    connection.due = 0;
    say("again", "trying", {});
    connect();
  } else {
    say("again", "again", { s: left });
  }
  const bar = byId("offline");
  if (bar && connection.failures > 1 && !bar.classList.contains("on")) {
    say("safe", "safe", { n: Math.max(connection.number, Number(page.main.dataset.at)) });
    bar.classList.add("on");
  }
}

function say(place, text, fields) {
  const bar = byId("offline");
  const spot = bar?.querySelector(`[data-part="${place}"]`);
  if (spot) { spot.textContent = fill(bar.dataset[text] ?? "", fields); }
}

function again() {
  if (connection.source?.readyState === EventSource.CLOSED && !connection.leaving) {
    connection.due = 0;
    connect();
  }
}

/* ---------- all together ---------- */

function listenToPage() {
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { hiddenAt = Date.now(); return; }
    again();
    countUnread();
    if (page.isLive && Date.now() - hiddenAt > 5000) { refresh(); }
  });
  window.addEventListener("online", again);
  window.addEventListener("offline", () => { if (connection.source?.readyState !== EventSource.CLOSED) { connection.failures += 1; lost(); } });
  window.addEventListener("pagehide", () => { connection.leaving = true; connection.source?.close(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { connection.leaving = false; again(); if (page.isLive) { refresh(); } } });
  document.addEventListener("click", (event) => { if (event.target.closest("#offline button")) { again(); } setTimeout(countUnread, 50); });
  document.addEventListener("htmx:beforeSwap", dropOlder);
  document.addEventListener("htmx:beforeRequest", (event) => {
    const [path, query] = (event.detail.requestConfig?.path ?? "").split("?");
    if (path === page.base + "/parts" && event.detail.elt !== page.main) { refresher.picked = pickIn(query ?? ""); }
  });
  document.addEventListener("htmx:afterSettle", () => { noticed(); catchUp(); countUnread(); });
  document.addEventListener("htmx:afterRequest", (event) => {
    const config = event.detail.requestConfig;
    if (!event.detail.successful || !config) { return; }
    if (config.verb === "post") { refresher.picked = new URLSearchParams(); }
    noticed();
    catchUp();
    countUnread();
  });
}

function start() {
  shown.mine = page.isMine;
  connection.first = connection.number = Number(page.main.dataset.head ?? page.main.dataset.at);
  connection.id = String(connection.number) + (chat.last() ? `.${chat.last()}` : "");
  listenToPage();
  mark();
  countUnread();
  connect();
}

if (byId("table")?.dataset.base?.startsWith("/tables/") && "EventSource" in window) { start(); }
