// All pages: the token of every htmx request, the place where refusals are shown, no form sent twice.

const token = () => document.querySelector('meta[name="csrf"]')?.content ?? "";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = token();
});

// A refusal comes as an element with the id "refusal". A page may have a place for it in its main part; otherwise it
// stands loose at the foot of the window. It goes with the next thing that succeeds, or with Escape.
const place = () => document.getElementById("refusal");

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status < 400 || place()) return;
  const made = document.createElement("div");
  made.id = "refusal";
  document.body.append(made);
});

function forget() {
  const shown = place();
  if (!shown) return;
  shown.replaceChildren();
  shown.hidden = true;
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) forget();
  else place()?.scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") forget();
});

// A plain form is sent once; going back in the browser frees it again.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
