// What the script adds to the text of the page: pictures to a finding when it is first shown, shapes to the faults, a panel for
// every trace.
const furnish = panel => {
  if (panel.isFurnished) return;
  panel.isFurnished = true;
  if (panel.matches("article[data-finding]")) furnishFinding(panel);
  const whole = one(".whole", panel);
  if (whole && timelineOf(0)) whole.append(timelineBox(0));
  // Of a long trace, the calls around the first finding stand for all of its fault.
  const typical = one(".typical", panel), [article] = articles;
  if (!typical || !article) return;
  const box = timelineBox(0, findingOf(article).event, one(".story", article).textContent);
  box.article = article;
  one("h3", box).textContent = "Typical of " + grouped(Number(article.dataset.count));
  typical.append(box)
};
const furnishFinding = article => {
  const v = findingOf(article), index = Number(article.dataset.trace), id = traceIDs[index];
  const d = timelineOf(index), story = one(".story", article);
  if (d && d.violated.has(v.event) || v.steps.some(step => step.event)) {
    story.replaceWith(timelineBox(index, v.event, story.textContent))
  }
  const isListed = number => d && d.event[d.at(number)] === number;
  for (const mark of all("[data-event]", article)) if (isListed(Number(mark.dataset.event)))
    mark.replaceChildren(make("a", { href: "#" + d.prefix + "e" + mark.dataset.event }, mark.textContent))
};

// The shape of a fault: the states of its calls as bars, with the sign at the wrong one.
const shapeOf = v => {
  const place = Math.max(0, v.steps.findIndex(step => step.offending)), first = Math.max(0, place - 3);
  const steps = v.steps.slice(first, first + 6), svg = draw("svg", { width: 124, height: 36, "aria-hidden": "true" });
  const isAbsence = v.cause === "missing" && !v.repair.cost;
  if (isAbsence || !steps.some(step => step.states.length === 1)) return svg;
  const width = Math.min(24, 120 / steps.length), signs = [];
  steps.forEach((step, k) => {
    const x = 2 + k * width, look = step.states.length === 1 ? lookOf(step.states[0]) : 4, height = tall[look] * .8;
    const isStill = step.mark === "unexpected" ? " still" : "", isMissing = step.mark === "missing";
    svg.append(look === 5 && !isMissing ? draw("path", { class: "ended", d: "M" + x + " 30h" + width })
      : draw("rect", { class: isMissing ? "missing-bar " + v.severity : "s" + look + isStill, x, y: 30 - Math.max(4, height), width,
        height: Math.max(4, height) }));
    if (step.mark === "unexpected" || step.offending) signs.push(draw("use", { href: "#i-" + v.severity, class: v.severity,
      x: Math.max(0, x - 6), y: 23, width: 12, height: 12 }))
  });
  svg.append(...signs);
  return svg
};
for (const row of all(".faults li")) {
  const article = articles.find(article => article.dataset.group === row.dataset.group);
  if (article) one(".shape", row).append(shapeOf(findingOf(article)))
}

// The panel of a trace: what was found in it, its timeline, its events, and what is said about the recording.
const tracePanel = id => {
  const index = indexOfTrace.get(id);
  if (index === undefined) return null;
  const trace = report.traces[index], outcome = outcomeOf(trace), d = timelineOf(index), place = document.getElementById(id);
  if (place) place.removeAttribute("id");
  const subjects = Object.entries(trace.subjectCounts || { process: trace.processes, session: trace.sessions });
  const facts = [counted(trace.events, "event"), ...subjects.map(([kind, count]) => grouped(count) + " " +
    (count === 1 ? kind : kind.replace(/s$/, "se") + "s")), trace.reason].filter(Boolean);
  // All findings are counted, and some of them are listed.
  const found = new Map(), counts = new Map(trace.groups.map(group => [likeness(group), group.count]));
  for (const v of trace.violations) if (!found.has(likeness(v))) found.set(likeness(v), v);
  const link = ([key, v]) => make("li", {}, icon(v.severity), hidden(v.severity + ": "), " ",
    articleOf.has(key) ? make("a", { href: "#" + articleOf.get(key) }, v.message) : v.message,
    counts.get(key) > 1 ? " ×\u00a0" + grouped(counts.get(key)) : "");
  const links = [...found].sort((p, q) => severities.indexOf(q[1].severity) - severities.indexOf(p[1].severity))
    .slice(0, 200).map(link);
  const notes = trace.notes.map(note => make("li", {}, make("code", {}, note.id), " " + note.message,
    note.event && note.count > 1 ? " × " + grouped(note.count) : ""));
  const unknown = trace.unknownCallbacks.slice(0, 100).map(call =>
    make("li", {}, make("code", {}, call.name), " is not in the grammar × " + grouped(call.count)));
  const members = [["format", trace.format], ...Object.entries(trace.metadata)].slice(0, 40);
  const panel = make("section", { id, class: "panel trace " + outcome, tabindex: -1, "aria-labelledby": id + "-h" },
    make("h2", { id: id + "-h" }, icon(outcome), hidden(outcome + ": "), " " + trace.path),
    make("p", { class: "facts" }, facts.join(" · ")),
    links.length ? make("ul", { class: "links" }, ...links.slice(0, 5)) : null,
    links.length > 5 ? make("details", {}, make("summary", {}, counted(links.length - 5, "more finding")),
      make("ul", { class: "links" }, ...links.slice(5))) : null,
    trace.unlistedViolations ? make("p", { class: "dim" }, grouped(trace.violations.length) + " of " +
      grouped(trace.violations.length + trace.unlistedViolations) + " are listed; ", make("code", {}, "--max-findings"),
      " lists more.") : null,
    d ? timelineBox(index) : make("p", { class: "none" }, "This page does not contain the events."));
  if (d) {
    const events = make("div", { class: "events" });
    panel.append(make("h3", {}, "Events"), events);
    eventLists.push(new EventList(events, d))
  }
  panel.append(make("details", { class: "block", id: prefixOf(index) + "recording", ...(notes.length ? { open: "" } : {}) },
    make("summary", {}, "About the recording"), make("ul", { class: "notes" }, ...notes, ...unknown),
    make("dl", { class: "meta" }, ...members.map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, String(value)))))));
  one("#traces").after(panel);
  return panel
};
