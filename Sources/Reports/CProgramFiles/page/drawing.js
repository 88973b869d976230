const tall = [28, 20, 14, 10, 6, 0, 9], aboveBase = [46, 30], belowBase = 38, letter = 6.1;
// The width of a letter of a call's name in the widest of the usual fonts, so that no name is cut at the edge.
const plain = 6.8, bold = 7.5;
const px = number => number.toFixed(1);

View.prototype.render = function() {
  if (innerWidth < 700) {
    this.renderDown();
    return
  }
  this.box.classList.remove("down");
  // Screen readers read the event at the cursor as the value of a slider, which the arrow keys move.
  set(this.scroll, { role: "slider", "aria-valuemin": 1, "aria-valuemax": this.data.count,
    "aria-valuenow": Math.max(1, this.selected + 1), "aria-valuetext": this.note.textContent || "no event chosen" });
  const d = this.data, width = this.width = Math.max(160, this.scroll.clientWidth), axis = 24;
  const from = this.firstIn(), to = this.lastIn(), seen = to - from + 1, isNamed = width / Math.max(1, seen) >= 15;
  const titles = draw("svg", { class: "tl-names", width: 124, "aria-hidden": "true" });
  const bars = [], calls = [], out = draw("svg", { class: "tl" });
  let y = axis;
  this.lanesDrawn = this.shownLanes();
  this.bases = this.lanesDrawn.map(l => {
    const lane = d.lanes[l], base = y + aboveBase[lane.isProcess ? 1 : 0], count = d.marked[l].length;
    bars.push(draw("path", { class: "base", d: "M0 " + base + "H" + width }), ...this.bars(l, base));
    calls.push(...this.calls(l, base, isNamed));
    titles.append(draw("text", { x: 0, y: base - 6, class: "lane-name" + (l === this.lane ? " on" : "") }, lane.name.slice(0, 17)),
      draw("text", { x: 0, y: base + 9, class: "lane-hint" }, count > 1 ? count + " findings" : lane.subject.slice(0, 18)));
    y = base + (isNamed ? belowBase : 16);
    return base
  });
  out.append(this.grid(from, to, y), ...bars);
  for (const i of d.gaps) if (i >= from && i <= to) out.append(draw("g", { class: "lost" },
    draw("title", {}, "events were lost here"),
    draw("rect", { x: this.x(this.pos[i]) - 3, y: axis, width: 8, height: y - axis })));
  if (this.hover >= 0) out.append(draw("path", { class: "hover", d: "M" + px(this.hover) + " " + axis + "V" + y }));
  if (this.selected >= 0 && this.isSeen(this.selected)) {
    const x = this.x(this.pos[this.selected]);
    out.append(draw("path", { class: "cursor", d: "M" + px(x) + " 18V" + y }),
      draw("path", { class: "knob", d: "M" + px(x - 4) + " 16h8v5l-4 4l-4 -4z" }))
  }
  out.append(...calls);
  set(out, { width, height: y, viewBox: "0 0 " + width + " " + y });
  set(titles, { height: y });
  this.scroll.replaceChildren(out);
  this.names.replaceWith(titles);
  this.names = titles;
  this.say(from, to, seen);
  this.drawMap()
};

View.prototype.say = function(from, to, seen) {
  const d = this.data;
  const part = () => "events " + grouped(d.event[from]) + " to " + grouped(d.event[to]) + " of " + grouped(d.all) +
    (d.time && to > from ? ", " + long(d.time[to] - d.time[from]) : "");
  const words = this.whole && d.count === d.all ? counted(d.count, "event") : seen <= 0 ? "no event here" : part();
  this.part.textContent = words + (d.last < d.all ? ", the first " + grouped(d.count) + " listed" : "");
  this.more.hidden = !this.hidden;
  if (this.hidden) this.more.textContent = counted(this.hidden, "more lane") + " here"
};

