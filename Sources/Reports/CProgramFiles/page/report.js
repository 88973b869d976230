// The report, `callorder.report/1` as `--format json` writes it, and the timelines that are drawn from it. In this script `d` is
// a timeline, `v` a finding in it, `m` a call that is missing there, `i` the place of an event in it, `l` that of a lane.
const packed = one("#report");
const inflated = text => {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json()
};
let report, grammar;
try {
  grammar = JSON.parse(one("#grammar").textContent);
  report = await inflated(packed.textContent)
} catch {
  // An old browser shows what there is without a script.
  document.documentElement.className = "";
  return
}
packed.remove();
const names = new Map(Object.entries(grammar.names)), looks = new Map(Object.entries(grammar.looks));
// The name of a callback where it is implemented; pictures and tables have the short one.
const written = name => names.get(name) || name;
const lookOf = state => looks.has(state) ? looks.get(state) : 4;
const inWords = state => /^[\p{L}\p{N}]*$/u.test(state)
  ? state.replace(/(?<=[\p{Ll}\p{N}])\p{Lu}/gu, letter => " " + letter.toLowerCase()) : state;

// The identity of a trace's place is made of its path; FNV-1a by Fowler, Noll and Vo.
const digitsOf = text => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0").slice(2)
};
const isSingle = report.traces.length === 1;
const indexOfTrace = new Map();
const traceIDs = report.traces.map((trace, index) => {
  let id = isSingle ? "trace" : "t" + digitsOf(trace.path);
  while (indexOfTrace.has(id)) id += "x";
  indexOfTrace.set(id, index);
  return id
});
const outcomeOf = trace => {
  const inForce = name => trace.counts[name + "s"] - trace.suppressedCounts[name + "s"];
  if (severities.slice(severities.indexOf(grammar.fails)).some(name => inForce(name) > 0)) return "failing";
  return trace.verdict === "inconclusive" ? "inconclusive" : "passing"
};
// The beginning of the identities of a trace's events.
const prefixOf = index => isSingle ? "" : traceIDs[index] + "-";
const shortPath = path => path === "-" ? "standard input"
  : path.split("/").filter(Boolean).slice(-2).join("/").replace(/(.)\.[^./]*$/, "$1");

// Equal findings have one article, whichever trace they are in.
const articles = all("article.v[data-finding]");
const findingOf = article => report.traces[article.dataset.trace].violations[article.dataset.finding];
const likeness = v => v.severity + " " + v.fingerprint;
const articleOf = new Map(articles.map(article => [likeness(findingOf(article)), article.id]));

// The titles of lanes, as the texts have them: letters for those that a reader follows, otherwise the identity.
const titlesOf = lanes => {
  const kinds = [...new Set(lanes.map(lane => lane.kind))], narrow = kinds.slice(1), taken = new Set();
  const lettered = new Set((narrow.length ? narrow : kinds).filter(kind => {
    const own = lanes.filter(lane => lane.kind === kind).map(lane => lane.subject.toUpperCase());
    const letters = own.map((_, k) => String.fromCharCode(65 + k));
    return own.length <= 26 && own.every((subject, k) => subject === letters[k] || !letters.includes(subject))
  }));
  const numbers = new Map();
  return lanes.map(({ kind, subject }) => {
    const title = kind.charAt(0).toUpperCase() + kind.slice(1), number = numbers.get(kind) || 0;
    numbers.set(kind, number + 1);
    if (lettered.has(kind)) return title + " " + String.fromCharCode(65 + number);
    const letters = [...subject || kind];
    let length = letters.length <= 12 ? letters.length : 8, name = letters.slice(0, length).join("");
    while (taken.has(kind + " " + name) && length < Math.min(letters.length, 24))
      name = letters.slice(0, ++length).join("");
    for (let k = 2, base = name; taken.has(kind + " " + name); k++) name = base + "~" + k;
    taken.add(kind + " " + name);
    return subject ? title + " " + name : title
  })
};
// What is told beside the title: the identity, or the role if the title has the identity.
const hintOf = ({ role, subject }, title) => !subject || title.endsWith(" " + subject.slice(0, title.split(" ").pop().length))
  ? (role || "").split(".").pop() : subject.slice(0, subject.length <= 12 ? 12 : 8);

