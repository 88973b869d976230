// The keys, and the dialog that lists them.
const keysOn = make("input", { type: "checkbox", id: "keys-on" });
const keyList = [["↑ ↓", "in the list: previous, next row"],
  ["Enter", "open the row"], ["j k", "next, previous finding (also n, p)"],
  ["/", "go to the filter"], ["Esc", "one level back"], ["g f", "go to the findings"], ["g t", "go to the traces"],
  ["g r", "go to the rules"], ["g c", "go to the coverage"], ["x", "timeline by order or by time"],
  ["c", "copy a link to this view"], ["← →", "in the timeline: previous, next event"], ["a d", "in the timeline: move"],
  ["+ −", "in the timeline: zoom"], ["0", "in the timeline: show everything"], ["f", "in the timeline: fit the findings"],
  [", .", "previous, next event"], ["↑ ↓", "in the timeline: other lane"]];
const codes = text => text.split("`").map((part, k) => k % 2 ? make("code", {}, part) : part);
const help = make("dialog", { id: "help", "aria-labelledby": "h-help" }, make("h2", { id: "h-help" }, "Keys"),
  make("dl", {}, ...keyList.map(([keys, what]) => make("div", {},
    make("dt", {}, ...keys.split(" ").flatMap(key => [make("kbd", {}, key), " "])), make("dd", {}, what)))),
  make("p", {}, make("label", {}, keysOn, " Use single-letter keys")),
  make("p", {}, ...codes("The filter takes words and `rule:` `trace:` `subject:` `sev:` `state:` `cb:`, `-word` to exclude a " +
    "word, and `\"words in quotes\"`. A finding is shown if all of them match.")),
  make("p", {}, button({ id: "b-close" }, "Close", () => help.close())));
document.body.append(help);
keysOn.checked = remember("keys") !== "off";
keysOn.onchange = () => remember("keys", keysOn.checked ? "on" : "off");
const keysButton = button({ id: "b-keys", "aria-haspopup": "dialog" }, "Keys", () => help.showModal());
keysButton.append(make("kbd", {}, "?"));
one(".masthead").append(make("div", { class: "tools" }, listButton, keysButton, themeButton));
for (const element of all(".js")) element.hidden = false;

// Whether the key before this one was g. No clock decides: the next key or press ends the sequence, however late it comes.
let isAfterG = false;
const parts = { f: "#overview", t: isSingle ? "#trace" : "#traces", r: "#rules", c: "#coverage" };
const back = target => {
  if (target === field) {
    if (field.value) {
      field.value = "";
      applyFilter()
    } else field.blur();
    return true
  }
  if (side.classList.contains("open")) {
    closeList();
    listButton.focus();
    return true
  }
  if (!panel || panel === home) return false;
  go(home.id, { push: true, focus: !rowOf(panel.id) });
  return true
};
// What a key does on the panel's timeline; false if there is none.
const onTimeline = act => {
  const box = one(".tl-box.live", panel);
  if (box) act(viewOf(box));
  return !!box
};
const actions = {
  n: () => walkTo(1), j: () => walkTo(1), p: () => walkTo(-1), k: () => walkTo(-1), "?": () => help.showModal(),
  c: () => copy(location.href, "Link"), ",": () => onTimeline(view => view.step(-1)), ".": () => onTimeline(view => view.step(1)),
  x: () => onTimeline(view => view.setMode(view.mode === "order" ? "time" : "order")),
  "/": () => {
    if (listButton.offsetParent && !side.classList.contains("open")) listButton.click();
    field.focus();
    field.select()
  },
  g: () => { isAfterG = true }
};
for (const key of ["+", "-", "0"]) actions[key] = () => onTimeline(timelineKeys[key]);
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  const { key, target } = event, wasG = isAfterG;
  isAfterG = false;
  if (key === "Escape") {
    if (!help.open && back(target)) event.preventDefault();
    return
  }
  if (target.closest("input:not([type=checkbox]),textarea,select") || !keysOn.checked || help.open) return;
  const tools = target.closest(".tl-scroll,.tl-tools"), isPress = target.closest("button") && key === " ";
  let act = tools && !isPress && Object.hasOwn(timelineKeys, key) && (() => timelineKeys[key](viewOf(tools.closest(".tl-box"))));
  if (!act && wasG) act = parts[key] && (() => go(parts[key].slice(1), { push: true, focus: true }));
  else act = act || Object.hasOwn(actions, key) && actions[key];
  if (act && act() !== false) event.preventDefault()
});
addEventListener("pointerdown", () => { isAfterG = false });
addEventListener("popstate", () => {
  restore();
  const heading = one("h2", panel);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true })
});
restore();
document.documentElement.classList.add("ready");
