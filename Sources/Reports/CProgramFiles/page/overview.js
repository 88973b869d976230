// The whole trace in one strip, whatever part of it is listed: events by time, every finding, and the visible part.
// A long trace comes with the times and the worst findings of its parts; a short one is counted here.
View.prototype.wholeTrace = function() {
  if (this.strip) return this.strip;
  const d = this.data, o = d.over, size = o ? o.eventsPerPart : 1;
  let now = 0;
  const parts = o ? o.times.map((time, k) => {
    now = time === null ? now : time - d.origin;
    return { from: k * size + 1, time: now, count: Math.min(size, d.all - k * size) }
  }) : Array.from(d.event, (from, i) => ({ from, time: d.time ? d.time[i] : 0, count: 1 }));
  const last = parts[parts.length - 1], before = parts[parts.length - 2] || last, first = parts[0].time;
  const end = last.time + (o ? Math.max(0, last.time - before.time) * last.count / size : 0);
  const isTimed = !!d.time && end > first;
  // The share of the strip's length at which an event is.
  const place = (number, time) => isTimed ? (time - first) / (end - first) : (number - 1) / Math.max(1, d.all);
  const at = number => {
    if (!o) return place(number, isTimed ? d.time[Math.min(d.count - 1, d.at(number))] : 0);
    const k = Math.max(0, Math.min(parts.length - 1, Math.floor((number - 1) / size))), part = parts[k];
    const next = k + 1 < parts.length ? parts[k + 1].time : end;
    return place(number, part.time + (next - part.time) * (number - part.from) / size)
  };
  const marks = o ? o.worst.flatMap((severity, k) => severity ? [[parts[k].from, severity]] : [])
    : d.violations.map(v => [v.event, v.severity]);
  return this.strip = { parts, at, marks, place }
};
View.prototype.drawMap = function() {
  const d = this.data, width = this.width, height = 44;
  this.map.hidden = d.all <= 30;
  if (this.map.hidden) return;
  const whole = this.wholeTrace();
  if (!this.mapDrawn || this.mapWidth !== width) {
    this.mapDrawn = true;
    this.mapWidth = width;
    const bin = 2, bins = new Float64Array(Math.ceil(width / bin) + 1);
    whole.parts.forEach((part, k) => {
      const next = whole.parts[k + 1], from = whole.place(part.from, part.time) * width / bin;
      const to = next ? whole.place(next.from, next.time) * width / bin : width / bin;
      // A part longer than a bin counts in all of them, in each by its share.
      const low = Math.max(0, Math.floor(from)), high = Math.max(low, Math.min(bins.length - 1, Math.ceil(to) - 1));
      for (let b = low; b <= high; b++) bins[b] += part.count / (high - low + 1)
    });
    // The scale is logarithmic, so that a short burst does not flatten everything else.
    const scale = Math.log2(bins.reduce((p, q) => Math.max(p, q), 1) + 1);
    let path = "";
    bins.forEach((count, b) => {
      if (count) path += "M" + b * bin + " 32h" + bin + "v-" + px(2 + 26 * Math.log2(count + 1) / scale) + "h-" + bin + "z"
    });
    const beyond = d.count < d.all ? whole.at(d.last) * width : width, marks = {};
    // Ticks that would touch are one.
    const seen = new Set();
    for (const [number, severity] of whole.marks) {
      const x = Math.round(whole.at(number) * width / 2) * 2;
      if (seen.has(severity + x)) continue;
      seen.add(severity + x);
      marks[severity] = (marks[severity] || "") + "M" + x + " 34v8"
    }
    this.win = draw("rect", { class: "win", y: 1, height: height - 2, rx: 4 });
    this.map.replaceChildren(draw("svg", { width, height, "aria-hidden": "true" },
      draw("rect", { class: "bg", width, height: 32, rx: 4 }), draw("path", { class: "hist", d: path }),
      draw("rect", { class: "unlisted", x: px(beyond), width: px(Math.max(0, width - beyond)), height: 32 }),
      ...severities.filter(name => marks[name]).map(name => draw("path", { class: "v " + name, d: marks[name] })), this.win))
  }
  const from = this.firstIn(), to = this.lastIn(), isSome = to >= from;
  const left = isSome ? whole.at(d.event[Math.min(from, d.count - 1)]) * width : 0;
  const right = this.whole && d.count === d.all ? width : isSome ? whole.at(d.event[to]) * width : 0;
  set(this.win, { x: px(left), width: px(Math.max(8, right - left)) })
};
// Moves to the listed event that is nearest to a place in the strip.
View.prototype.mapTo = function(share) {
  const d = this.data, whole = this.wholeTrace(), half = (this.to - this.from) / 2;
  const i = countBefore(d.count, i => whole.at(d.event[i]) < share);
  if (i >= d.count && d.count < d.all)
    tell("Only the first " + grouped(d.count) + " events are listed; callorder check --timeline lists more");
  const at = this.pos[Math.min(d.count - 1, i)];
  this.change(at - half, at + half)
};