// Recordings of an hour and more have hours and minutes.
const clockOf = isLong => seconds => {
  if (!isLong) return seconds.toFixed(3);
  const sum = Math.round(seconds * 1e3), two = number => String(number).padStart(2, "0");
  return two(Math.floor(sum / 36e5)) + ":" + two(Math.floor(sum / 6e4) % 60) + ":" + two(Math.floor(sum / 1e3) % 60) +
    "." + String(sum % 1e3).padStart(3, "0")
};
const long = seconds => {
  if (seconds < 59.95) return +seconds.toFixed(1) + " s";
  const sum = Math.round(seconds);
  const two = (whole, first, part, second) => Math.floor(sum / whole) + " " + first +
    (sum % whole < part ? "" : " " + Math.floor(sum % whole / part) + " " + second);
  return sum < 3600 ? two(60, "min", 1, "s") : sum < 86400 ? two(3600, "h", 60, "min") : two(86400, "d", 3600, "h")
};

// The states of a lane: certain ones, and those that the explanation of a finding adds. A call that should not be there changes
// nothing: the state before it goes on. Each state ends where the next one begins.
const statesOf = (lane, findings, endOf, last) => {
  const list = lane.intervals.map(([state, from, to]) => ({ state, from, to: endOf(from, to) }));
  for (const { event, steps } of findings) {
    const known = steps.filter(step => step.event);
    known.forEach((step, k) => {
      const isStill = step.mark === "unexpected";
      if (step.states.length !== 1 || step.event > last || !isStill && !(step.offending || step.event > event)) return;
      const next = k + 1 < known.length ? known[k + 1].event : last + 1;
      list.push({ state: step.states[0], from: step.event, to: Math.min(last + 1, Math.max(step.event, next)), isStill,
        isAdded: true })
    })
  }
  list.sort((p, q) => p.from - q.from || !!p.isAdded - !!q.isAdded);
  const states = [];
  for (const item of list) {
    const before = states[states.length - 1];
    if (before && before.from === item.from) {
      before.isStill = before.isStill || item.isStill && before.state === item.state;
      continue
    }
    if (before) before.to = Math.min(before.to, item.from);
    states.push(item)
  }
  return states.filter(item => item.to > item.from)
    .map(({ state, from, to, isStill }) => ({ state: inWords(state), look: lookOf(state), from, to, isStill }))
};

