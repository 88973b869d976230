const one = (s, r) => (r || document).querySelector(s),
  all = (s, r) => Array.from((r || document).querySelectorAll(s));
const make = (name, attributes, ...kids) => {
  const e = document.createElement(name);
  set(e, attributes);
  e.append(...kids);
  return e
};
const draw = (name, attributes, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(e, attributes);
  if (text !== undefined) e.textContent = text;
  return e
};
const set = (e, attributes) => {
  for (const k in attributes)
    if (attributes[k] !== undefined) e.setAttribute(k, attributes[k])
};
const remember = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem("callorder-" + key);
    localStorage.setItem("callorder-" + key, value)
  } catch {
    return null
  }
};
const status = make("div", {
  role: "status",
  class: "vh"
});
document.body.append(status);
const tell = text => {
  status.textContent = text
};
const severities = ["note", "warning", "error"];
const grouped = n => n.toLocaleString("en-US");
const lower = e => e.lower || (e.lower = e.textContent.toLowerCase());

for (const e of all(".tools,.js,#filter,.tl-tools")) e.hidden = false;
const themes = ["system", "light", "dark"],
  themeButton = one("#b-theme");
const setTheme = t => {
  if (t === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", t);
  set(themeButton, {
    "aria-label": "Theme: " + t,
    title: "Theme: " + t
  })
};
let theme = themes.includes(remember("theme")) ? remember("theme") : "system";
setTheme(theme);
themeButton.onclick = () => {
  theme = themes[(themes.indexOf(theme) + 1) % 3];
  remember("theme", theme);
  setTheme(theme)
};

const copy = async (text, what) => {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true
  } catch {
    const area = make("textarea", {
      class: "vh",
      "aria-hidden": "true"
    });
    area.value = text;
    document.body.append(area);
    area.select();
    try {
      done = document.execCommand("copy")
    } catch {}
    area.remove()
  }
  tell(done ? what + " copied" : "The browser does not allow copying")
};
let machine;
const jsonOf = place => {
  machine = machine || JSON.parse(one("#machine").textContent);
  const [t, v] = place.split(" ").map(Number);
  return JSON.stringify(machine.traces[t].violations[v], null, 2)
};
document.addEventListener("click", event => {
  const b = event.target.closest("button[data-copy],button[data-json],#b-link");
  if (!b) return;
  if (b.dataset.copy) copy(b.dataset.copy, "Command");
  else if (b.dataset.json) copy(jsonOf(b.dataset.json), "JSON");
  else copy(location.href, "Link");
  const old = b.textContent;
  b.textContent = "Copied";
  setTimeout(() => {
    b.textContent = old
  }, 1200)
});

const openAround = e => {
  for (let d = e; d; d = d.parentElement)
    if (d.tagName === "DETAILS") d.open = true
};
let opened = [];
addEventListener("beforeprint", () => {
  opened = one(".v.on") ? [] : all(".v details:not([open])");
  for (const d of opened) d.open = true
});
addEventListener("afterprint", () => {
  for (const d of opened) d.open = false
});