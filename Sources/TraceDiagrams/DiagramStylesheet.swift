/// The colors of a state diagram that is a file of its own; a report's page has the same under its own names.
package let diagramStylesheet = #"""
  .sd{font:600 13px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;background:#fff}
  .sd text{text-anchor:middle;fill:#17191c;stroke:none}
  .sd .sd-k,.sd .sd-l text{font:400 11px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
  .sd .sd-k{font-size:10px;fill:#5c626b}
  .sd-n rect{fill:#f4f5f7;stroke:#5c626b;stroke-width:1.25}
  .sd-n .sd-a{fill:none}
  .sd-e path,.sd-s{fill:none;stroke:#5c626b;stroke-width:1.25}
  .sd .sd-h{fill:#5c626b;stroke:none}
  .sd-l rect{fill:#fff}
  .sd .cold rect,.sd .cold path{stroke-dasharray:3 3}
  .sd .cold text{fill:#5c626b}
  .sd-l.cold rect,.sd .cold .sd-h{stroke-dasharray:none}
  .sd-e.h1 path{stroke-width:1.5}.sd-e.h2 path{stroke-width:2.25}
  .sd-e.h3 path{stroke-width:3}.sd-e.h4 path{stroke-width:4}
  .sd-n.h1 rect,.sd-n.h2 rect{fill:#e3ecf8}.sd-n.h3 rect,.sd-n.h4 rect{fill:#c8dbf4}
  @media (prefers-color-scheme:dark){
  .sd{background:#16181c}.sd text{fill:#eceef0}.sd-l rect{fill:#16181c}
  .sd .sd-k,.sd .cold text{fill:#a9afb8}.sd-n rect{fill:#22262c;stroke:#a9afb8}
  .sd-e path,.sd-s{stroke:#a9afb8}.sd .sd-h{fill:#a9afb8}
  .sd-n.h1 rect,.sd-n.h2 rect{fill:#22324a}.sd-n.h3 rect,.sd-n.h4 rect{fill:#2b4568}
  }
  """#
