// Traces without findings: a row of the table of traces, and a section like the others once one is opened.
const quietRows = new Map(document.getElementById("data-quiet") ? quietData().rows.map(r => [r.section, r]) : []);
const icon = name => {
  const s = draw("svg", {
    class: "i " + name,
    width: 14,
    height: 14,
    "aria-hidden": "true"
  });
  s.append(draw("use", {
    href: "#i-" + name
  }));
  return s
};
const verdictOf = r => r.isPassing ? "passing" : "inconclusive";
const quietPanel = id => {
  const r = quietRows.get(id);
  if (!r) return null;
  const index = String(r.index),
    verdict = verdictOf(r);
  const panel = make("section", {
      id,
      class: "panel trace " + verdict,
      tabindex: -1,
      "aria-labelledby": id + "-h"
    },
    make("h2", {
      id: id + "-h"
    }, icon(verdict), make("span", {
      class: "vh"
    }, verdict + ": "), " " + r.path),
    make("p", {
      class: "facts"
    }, verdict + " · " + grouped(r.events) + (r.events === 1 ? " event" : " events")));
  if (r.notes.length) panel.append(make("ul", {
    class: "notes"
  }, ...r.notes.map(n => make("li", {}, n))));
  const lines = hasData(index);
  if (lines) {
    const box = make("div", {
        class: "tl-box",
        id: id + "-timeline",
        "data-timeline": index
      },
      make("div", {
        class: "tl-head"
      }, make("h3", {}, "Timeline"), make("small", {
        class: "tl-part"
      }), make("div", {
        class: "tl-tools"
      })),
      make("div", {
        class: "tl-map"
      }),
      make("div", {
        class: "tl-frame"
      }, draw("svg", {
        class: "tl-names"
      }), make("div", {
        class: "tl-scroll",
        role: "group",
        tabindex: 0,
        "aria-label": "Timeline of " + shortPath(r.path)
      })),
      make("p", {
        class: "tl-say",
        "aria-live": "polite"
      }));
    panel.append(box, make("h3", {}, "Events"), make("div", {
      class: "events",
      "data-events": index,
      "data-list": "windows"
    }))
  } else panel.append(make("p", {
    class: "none"
  }, "This page does not contain the events."));
  one("#traces").after(panel);
  return panel
};
// The rows are added in parts, so that opening the table is never slow.
let tracesDrawn = false;
const drawTraces = () => {
  if (tracesDrawn || !quietRows.size) return;
  tracesDrawn = true;
  const body = one("#traces tbody"),
    rows = [...quietRows.values()].sort((p, q) => p.isPassing - q.isPassing);
  let k = 0;
  const more = make("button", {
      type: "button"
    }, ""),
    foot = make("p", {}, more);
  one("#traces .region").after(foot);
  const some = () => {
    for (const end = Math.min(rows.length, k + 200); k < end; k++) {
      const r = rows[k],
        verdict = verdictOf(r);
      body.append(make("tr", {
        class: verdict
      }, make("th", {
        scope: "row"
      }, icon(verdict), make("span", {
        class: "vh"
      }, verdict), " ", make("a", {
        href: "#" + r.section
      }, r.path)), make("td", {
        class: "num"
      }, grouped(r.events)), make("td", {})))
    }
    foot.hidden = k >= rows.length;
    more.textContent = grouped(rows.length - k) + " more traces: show the next 200"
  };
  more.onclick = some;
  some()
};