// A state is a bar that is taller the nearer it is to the innermost state; states within a few pixels share one bar by length.
View.prototype.bars = function(l, base) {
  const d = this.data, states = d.lanes[l].states, width = this.width, list = [], bin = 4, bins = new Map();
  const first = this.firstIn(), number = first < d.count ? d.event[first] : Infinity;
  for (let k = countBefore(states.length, k => states[k].to < number); k < states.length; k++) {
    const { state, look, from, to, isStill } = states[k], missingHere = this.missingCalls.get(l + " " + to) || [];
    const start = this.x(this.positionOf(from)), end = this.x(this.positionOf(to));
    if (start > width) break;
    if (end < 0) continue;
    if (end - start < 3) {
      const k = Math.floor(start / bin);
      if (!bins.has(k)) bins.set(k, [0, 0, 0, 0, 0, 0, 0]);
      bins.get(k)[look] += Math.max(.2, end - start);
      continue
    }
    const left = Math.max(-3, start), right = Math.min(width + 3, missingHere.length ? this.x(missingHere[0].at) : end);
    if (right > left) {
      const kind = isStill ? " still" : "", words = isStill ? "still " + state : state, inside = tall[look] >= 20;
      list.push(look === 5 ? draw("path", { class: "ended", d: "M" + px(left) + " " + base + "H" + px(right) })
        : draw("rect", { class: "s" + look + kind, x: px(left), y: base - tall[look], width: px(right - left),
          height: tall[look] }));
      if (right - Math.max(0, left) > words.length * (isStill ? 5.2 : letter) + 10) list.push(draw("text", {
        class: (inside ? "in" + look : "state-above") + kind, x: px(Math.max(0, left) + 6),
        y: inside ? base - tall[look] / 2 + 4 : base - tall[look] - 4 }, words))
    }
    missingHere.forEach((missing, k) => {
      const next = missingHere[k + 1];
      list.push(...this.missingBar(missing, next ? this.x(next.at) : end, base))
    })
  }
  const paths = {};
  for (const [k, share] of bins) {
    const sum = share.reduce((p, q) => p + q, 0);
    let y = base;
    share.forEach((part, look) => {
      // What has ended is a line, and leaves its share empty.
      if (!part || look === 5) return;
      const height = 28 * part / sum;
      y -= height;
      paths[look] = (paths[look] || "") + "M" + k * bin + " " + px(y) + "h" + bin + "v" + px(height) + "h-" + bin + "z"
    })
  }
  for (const look in paths) list.push(draw("path", { class: "s" + look + " tiny", d: paths[look] }));
  return list
};
// The state that a missing call leads to.
View.prototype.missingBar = function({ at, state, violation }, next, base) {
  const x = this.x(at), height = state === null ? 14 : Math.max(10, tall[lookOf(state)]), words = inWords(state || "");
  if (x > this.width || next < 0) return [];
  const list = [draw("rect", { class: "missing-bar " + violation.severity, x: px(x), y: base - height,
    width: px(Math.max(2, next - x)), height })];
  if (height >= 20 && next - x > words.length * letter + 10)
    list.push(draw("text", { class: "missing-state " + violation.severity, x: px(x + 6), y: base - height / 2 + 4 }, words));
  return list
};

// Calls are rings on the line, with their names below if there is room; calls of findings come first.
View.prototype.calls = function(l, base, isNamed) {
  const d = this.data, list = d.of[l], out = [], wanted = [], signs = [], width = this.width;
  let ticks = "";
  for (let k = this.firstAt(this.from, list); k < list.length && this.pos[list[k]] <= this.to; k++) {
    const i = list[k], x = this.x(this.pos[i]), fault = d.fault(d.event[i]), v = fault && fault.lane === l ? fault : null;
    if (d.gaps.length && d.isGap(i)) continue;
    if (!isNamed && !v) {
      ticks += "M" + px(x) + " " + (base + 3) + "v5";
      continue
    }
    if (v) signs.push(draw("g", {}, draw("title", {}, v.severity + ": " + d.name(i) + ", " + v.message),
      draw("use", { href: "#i-" + v.severity, class: v.severity, x: px(x - 7), y: base - 7, width: 14, height: 14 })));
    else out.push(draw("circle", { class: d.kind(i) ? "no-delegate-call" : "", cx: px(x), cy: base, r: 3.5 },
      draw("title", {}, "event " + d.event[i] + ": " + d.name(i))));
    if (isNamed) wanted.push({ x, text: d.call(i), style: v ? v.severity : "" })
  }
  if (ticks) out.push(draw("path", { class: "tick", d: ticks }));
  const absent = new Set(d.marked[l].flatMap(v => v.missing.map(m => m.event)));
  for (const number of absent) for (const { at, violation, name } of this.missingCalls.get(l + " " + number) || []) {
    const x = this.x(at);
    if (x < -9 || x > width) continue;
    out.push(draw("circle", { class: "missing-call " + violation.severity, cx: px(x), cy: base, r: 5 },
      draw("title", {}, written(name) + " is missing")));
    if (isNamed) wanted.push({ x, text: name, style: violation.severity })
  }
  return [...out, ...signs, ...this.labels(wanted, base)]
};
// The names of calls in two rows; one that fits in neither is cut where the next one begins, if enough of it remains.
View.prototype.labels = function(wanted, base) {
  const rows = [[], []], width = this.width, out = [];
  wanted.sort((p, q) => (p.style ? 0 : 1) - (q.style ? 0 : 1) || p.x - q.x);
  for (const { x, text, style } of wanted) {
    const size = style ? bold : plain, name = text.length > 30 ? text.slice(0, 29) + "…" : text;
    const room = name.length * size + 5, from = Math.max(0, Math.min(x, width - room)), to = from + room + 2;
    let row = rows.findIndex(row => !row.some(([a, b]) => a < to && from < b)), end = to, shown = name;
    if (row < 0) {
      const ends = rows.map(row => row.some(([a, b]) => a <= x && x < b) ? 0
        : Math.min(...row.map(([a]) => a).filter(a => a >= x), width));
      row = ends[1] > ends[0] ? 1 : 0;
      end = ends[row];
      const count = Math.floor((end - x - 7) / size) - 1;
      if (count < 6) continue;
      shown = name.slice(0, count) + "…"
    }
    const left = end < to ? x : from;
    rows[row].push([left, end]);
    out.push(draw("text", { class: "call-name " + style, x: px(left + 3), y: base + 16 + row * 15 }, shown,
      ...shown === written(text) ? [] : [draw("title", {}, written(text))]))
  }
  return out
};

