// The states of a lifecycle, once in the page, with the steps that one finding took, expected and tried.
class StateMarks {
  constructor(figure, v) {
    const symbol = document.getElementById(figure.dataset.symbol || "");
    this.symbol = symbol;
    this.edges = symbol ? all(".sd-e", symbol) : [];
    this.box = make("div", { class: "diagram" });
    const origin = symbol && v.states.map(state => this.node(state)).find(Boolean);
    this.isEmpty = !origin;
    if (!origin) return;
    const [, , width, height] = symbol.getAttribute("viewBox").split(" ");
    this.svg = draw("svg", { class: "sd sp", viewBox: "0 0 " + width + " " + height, width, height, role: "img",
      "aria-label": "States; in " + v.states.map(inWords).join(" or ") + " the call " + written(v.callback) +
        " was tried and is not allowed" }, draw("use", { href: "#" + symbol.id, width, height }));
    const isLane = "lane" in figure.dataset;
    this.isFollowing = isLane;
    this.markSteps(v);
    for (const state of v.states) if (this.node(state)) this.svg.append(this.outline(this.node(state), "sp-now", 2));
    const isTried = v.repair.delete.length || !v.repair.insert.length && v.cause !== "too-late";
    if (isTried) this.markTried(v, this.middle(origin), this.target(v.callback));
    const legend = (name, ...words) => one(".sp-" + name, this.svg) ? make("span", { class: name }, ...words) : null;
    this.box.append(this.svg, make("p", { class: "legend" }, legend("took", "taken"), legend("want", "expected"),
      legend("bad", "not allowed: ", make("code", {}, v.callback))))
  }
  node(state) { return all(".sd-n", this.symbol).find(node => node.dataset.state === state) }
  edge(from, to) { return this.edges.find(edge => edge.dataset.from === from && edge.dataset.to === to) }
  // The state that a call leads to from elsewhere.
  target(callback) {
    const edge = this.edges.find(edge => edge.dataset.cb.split(" ").includes(written(callback)));
    return edge && edge.dataset.to
  }
  middle(node) {
    const rect = one("rect", node), [x, y, width, height] = ["x", "y", "width", "height"].map(k => Number(rect.getAttribute(k)));
    return { x: x + width / 2, y: y + height / 2, width, height }
  }
  outline(node, name, by) {
    const { x, y, width, height } = this.middle(node);
    return draw("rect", { class: name, x: x - width / 2 - by, y: y - height / 2 - by, width: width + 2 * by,
      height: height + 2 * by, rx: 7 })
  }
  // The steps that the recorded calls took, and those of the calls that are missing.
  markSteps(v) {
    const marks = new Map();
    let before = null;
    for (const step of v.steps.filter(step => step.mark !== "unexpected")) {
      const after = step.states.length === 1 ? step.states[0] : null, edge = this.edge(before, after);
      if (edge && (step.offending || step.mark === "missing")) marks.set(edge, "sp-want");
      else if (edge && !marks.has(edge)) marks.set(edge, "sp-took");
      before = after
    }
    for (const [edge, name] of marks) this.svg.append(draw("g", { class: name }, ...[...edge.children].map(e => e.cloneNode())))
  }
  // The forbidden step: to the state that its call leads to from elsewhere, or to nowhere.
  markTried(v, start, state) {
    const node = state && this.node(state), end = node && this.middle(node), x = start.x + start.width / 2;
    const cross = (x, y) => [draw("circle", { cx: x, cy: y, r: 8 }),
      draw("path", { class: "sp-x", d: "M" + (x - 3) + " " + (y - 3) + "l6 6m0 -6l-6 6" })];
    const bad = (path, head, x, y) => this.svg.append(draw("g", { class: "sp-bad" }, draw("path", { d: path }),
      draw("path", { class: "sd-h", d: head }), ...cross(x, y)));
    if (!end || end.x === start.x && end.y === start.y) {
      bad("M" + x + " " + (start.y - 5) + "c24 -8 24 18 6 12", "", x + 20, start.y)
    } else if (start.y === end.y) {
      const y = start.y + start.height / 2;
      bad("M" + start.x + " " + y + "C" + [start.x, y + 40, end.x, y + 40, end.x, y + 7].join(" "),
        "M" + (end.x - 4) + " " + (y + 7) + "h8L" + end.x + " " + y + "z", (start.x + end.x) / 2, y + 31)
    } else {
      const to = end.x + end.width / 2, bow = Math.max(x, to) + 30;
      bad("M" + x + " " + start.y + "C" + [bow, start.y, bow, end.y, to + 7, end.y].join(" "),
        "M" + (to + 7) + " " + (end.y - 4) + "v8L" + to + " " + end.y + "z", (x + 6 * bow + to) / 8, (start.y + end.y) / 2)
    }
  }
  // The state of the cursor's window before and after its event.
  follow(before, after) {
    if (this.isEmpty || !this.isFollowing) return;
    for (const e of all(".sp-at", this.svg)) e.remove();
    const find = state => all(".sd-n", this.symbol).find(node => inWords(node.dataset.state) === state);
    if (before !== after && find(before)) this.svg.append(this.outline(find(before), "sp-at before", 2));
    if (find(after)) this.svg.append(this.outline(find(after), "sp-at after", 4))
  }
}
