// The whole trace in one strip, whatever part of it is listed: events by time, every finding, and the visible part.
// A long trace comes with the times and the worst findings of its parts; a short one is counted here.
View.prototype.wholeTrace = function() {
  const d = this.data;
  if (this.strip) return this.strip;
  const o = d.over;
  let parts, end;
  if (o) {
    let t = 0;
    parts = o.t.map((x, k) => ({
      from: k * o.w + 1,
      time: t += x,
      n: Math.min(o.w, d.all - k * o.w)
    }));
    end = parts.length > 1 ? parts[parts.length - 1].time + Math.max(0, parts[parts.length - 1].time -
      parts[parts.length - 2].time) * parts[parts.length - 1].n / o.w : 1
  } else {
    parts = Array.from(d.event, (from, i) => ({
      from,
      time: d.time ? d.time[i] : 0,
      n: 1
    }));
    end = parts.length ? parts[parts.length - 1].time : 1
  }
  const first = parts.length ? parts[0].time : 0,
    timed = !!d.time && end > first;
  // The share of the strip's length at which an event is.
  const place = (number, time) => timed ? (time - first) / (end - first) : (number - 1) / Math.max(1, d
  .all);
  const at = number => {
    if (!o) {
      const i = Math.min(d.count - 1, d.at(number));
      return place(number, timed ? d.time[i] : 0)
    }
    const k = Math.max(0, Math.min(parts.length - 1, Math.floor((number - 1) / o.w))),
      p = parts[k],
      next = k + 1 < parts.length ? parts[k + 1].time : end;
    return place(number, p.time + (next - p.time) * (number - p.from) / o.w)
  };
  const marks = [];
  if (o)
    for (let k = 0; k < o.m.length; k++) {
      const s = Number(o.m[k]);
      if (s) marks.push([parts[k].from, s - 1])
    }
  else
    for (const v of d.violations) marks.push([v.event, v.rank]);
  return this.strip = {
    parts,
    at,
    marks,
    place,
    timed,
    first,
    end
  }
};
View.prototype.drawMap = function() {
  const d = this.data;
  this.map.hidden = d.all <= 16;
  if (this.map.hidden) return;
  const width = this.width,
    h = 44,
    w = this.wholeTrace();
  if (!this.mapDrawn || this.mapWidth !== width) {
    this.mapDrawn = true;
    this.mapWidth = width;
    const s = draw("svg", {
        width,
        height: h,
        "aria-hidden": "true"
      }),
      bin = 2,
      bins = new Float64Array(Math.ceil(width / bin) + 1);
    let most = 1,
      path = "";
    w.parts.forEach((p, k) => {
      const a = w.place(p.from, p.time) * width / bin,
        next = w.parts[k + 1],
        b = next ? w.place(next.from, next.time) * width / bin : width / bin;
      // A part longer than a bin counts in all of them, in each by its share.
      const lo = Math.max(0, Math.floor(a)),
        hi = Math.max(lo, Math.min(bins.length - 1, Math.ceil(b) - 1));
      for (let j = lo; j <= hi; j++) bins[j] += p.n / (hi - lo + 1)
    });
    for (const n of bins)
      if (n > most) most = n;
    // The scale is logarithmic, so that a short burst does not flatten everything else.
    const scale = Math.log2(most + 1);
    bins.forEach((n, b) => {
      if (n) path += "M" + b * bin + " 32h" + bin + "v-" + (2 + 26 * Math.log2(n + 1) / scale).toFixed(
        1) + "h-" + bin + "z"
    });
    s.append(draw("rect", {
      class: "bg",
      width,
      height: 32,
      rx: 4
    }), draw("path", {
      class: "hist",
      d: path
    }));
    if (d.count < d.all) {
      const x = w.at(d.event[d.count - 1] || 1) * width;
      s.append(draw("rect", {
        class: "beyond",
        x: x.toFixed(1),
        width: Math.max(0, width - x).toFixed(1),
        height: 32
      }))
    }
    const marks = {};
    for (const [number, severity] of w.marks) {
      const n = severities[severity];
      marks[n] = (marks[n] || "") + "M" + (w.at(number) * width).toFixed(1) + " 34v8"
    }
    for (const n of severities)
      if (marks[n]) s.append(draw("path", {
        class: "v " + n,
        d: marks[n]
      }));
    this.win = draw("rect", {
      class: "win",
      y: 1,
      height: h - 2,
      rx: 4
    });
    s.append(this.win);
    this.map.replaceChildren(s)
  }
  const i = this.firstIn(),
    j = this.lastIn(),
    a = j >= i ? w.at(d.event[Math.min(i, d.count - 1)]) * width : 0,
    b = j >= i ? w.at(d.event[j]) * width : 0;
  set(this.win, {
    x: a.toFixed(1),
    width: Math.max(8, (this.whole && d.count === d.all ? width : b) - a).toFixed(1)
  })
};
// The listed event that is nearest to a place in the strip.
View.prototype.mapTo = function(share) {
  const d = this.data,
    w = this.wholeTrace(),
    width = this.to - this.from;
  let a = 0,
    b = d.count;
  while (a < b) {
    const m = (a + b) >> 1;
    if (w.at(d.event[m]) < share) a = m + 1;
    else b = m
  }
  if (a >= d.count && d.count < d.all) tell("Only the first " + grouped(d.count) +
    " events are listed; callorder check --timeline lists more");
  const at = this.pos[Math.min(d.count - 1, a)];
  this.from = at - width / 2;
  this.to = at + width / 2;
  this.moved = true;
  this.soon()
};