/// Timelines and state diagrams.
let pictureStyles = timelineStyles + diagramStyles

private let timelineStyles = #"""
  .f0{fill:var(--f0)}.f1{fill:var(--f1)}.f2{fill:var(--f2)}.f3{fill:var(--f3)}.f4{fill:var(--f4)}.f5{fill:var(--f5)}
  .f6{fill:var(--f6)}.f7{fill:var(--f7)}.f8{fill:var(--card)}.f9{fill:var(--f9)}.d0{fill:var(--d0)}.d6{fill:var(--d6)}
  .l1,.l2,.l3,.l5,.l7,.l8,.lg{fill:none;stroke-width:2}.l3{stroke-width:1.25}.l7,.l8{stroke-width:1}
  .l1{stroke:var(--l1)}.l2{stroke:var(--l2)}.l3{stroke:var(--l3)}.l5{stroke:var(--l5)}.l7{stroke:var(--l7)}.l8{stroke:var(--edge)}.lg{stroke:var(--edge)}
  .s0{fill:url(#p0)}.s1{fill:url(#p1)}.s2{fill:url(#p2)}.s3{fill:url(#p3)}.s4{fill:url(#p4)}.s5{fill:url(#p5)}
  .s6{fill:url(#p6)}.s7{fill:url(#p7)}.s8{fill:url(#p8)}.s9{fill:url(#p9)}.s10{fill:url(#p10)}
  .s0,.s1,.s2,.s3,.s4,.s5,.s6,.s7,.s8,.s9,.s10{stroke:var(--edge);stroke-width:1}
  .tl-box{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem clamp(.75rem,2vw,1.5rem) .75rem;
  margin-top:1.25rem}
  .tl-frame{display:flex}
  .tl-names{flex:none}
  .tl-names .nm{font:640 12px var(--mono);fill:var(--ink)}.tl-names .kd{font:400 11px var(--sans);fill:var(--faint)}
  .tl-scroll{flex:1 1 auto;min-width:0;overflow-x:auto;scrollbar-width:thin}
  .tl{display:block;font:500 12px var(--sans)}
  .tl text{fill:var(--ink)}
  .tl .ax text{fill:var(--faint);font-size:11px;text-anchor:middle}.tl .ax .tm{font-size:10px}
  .grid{fill:none;stroke:var(--line);stroke-width:1}
  .tl .bars text,.tl .bars .pid{paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
  .tl .pid{font:600 11px var(--mono);stroke:none}
  .tk{stroke:var(--ink);stroke-width:1.75;fill:none}.tk.no{stroke-dasharray:2 2}.tk.ac{stroke-width:1.75;stroke-dasharray:6 2}
  .hit{stroke:transparent;stroke-width:14;fill:none}
  .tl a:hover .tk,.tl a:focus .tk{stroke:var(--focus);stroke-width:4}
  .tl .cb text{font:400 10.5px var(--mono);text-anchor:middle;fill:var(--soft)}
  .tl .cb .bd{font-weight:700}.tl .cb .error{fill:var(--bad)}.tl .cb .warning{fill:var(--warn)}.tl .cb .note{fill:var(--note)}
  .ld{stroke:var(--line);fill:none}
  .restart path{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:1 5;stroke-linecap:round;fill:none}
  .lost rect{fill:url(#pg)}
  .dn{fill:var(--soft)}
  .vm .sym{fill:var(--bad-line);stroke:var(--card);stroke-width:1.5}.vm .sx{stroke:#fff;stroke-width:2;fill:none;stroke-linecap:round}
  .vm.error .sym{fill:#c0392f}.vm.warning .sym{fill:#f0b43c;stroke:#7d5000}.vm.warning .sx{stroke:#3a2600}
  .vm.note .sym{fill:#5d80b0}
  .vm .line{stroke:#c0392f;stroke-width:2.5;fill:none}.vm.warning .line{stroke:var(--warn-line)}.vm.note .line{stroke:var(--note-line)}
  .arc{fill:none;stroke:var(--bad-line);stroke-width:1.5}.tip,.last{fill:var(--bad-line)}
  .warning .arc{stroke:var(--warn-line)}.warning .tip,.warning .last{fill:var(--warn-line)}
  .vm.note .arc{stroke:var(--note-line)}.vm.note .tip,.vm.note .last{fill:var(--note-line)}
  .ghost{stroke:var(--bad-line);stroke-width:2;stroke-dasharray:4 3;fill:none}
  .warning .ghost{stroke:var(--warn-line)}.note .ghost{stroke:var(--note-line)}
  .cross{stroke:var(--bad);stroke-width:2;fill:none}
  .tl a:focus-visible{outline:none}.tl a:focus-visible .sym,.tl a:focus-visible .hit{stroke:var(--focus);stroke-width:3}
  .legend{display:flex;flex-wrap:wrap;gap:.35rem 1.35rem;list-style:none;margin:1rem 0 0;font-size:var(--t1);color:var(--soft)}
  .legend li{display:inline-flex;align-items:center;gap:.5rem}
  .tl-tools{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;margin-bottom:.75rem}
  .tl-tools .gapper{flex:1 1 1rem}
  .tl-map{margin:.6rem 0 0 112px;touch-action:none}
  .tl-map svg{display:block;cursor:ew-resize}
  .tl-map .bg{fill:var(--sunk)}.tl-map .win{fill:var(--focus);fill-opacity:.1;stroke:var(--focus);stroke-width:1.5}
  .tl-map .hist{fill:var(--edge)}.tl-map .v{fill:#c0392f}.tl-map .v.warning{fill:var(--warn-line)}.tl-map .v.note{fill:var(--note-line)}
  .tl .sel{fill:none;stroke:var(--focus);stroke-width:2}.tl .range{fill:var(--focus);fill-opacity:.1}
  .tl .brk{stroke:var(--edge);stroke-dasharray:3 3;fill:none}.tl .brkt{fill:var(--faint);font-size:10px;text-anchor:middle}
  .tl-say{min-height:1.4em;margin-top:.5rem;font-size:var(--t1);color:var(--soft)}
  .virtual{height:32rem;overflow:auto;border:1px solid var(--line);border-radius:var(--r);background:var(--card);
  font:400 var(--t0)/24px var(--mono);position:relative;margin-top:1rem}
  .vrow{position:absolute;left:0;right:0;height:24px;display:grid;grid-template-columns:5.5rem 6.5rem 9.5rem minmax(9rem,1fr) 9rem;
  gap:.8rem;padding:0 .8rem;white-space:nowrap}
  .vrow span{overflow:hidden;text-overflow:ellipsis}
  .vrow.error{background:var(--bad-bg)}.vrow.warning{background:var(--warn-bg)}.vrow.note{background:var(--note-bg)}
  .vrow.at{box-shadow:inset 0 0 0 2px var(--focus)}
  @media (max-width:48rem){.vrow{grid-template-columns:3.5rem 4.6rem 1fr}.vrow span:nth-child(3),.vrow span:nth-child(5){display:none}}

  """#

private let diagramStyles = #"""
  .sd{font:600 13px var(--sans)}
  .sd text{text-anchor:middle;fill:var(--ink);stroke:none}
  .sd .sd-k,.sd .sd-l text{font:400 11px var(--mono)}
  .sd .sd-k{font-size:10px;fill:var(--soft)}
  .sd-n rect{fill:var(--sunk);stroke:var(--edge);stroke-width:1.25}.sd-n .sd-a{fill:none}
  .sd-e path,.sd-s{fill:none;stroke:var(--edge);stroke-width:1.25}
  .sd .sd-h{fill:var(--edge);stroke:none}
  .sd-l rect{fill:var(--card)}
  .sd .cold rect,.sd .cold path{stroke-dasharray:3 3}.sd .cold text{fill:var(--faint)}
  .sd-l.cold rect,.sd .cold .sd-h{stroke-dasharray:none}
  .sd-e.h1 path{stroke-width:1.5}.sd-e.h2 path{stroke-width:2.25}.sd-e.h3 path{stroke-width:3}.sd-e.h4 path{stroke-width:4}
  .sd-n.h1 rect,.sd-n.h2 rect{fill:var(--note-bg)}.sd-n.h3 rect,.sd-n.h4 rect{fill:var(--f2)}
  symbol .sd-n text,.sp text{font:560 12px var(--sans)}
  symbol .sd-n text{fill:var(--soft);text-anchor:middle}
  symbol .cold rect,symbol .cold path{stroke-dasharray:none}
  symbol .sd-e{opacity:.6}symbol .sd-e path{stroke-width:1.1}symbol .sd-h{fill:var(--edge);stroke:none}
  symbol .sd-n rect{fill:var(--card);stroke-width:1}
  .sp-now rect{fill:var(--ink);stroke:var(--ink)}.sp .sp-now text{fill:var(--card);font-weight:700}
  .sp-ok path{fill:none;stroke:var(--good-line);stroke-width:2.25}.sp .sp-ok .sd-h{fill:var(--good-line);stroke:none}
  .sp-ok circle{fill:var(--good-bg);stroke:var(--good-line)}.sp .sp-ok text{fill:var(--good);font-size:11px}
  .sp-bad path{fill:none;stroke:var(--bad-line);stroke-width:2.25;stroke-dasharray:5 4}
  .sp .sp-bad .sd-h{fill:var(--bad-line);stroke:none}
  .sp-bad circle{fill:var(--bad-line);stroke:var(--card)}.sp-bad .sp-x{stroke:#fff;stroke-dasharray:none;stroke-width:2}

  """#