const readTimeline = ({ timeline, violations, events, overview }, index) => {
  if (!timeline || !timeline.columns.event.length || !timeline.lanes.length) return null;
  const { columns, callbacks, kinds, laneSets } = timeline, count = columns.event.length, event = columns.event;
  const last = event[count - 1], titles = titlesOf(timeline.lanes), process = columns.process || [];
  let first;
  const time = columns.time && new Float64Array(count);
  if (time) {
    first = columns.time.find(seconds => seconds !== null);
    // Seconds since 1970 or 2001 mean nothing to a reader; seconds since the first event do.
    const origin = Math.abs(first) >= 1e5 ? first : 0;
    let now = first - origin;
    for (let i = 0; i < count; i++) {
      if (columns.time[i] !== null) now = columns.time[i] - origin;
      time[i] = now
    }
    first = origin
  }
  // The processes around the others, each with its first and last event.
  const spans = new Map();
  for (let i = 0; i < count; i++) {
    const l = process[i];
    if (l === null || l === undefined) continue;
    if (spans.has(l)) spans.get(l).last = event[i];
    else spans.set(l, { last: event[i] })
  }
  const wide = new Set(["process", ...[...spans.keys()].map(l => timeline.lanes[l].kind)]);
  timeline.lanes.forEach(({ kind, intervals }, l) => {
    if (!spans.has(l) && wide.has(kind) && intervals.length)
      spans.set(l, { last: Math.max(intervals[0][1], intervals[intervals.length - 1][2] - 1) })
  });
  // An event is drawn in the lanes of its subjects, without the process around them.
  const shownSets = new Map();
  const own = i => {
    const key = columns.lanes[i] + " " + process[i];
    let list = shownSets.get(key);
    if (!list) {
      const lanes = laneSets[columns.lanes[i]], narrow = lanes.filter(l => l !== process[i]);
      list = narrow.length ? narrow : lanes.length ? lanes : process[i] >= 0 && process[i] !== null ? [process[i]] : [];
      shownSets.set(key, list)
    }
    return list
  };
  const of = timeline.lanes.map(() => []);
  for (let i = 0; i < count; i++) for (const l of own(i)) of[l].push(i);
  const at = number => countBefore(count, i => event[i] < number);
  const laneOfSubject = new Map(timeline.lanes.map((lane, l) => [lane.subject, l]).reverse());
  const laneOf = v => {
    const i = at(v.event), about = event[i] === v.event ? [...laneSets[columns.lanes[i]], process[i]] : [];
    const lanes = about.filter(l => l !== null && l !== undefined);
    const same = lanes.find(l => timeline.lanes[l].subject === v.subject);
    return same !== undefined ? same : lanes.length ? lanes[lanes.length - 1] : laneOfSubject.get(v.subject)
  };
  const found = [], marked = of.map(() => []), violated = new Map(), surplus = new Map(), explained = of.map(() => []);
  for (const v of violations) {
    const lane = v.event <= last ? laneOf(v) : undefined;
    if (lane === undefined) continue;
    const missing = v.repair.insert.slice(0, 6).map(({ callback, beforeEvent }) => {
      const step = v.steps.find(step => step.mark === "missing" && step.callback === callback);
      return { event: beforeEvent, name: callback, state: step && step.states.length === 1 ? step.states[0] : null }
    });
    const mark = { event: v.event, lane, severity: v.severity, missing, message: v.rule, finding: v,
      link: articleOf.get(likeness(v)) || traceIDs[index], deletes: v.repair.delete.map(deletion => deletion.event) };
    found.push(mark);
    marked[lane].push(mark);
    explained[lane].push(v);
    if (!violated.has(v.event)) violated.set(v.event, mark);
    for (const number of mark.deletes) if (!surplus.has(number)) surplus.set(number, mark)
  }
  const lanes = timeline.lanes.map((lane, l) => {
    const span = spans.size > 1 ? spans.get(l) : undefined;
    const endOf = (from, to) => Math.max(from, Math.min(to, last + 1, span ? span.last + 1 : Infinity));
    return { name: titles[l], subject: hintOf(lane, titles[l]), isProcess: spans.has(l),
      states: statesOf(lane, explained[l], endOf, last) }
  });
  const stateAt = (l, number) => {
    const list = lanes[l].states, item = list[countBefore(list.length, k => list[k].from <= number) - 1];
    return item && number < item.to ? item : undefined
  };
  const kind = i => kinds[columns.kind[i]] === "delegate" ? "" : kinds[columns.kind[i]];
  const isGap = i => kind(i) === "gap", call = i => callbacks[columns.callback[i]];
  const isLong = !!time && time[count - 1] >= 3600;
  const details = new Map(timeline.details.map(([i, members]) => [i, members]));
  const gaps = kinds.includes("gap") ? Array.from({ length: count }, (_, i) => i).filter(isGap) : [];
  return { prefix: prefixOf(index), gaps, count, event, time, of, own, lanes, at, stateAt, kind, isGap, call,
    violations: found, marked, violated, surplus, isLong, origin: first, clock: clockOf(isLong), over: overview, all: Math.max(events, last), last,
    name: i => isGap(i) ? "events were lost" : written(call(i)) + (kind(i) ? " (" + kind(i) + ")" : ""),
    laneNames: i => own(i).map(l => lanes[l].name).join(", "),
    // A finding at an event, or one whose repair removes the call.
    fault: number => violated.get(number) || surplus.get(number),
    detail: i => [...(columns.duration && columns.duration[i] !== null ? [["took", long(columns.duration[i])]] : []),
      ...Object.entries(details.get(i) || {})] }
};
const timelines = new Map();
const timelineOf = index => {
  if (!timelines.has(index)) timelines.set(index, readTimeline(report.traces[index], index));
  return timelines.get(index)
};
// The calls of a finding's own subject, where its event is not listed.
const timelineOfSteps = (v, index) => {
  const steps = v.steps.filter(step => step.event), last = steps.length ? steps[steps.length - 1].event : 0;
  const intervals = steps.flatMap((step, k) => step.states.length === 1 && step.mark === "match"
    ? [[step.states[0], step.event, k + 1 < steps.length ? steps[k + 1].event : last + 1]] : []);
  const places = steps.map((_, k) => k), zeros = steps.map(() => 0);
  return readTimeline({ events: last, violations: [v], timeline: { callbacks: steps.map(step => step.callback),
    kinds: ["delegate"], laneSets: [[0]], details: [], lanes: [{ kind: v.subjectKind || v.lifecycle, subject: v.subject,
      intervals }], columns: { event: steps.map(step => step.event), callback: places, kind: zeros, lanes: zeros,
      time: steps.some(step => step.time === null) ? null : steps.map(step => step.time) } } }, index)
};
