const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const set = (element, attributes) => {
  for (const name in attributes) if (attributes[name] !== undefined) element.setAttribute(name, attributes[name])
};
const make = (name, attributes, ...kids) => {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...kids.filter(kid => kid !== null));
  return element
};
const draw = (name, attributes, ...kids) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes);
  element.append(...kids);
  return element
};
const button = (attributes, text, act) => {
  const element = make("button", { type: "button", ...attributes }, text);
  if (act) element.onclick = act;
  return element
};
const icon = name => draw("svg", { class: "i " + name, width: 14, height: 14, "aria-hidden": "true" },
  draw("use", { href: "#i-" + (name === "failing" ? "error" : name) }));
const hidden = text => make("span", { class: "vh" }, text);
// A text in which long names break at the ends of their words.
const breakable = text => text.split(/(?<=[(:_])(?=\S)|(?<=\p{Ll})(?=\p{Lu})/u).flatMap((part, k) => k ? [make("wbr", {}), part] : [part]);
const grouped = number => number.toLocaleString("en-US");
const counted = (number, noun) => grouped(number) + " " + noun + (number === 1 ? "" : "s");
const severities = ["note", "warning", "error"];
// How many elements of a sorted list come before; `isBefore` gets the place of an element.
const countBefore = (count, isBefore) => {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle
  }
  return low
};
const remember = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem("callorder-" + key);
    localStorage.setItem("callorder-" + key, value)
  } catch {
    return null
  }
};
const status = make("div", { role: "status", class: "vh" });
document.body.append(status);
const tell = text => { status.textContent = text };

const themes = ["system", "light", "dark"];
const themeButton = button({ id: "b-theme" }, make("span", { "aria-hidden": "true" }, "◐"));
const setTheme = name => {
  if (name === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", name);
  set(themeButton, { "aria-label": "Theme: " + name, title: "Theme: " + name })
};
let theme = themes.includes(remember("theme")) ? remember("theme") : "system";
setTheme(theme);
themeButton.onclick = () => {
  theme = themes[(themes.indexOf(theme) + 1) % 3];
  remember("theme", theme);
  setTheme(theme)
};

// A finding for somebody who does not have this file.
const inMarkdown = article => {
  const v = findingOf(article), [cause] = v.causes || [];
  return ["**" + v.message + "** `" + v.rule + "`", "`" + report.traces[article.dataset.trace].path + ":" + v.line + "`",
    ...cause ? ["Cause: " + cause.text + ".", "Change: " + cause.action] : []].join("\n\n")
};
const copy = async (text, what) => {
  let isDone = false;
  try {
    await navigator.clipboard.writeText(text);
    isDone = true
  } catch {
    const area = make("textarea", { class: "vh", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    try {
      isDone = document.execCommand("copy")
    } catch {}
    area.remove()
  }
  tell(isDone ? what + " copied" : "The browser does not allow copying")
};
document.addEventListener("click", event => {
  const pressed = event.target.closest("button[data-copy],button[data-json],#b-link");
  if (!pressed) return;
  const article = pressed.id && location.protocol === "file:" && one("article.panel.on");
  if (pressed.dataset.copy) copy(pressed.dataset.copy, "Command");
  else if (article) copy(inMarkdown(article), "Finding");
  else if (pressed.id) copy(location.href, "Link");
  else copy(JSON.stringify(findingOf(pressed.closest("article")), null, 2), "JSON");
  const old = pressed.textContent;
  pressed.textContent = "Copied";
  setTimeout(() => { pressed.textContent = old }, 1200)
});

const openAround = element => {
  for (let e = element; e; e = e.parentElement) if (e.localName === "details") e.open = true
};
