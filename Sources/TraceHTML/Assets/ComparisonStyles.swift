/// The one style sheet of a comparison's page: that of the report, and the marks of changes.
package let comparisonStylesheet = tokenStyles + layoutStyles + cardStyles + changeStyles

private let changeStyles = #"""
  .chg{display:inline-block;padding:.1rem .55rem;border-radius:99px;border:1px solid;font-size:var(--t0);font-weight:640;
  line-height:1.5;white-space:nowrap}
  .chg.new{background:var(--card);color:var(--ink);border-color:var(--edge)}
  .chg.gone{background:var(--card);color:var(--soft);border-color:var(--edge);border-style:dashed}
  .chg.unchanged{background:var(--sunk);color:var(--soft);border-color:var(--line)}
  .kinds+.kinds{margin-top:.75rem}
  .kinds.gone .say,.kinds.unchanged .say{font-weight:480;color:var(--soft)}
  .caveats{margin-top:2rem}.caveats li{color:var(--soft)}
  .part>h3{margin:1.5rem 0 .25rem}
  .part>p.none{margin:.75rem 0}
  .scenario{margin-top:1.25rem}
  .scenario .region{margin-top:1.25rem}
  .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.75rem 3rem;margin-top:1.25rem}
  .two h3{margin-bottom:.5rem}
  .rows code{white-space:normal}
  .sides{table-layout:auto}
  .sides td,.sides th{border-bottom:1px solid var(--line)}
  .align.sides th:first-child,.align.sides td:first-child{width:3.5rem;padding-left:.4rem}
  .align.sides .rel{width:7rem;text-align:left;white-space:nowrap;padding-left:.5rem}
  .sides .rel .word{font:640 var(--t0) var(--sans);margin-left:.35rem}
  .sides small{font-size:var(--t0);color:var(--soft)}
  .sides .missing td{background:var(--warn-bg)}
  .align.sides .missing .rel,.align.sides .missing code{color:var(--warn);font-weight:640}
  .sides .extra td{background:var(--note-bg)}
  .align.sides .extra .rel,.align.sides .extra code{color:var(--note);font-weight:640}
  .sides .moved td{background:var(--sunk)}
  .align.sides .moved .rel,.align.sides .moved code{color:var(--ink);font-weight:640}
  .skip-rows td{color:var(--faint);background:var(--paper)}
  .shifts .slower{color:var(--warn);font-weight:640;white-space:nowrap}
  .shifts .faster{color:var(--good);font-weight:640;white-space:nowrap}
  .bars .was{fill:var(--edge)}.bars .slower{fill:var(--warn-line)}.bars .faster{fill:var(--good-line)}
  .bars{display:block}
  .align.shifts th:first-child,.align.shifts td:first-child{width:auto;padding-left:.4rem}
  .align.shifts .num{white-space:nowrap}
  .matrix td b{font-weight:640}
  @media (max-width:48rem){
  .align.sides,.align.shifts{min-width:0}
  .align.sides code,.align.shifts code{white-space:normal}
  .align.shifts td{padding-right:.5rem}
  .bars{width:60px}
  }
  @media (max-width:36rem){
  .sides thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .sides tr{display:grid;grid-template-columns:2.3rem 2.3rem 1fr;padding:.35rem 0;border-bottom:1px solid var(--line)}
  .align.sides td,.align.sides td:first-child{border:0;background:none;padding:.05rem .5rem .05rem 0;width:auto;grid-column:3}
  .align.sides td:nth-child(1){grid-area:1/1}.align.sides td:nth-child(4){grid-area:1/2}
  .sides td:nth-child(2),.sides .missing td:nth-child(2){grid-row:1}
  .sides .extra td:nth-child(5),.sides .here td:nth-child(5){grid-row:1}.sides .here td:nth-child(2){grid-row:2}
  .sides .match td:nth-child(5),.sides .missing td:nth-child(5),.sides .extra td:nth-child(2){display:none}
  .sides .match .rel,.sides .match .state{display:none}
  .align.sides .rel{width:auto;padding-left:0}.sides .rel .word{margin:0}
  .sides .missing{background:var(--warn-bg)}.sides .extra{background:var(--note-bg)}.sides .moved{background:var(--sunk)}
  .sides .skip-rows td:first-child{grid-column:1/-1;text-align:left;padding-left:.4rem}
  .shifts thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .shifts tr{display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
  .align.shifts td,.align.shifts td:first-child{border:0;padding:0}.align.shifts td:first-child{flex:1 0 100%}
  .shifts td:nth-child(2)::after{content:" before"}.shifts td:nth-child(3)::after{content:" now"}
  }
  @media (forced-colors:active){.chg{border:1px solid CanvasText}}

  """#
