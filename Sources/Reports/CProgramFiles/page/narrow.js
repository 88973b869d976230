// On a narrow screen the timeline runs downward, one event per row: the time, a bar for each window, the call and its state.
View.prototype.renderDown = function() {
  const d = this.data, at = Math.max(0, this.selected);
  this.box.classList.add("down");
  set(this.scroll, { role: "group" });
  for (const name of ["now", "min", "max", "text"]) this.scroll.removeAttribute("aria-value" + name);
  if (this.top === undefined) {
    this.top = Math.max(0, at - 6);
    this.end = Math.min(d.count, at + 8)
  }
  if (at < this.top) this.top = Math.max(0, at - 4);
  if (at >= this.end) this.end = Math.min(d.count, at + 5);
  if (this.end - this.top > 300) {
    if (at - this.top > 150) this.top = Math.max(0, at - 150);
    this.end = Math.min(this.end, this.top + 300)
  }
  const lanes = this.lanesDown(), list = make("div", { class: "down-rows", role: "list" });
  list.style.setProperty("--time", (d.time ? d.clock(d.time[d.count - 1]) : "event").length + "ch");
  const more = (text, label, act) => list.append(make("div", { role: "listitem" },
    button({ class: "down-more", "aria-label": label }, text, () => {
      act();
      this.renderDown()
    })));
  list.append(this.headDown(lanes));
  if (this.top > 0) more("↑ " + this.top + " earlier", "Show earlier events", () => { this.top = Math.max(0, this.top - 20) });
  for (let i = this.top; i < this.end; i++) {
    for (const v of d.violations) for (const m of v.missing)
      if (m.event === d.event[i]) list.append(this.missingDown(v, m, lanes, i));
    list.append(this.rowDown(i, lanes))
  }
  const rest = d.count - this.end;
  if (rest > 0) more("↓ " + rest + " later", "Show later events", () => { this.end = Math.min(d.count, this.end + 20) });
  const isHeld = this.scroll.contains(document.activeElement);
  this.scroll.replaceChildren(list);
  const on = isHeld && one("[aria-current]", list);
  if (on) on.focus({ preventScroll: true });
  this.part.textContent = "events " + d.event[this.top] + " to " + d.event[this.end - 1] + " of " + d.all
};
// The windows with most events here, including the finding's; the process has no bar.
View.prototype.lanesDown = function() {
  const d = this.data, count = new Map();
  for (let i = this.top; i < this.end; i++)
    for (const l of d.own(i)) if (!d.lanes[l].isProcess) count.set(l, (count.get(l) || 0) + 1);
  if (this.focusLane >= 0) count.set(this.focusLane, 1e9);
  return [...count].sort((p, q) => q[1] - p[1]).slice(0, 3).map(pair => pair[0]).sort((p, q) => p - q)
};
View.prototype.headDown = function(lanes) {
  return make("div", { class: "down-row down-head", role: "listitem" }, make("span", {}, this.data.time ? "time" : "event"),
    make("span", { class: "down-bars" }, ...lanes.map(l => make("span", { class: "down-lane", title: this.data.lanes[l].name },
      this.data.lanes[l].name.split(" ").pop().slice(0, 3)))),
    make("span", {}, "call and state"))
};
View.prototype.barsDown = function(lanes, number, missing) {
  return make("span", { class: "down-bars", "aria-hidden": "true" }, ...lanes.map(l => {
    const state = this.data.stateAt(l, number), look = state ? "b" + state.look + (state.isStill ? " still" : "") : "";
    return make("span", { class: "down-lane" }, missing === l ? make("i", { class: "missing-call" })
      : state ? make("i", { class: look }) : null)
  }))
};
View.prototype.rowDown = function(i, lanes) {
  const d = this.data, number = d.event[i], v = d.fault(number), own = d.own(i), l = own.find(l => !d.lanes[l].isProcess);
  const lane = l === undefined ? own[0] : l, state = lane === undefined ? undefined : d.stateAt(lane, number);
  const words = make("span", { class: "down-call" }, make("b", {}, d.isGap(i) ? d.name(i) : d.call(i)));
  if (lane !== undefined) {
    const isNamed = lanes.length > 1 || d.lanes[lane].isProcess, told = state ? (state.isStill ? "still " : "") + state.state : "";
    words.append(make("small", {}, [isNamed ? d.lanes[lane].name : "", told].filter(Boolean).join(" · ")))
  }
  if (v) words.append(make("small", { class: v.severity }, v.severity + ": " + v.message));
  const row = button({ class: "down-row" + (v ? " " + v.severity : ""), "aria-current": this.selected === i ? "true" : undefined },
    make("span", { class: "down-time" }, d.time ? d.clock(d.time[i]) : "", make("small", {}, String(number))),
    () => this.select(i));
  row.append(this.barsDown(lanes, number), words);
  return make("div", { role: "listitem" }, row)
};
View.prototype.missingDown = function(v, m, lanes, i) {
  return make("div", { class: "down-row missing " + v.severity, role: "listitem" }, make("span", {}),
    this.barsDown(lanes, this.data.event[i] - 1, v.lane),
    make("span", { class: "down-call" }, make("b", {}, m.name), make("small", {}, "missing")))
};