View.prototype.grid = function(from, to, height) {
  const d = this.data, group = draw("g", { class: "axis" }), isOrder = this.mode === "order";
  // No label is written over another one: those of missing calls come first.
  const rows = [[], []];
  const fits = (row, a, b) => !rows[row].some(([p, q]) => p < b && a < q) && rows[row].push([a, b]);
  const share = this.width / Math.max(1, to - from + 1);
  const step = !isOrder || share >= 62 ? 1
    : [2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5].find(step => step * share >= 90) || 2e5;
  let dashes = "", grid = "", lastDashed = -99, last = -9;
  for (const { at, violation } of [...this.missingCalls.values()].flat().sort((p, q) => p.at - q.at)) {
    const x = this.x(at);
    if (x < 0 || x > this.width - 50) continue;
    if (x - lastDashed >= 24) {
      dashes += "M" + px(x) + " 24V" + height;
      lastDashed = x
    }
    if ((step === 1 || this.missingCalls.size < 9) && fits(0, x, x + 56))
      group.append(draw("text", { class: "axis-mark " + violation.severity, x: px(x + 2), y: 15 }, "missing"))
  }
  for (let i = from; i <= to; i++) {
    const number = d.event[i], v = step === 1 && d.fault(number);
    if (step > 1 && number % step && i !== from) continue;
    const x = this.x(this.pos[i]), time = d.time ? d.clock(d.time[i]) : "", no = isOrder ? String(number) : "";
    const some = no.length * 7.8 + 6, room = some + (time ? (time.length + 1) * 7.1 : 0);
    const isWide = x + room <= this.width && fits(0, x, x + room);
    const isShort = !isWide && no && x + some <= this.width && fits(0, x, x + some);
    if (isWide || isShort || x - last >= 24) {
      grid += "M" + px(x) + " 24V" + height;
      last = x
    }
    if (isWide || isShort) group.append(draw("text", { class: v ? "axis-mark " + v.severity : "", x: px(x + 2), y: 15 },
      ...no ? [draw("tspan", {}, no)] : [], isWide && time ? (no ? " " : "") + time : ""));
    // In order, a long pause is named where it ends.
    const pause = isOrder && d.time && i > from && step === 1 ? d.time[i] - d.time[i - 1] : 0;
    const words = pause >= 1 ? long(pause) : "", size = words.length * 6.4 + 8;
    if (words && x - this.x(this.pos[i - 1]) >= size + 6 && fits(1, x - 5 - size, x - 5)) group.append(
      draw("rect", { class: "pause", x: px(x - 5 - size), y: 25, width: px(size), height: 14, rx: 7 }),
      draw("text", { class: "pause-words", x: px(x - 9), y: 36 }, words))
  }
  this.drawBreaks(group, height, fits);
  group.prepend(draw("path", { class: "grid", d: grid }), draw("path", { class: "missing-lines", d: dashes }));
  return group
};
// Long pauses of a timeline by time, as far apart as their words need.
View.prototype.drawBreaks = function(group, height, fits) {
  let free = -99;
  for (const [at, pause] of this.breaks) {
    const x = this.x(at), words = long(pause), half = words.length * 3.2 + 4;
    if (x < half || x > this.width - half || x - half < free || !fits(1, x - half, x + half)) continue;
    free = x + half + 24;
    group.append(draw("path", { class: "break-line", d: "M" + px(x) + " 24V" + (height - 12) }),
      draw("text", { class: "break-words", x: px(x), y: height - 2 }, words))
  }
};
