/// The page's frame: masthead, verdict, navigation, sections, print.
let layoutStyles = frameStyles + heroStyles + tableStyles + mediaStyles

private let frameStyles = #"""
  *,::before,::after{box-sizing:border-box}
  html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
  body{margin:0;background:var(--paper);color:var(--ink);font:400 var(--t2)/1.55 var(--sans);overflow-wrap:anywhere;
  font-variant-numeric:tabular-nums}
  h1,h2,h3,h4,p,ol,ul,dl,dd,figure{margin:0;padding:0}
  h2{font-size:var(--t4);line-height:1.2;font-weight:680;letter-spacing:-.012em}
  h3{font-size:var(--t3);line-height:1.35;font-weight:640}
  h4{font-size:var(--t1);font-weight:640;color:var(--soft)}
  a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:1px}
  a:hover{text-decoration-thickness:2px}
  code,kbd{font-family:var(--mono);font-size:.92em;unicode-bidi:isolate}
  b{font-weight:640}
  :focus-visible{outline:2.5px solid var(--focus);outline-offset:2px;border-radius:4px}
  :target{outline:2.5px solid var(--focus);outline-offset:3px}
  section:target{outline:none}
  [hidden]{display:none!important}
  .vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
  .defs{position:absolute}
  .skip{position:absolute;left:-99rem;top:.5rem;z-index:9;background:var(--card);padding:.5rem 1rem;border-radius:6px}
  .skip:focus{left:1rem}
  .wrap{max-width:75rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
  @media (min-width:106rem){.wrap{max-width:92rem}}
  .part{padding-top:4.5rem}
  .part>h2+.sub,.part>header .sub{margin-top:.35rem}
  .sub{color:var(--soft);margin-bottom:1.5rem}
  .dim,.none{color:var(--faint)}
  .masthead{padding:1.1rem 0}
  .masthead .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.5rem}
  .brand{display:inline-flex;align-items:center;gap:.6rem;font-weight:700;letter-spacing:-.01em;color:var(--ink);
  text-decoration:none;min-height:24px}
  .brand path{fill:none;stroke-width:5;stroke-linecap:round}
  .b1{stroke:var(--edge)}.b2{stroke:var(--bad-line)}.b3{stroke:var(--good-line)}
  .ident{color:var(--faint);font-size:var(--t1)}.ident b{font-weight:500;color:var(--soft)}
  .tools{margin-left:auto;display:flex;gap:.5rem}
  button,input{font:inherit;color:inherit}
  button{min-height:30px;padding:.15rem .7rem;border:1px solid var(--edge);border-radius:7px;background:var(--card);
  font-size:var(--t1);cursor:pointer}
  button:hover{background:var(--sunk)}
  button[aria-pressed="true"]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
  kbd{padding:.05em .4em;border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;background:var(--card);
  color:var(--ink)}
  button kbd{margin-left:.45rem;font-size:.85em}
  .nav{position:sticky;top:0;z-index:5;background:var(--paper);border-bottom:1px solid var(--line)}
  .nav .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 1.5rem;padding-top:.45rem;padding-bottom:.45rem}
  .nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.35rem;list-style:none}
  .nav li a{display:inline-block;padding:.3rem 0;color:var(--soft);text-decoration:none;font-weight:560;font-size:var(--t1)}
  .nav li a:hover{color:var(--ink);text-decoration:underline}
  .nav form{margin-left:auto;display:flex;align-items:center;gap:.4rem;flex:0 1 30rem}
  .nav input{flex:1 1 8rem;min-width:4rem;min-height:32px;padding:.15rem .7rem;border:1px solid var(--edge);border-radius:7px;
  background:var(--card);font-size:var(--t1)}
  .nav ::placeholder{color:var(--faint);opacity:1}
  .nav output{font-size:var(--t1);color:var(--soft)}.nav output:empty{display:none}
  .notes a,.between a,.related a,.rows a,.align a,.place a,.matrix tbody a,.kicker a{display:inline-block;min-width:24px;min-height:24px}
  .foot{margin-top:5rem;padding:1.5rem 0 3rem;color:var(--faint);font-size:var(--t1)}
  .foot p{border-top:1px solid var(--line);padding-top:1.25rem;max-width:60rem}
  .trace{content-visibility:auto;contain-intrinsic-size:auto 1200px}
  .trace.conforming,.trace.inconclusive{contain-intrinsic-size:auto 260px}
  .trace>header{display:block}
  .trace h2{font-size:1.3rem}
  summary{cursor:pointer;padding:.35rem 0;border-radius:4px}
  summary::marker{color:var(--faint)}
  details.block{border-top:1px solid var(--line);margin-top:1rem}
  details.block>summary{font-weight:600;padding:.7rem 0}
  dialog{max-width:34rem;width:calc(100vw - 2rem);border:1px solid var(--line);border-radius:14px;background:var(--card);
  color:var(--ink);padding:1.5rem 1.75rem}
  dialog::backdrop{background:rgb(0 0 0/.45)}
  dialog h2{font-size:var(--t3);margin-bottom:.75rem}
  dialog dl{margin-bottom:1rem}
  dialog dl div{display:flex;gap:1rem;padding:.22rem 0}dialog dt{flex:0 0 6.5rem}
  dialog p{margin-top:.75rem;font-size:var(--t1)}

  """#

private let heroStyles = #"""
  .hero{padding:1.25rem 0 2.75rem}
  .verdict{display:flex;gap:clamp(1rem,2.5vw,1.75rem);align-items:flex-start}
  .seal{flex:none;width:clamp(3rem,6vw,4.5rem);aspect-ratio:1;border-radius:28%;display:grid;place-items:center;
  font-size:clamp(1.6rem,3.4vw,2.5rem);font-weight:700;line-height:1}
  .violating .seal{background:var(--bad-bg);color:var(--bad);border:2px solid var(--bad-line)}
  .conforming .seal{background:var(--good-bg);color:var(--good);border:2px solid var(--good-line)}
  .inconclusive .seal{background:var(--note-bg);color:var(--note);border:2px solid var(--note-line)}
  h1{font-size:var(--t5);line-height:1.08;font-weight:720;letter-spacing:-.028em}
  h1 .of{color:var(--faint);font-weight:480}
  .lead{margin-top:.7rem;font-size:var(--t3);line-height:1.5;color:var(--soft);max-width:44rem}
  .figures{display:flex;flex-wrap:wrap;gap:1.1rem clamp(1.4rem,3.2vw,2.75rem);margin:2.2rem 0 0}
  .figures div{display:flex;flex-direction:column-reverse;min-width:3.2rem}
  .figures dd{font-size:1.65rem;font-weight:620;line-height:1.15;letter-spacing:-.02em}
  .figures dt{color:var(--faint);font-size:var(--t1)}
  .figures .error dd{color:var(--bad)}.figures .warning dd{color:var(--warn)}.figures .note dd{color:var(--note)}
  .figures .none dd{color:var(--faint)}
  .causes{margin-top:2.5rem}
  .causes h2{font-size:var(--t1);font-weight:640;color:var(--soft);letter-spacing:0;margin-bottom:.6rem}
  .causes ol{list-style:none}
  .causes>ol>li,.kinds>li{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1.1rem 1.35rem}
  .causes>ol>li+li{margin-top:.6rem}
  .say{font-size:var(--t3);font-weight:600;line-height:1.4;margin-top:.25rem;max-width:56rem}
  .say a{color:var(--ink);text-decoration-color:var(--edge)}
  .more{margin-top:.75rem;font-size:var(--t1)}
  .kicker{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;font-size:var(--t1);color:var(--soft)}
  .kicker a{color:inherit}
  .sev{display:inline-block;padding:.1rem .55rem;border-radius:99px;font-size:var(--t0);font-weight:640;line-height:1.5;
  white-space:nowrap}
  .sev.error{background:var(--bad-bg);color:var(--bad)}.sev.warning{background:var(--warn-bg);color:var(--warn)}
  .sev.note{background:var(--note-bg);color:var(--note)}
  .times{font-weight:640;color:var(--ink)}
  .strip{display:flex;flex-wrap:wrap;list-style:none;gap:.5rem 1.6rem;margin-top:.9rem}
  .strip li{position:relative;display:flex;flex-direction:column;justify-content:center;min-height:2.7rem;
  padding:.3rem .75rem;border:1.5px solid var(--line);border-radius:8px;background:var(--paper);line-height:1.3}
  .strip code{font-size:var(--t1)}
  .strip small{font-size:var(--t0);color:var(--faint)}
  .strip li+li::before{content:"";position:absolute;right:calc(100% + 4px);top:50%;width:calc(1.6rem - 7px);height:1.5px;
  margin-top:-.75px;background:var(--edge)}
  .strip li+li::after{content:"";position:absolute;right:calc(100% + 4px);top:50%;width:6px;height:6px;margin-top:-3px;
  border:solid var(--edge);border-width:1.5px 1.5px 0 0;transform:rotate(45deg)}
  .strip .rest{border:0;background:none;padding:0;color:var(--faint)}
  .strip .missing{border-style:dashed;border-color:var(--bad-line);background:none}
  .strip .missing code,.strip .missing small{color:var(--bad)}
  .strip .unexpected,.strip .off{border-color:var(--bad-line);background:var(--bad-bg)}
  .strip .unexpected small,.strip .off small{color:var(--bad)}
  .warning .strip .missing,.warning .strip .unexpected,.warning .strip .off{border-color:var(--warn-line)}
  .warning .strip .unexpected,.warning .strip .off{background:var(--warn-bg)}
  .warning .strip .missing code,.warning .strip .missing small,.warning .strip .unexpected small,
  .warning .strip .off small{color:var(--warn)}
  .note .strip .missing,.note .strip .unexpected,.note .strip .off{border-color:var(--note-line)}
  .note .strip .unexpected,.note .strip .off{background:var(--note-bg)}
  .note .strip .missing code,.note .strip .missing small,.note .strip .unexpected small,.note .strip .off small{color:var(--note)}
  .kinds{list-style:none;display:grid;gap:.75rem}
  .tally{margin-top:.8rem;font-size:var(--t1);color:var(--soft)}

  """#

private let tableStyles = #"""
  table{border-collapse:collapse;width:100%;font-size:var(--t1)}
  th{text-align:left;font-weight:560;color:var(--faint);white-space:nowrap}
  th,td{padding:.42rem .8rem .42rem 0;vertical-align:top}
  .num{text-align:right}
  .region,.tl-scroll{position:relative}
  .region{overflow-x:auto;max-width:100%;scrollbar-width:thin}
  .rows td,.rows th{border-bottom:1px solid var(--line)}
  .rows td:first-child,.rows td:nth-child(2){white-space:nowrap}
  .matrix{width:auto;min-width:min(100%,40rem)}
  .matrix th,.matrix td{border-bottom:1px solid var(--line);padding:.34rem .5rem}
  .matrix thead th{vertical-align:bottom;background:var(--paper);position:sticky;top:0;z-index:1}
  .matrix tbody th{font-weight:480;color:var(--ink);position:sticky;left:0;background:var(--paper);max-width:24rem;
  white-space:nowrap;overflow:hidden;text-overflow:ellipsis;padding-left:0}
  .matrix thead th.tr{padding-left:0}.matrix td{text-align:center}.matrix td.num{text-align:right}
  .matrix .turn a{display:inline-block;writing-mode:vertical-rl;transform:rotate(180deg);font-family:var(--mono);
  font-size:var(--t0);color:var(--soft);min-width:24px;padding:.2rem 0}
  .matrix td.error,.matrix td.warning,.matrix td.note{font-weight:640}
  .matrix td.error{background:var(--bad-bg);color:var(--bad)}.matrix td.warning{background:var(--warn-bg);color:var(--warn)}
  .matrix td.note{background:var(--note-bg);color:var(--note)}
  .region.tall{max-height:44rem;overflow:auto}
  .vd{display:inline-block;width:1.25rem;font-weight:700}
  .vd.violating,.vd.broken{color:var(--bad)}.vd.conforming,.vd.kept{color:var(--good)}.vd.inconclusive,.vd.idle{color:var(--faint)}
  .chunk.far{content-visibility:auto;contain-intrinsic-size:auto 5900px}
  .ev{table-layout:fixed;font-family:var(--mono);font-size:var(--t0);line-height:1.5}
  .ev caption{text-align:left;padding:1rem 0 .25rem;color:var(--faint);font:500 var(--t1) var(--sans)}
  .ev th{font-family:var(--sans)}
  .ev th,.ev td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--line);overflow:hidden}
  .ev th:nth-child(1){width:5.5rem}.ev th:nth-child(2){width:6.5rem}.ev th:nth-child(3){width:9.5rem}
  .ev th:nth-child(4){width:17rem}
  .ev i{color:var(--faint);font-style:normal}.ev s{color:var(--faint);text-decoration:none}.ev b{font-weight:600;color:var(--soft)}
  .ev tr.error td{background:var(--bad-bg)}.ev tr.warning td{background:var(--warn-bg)}.ev tr.note td{background:var(--note-bg)}
  .ev tr.lost td{background:var(--sunk)}
  .ev .sev{padding:0;background:none;font:600 var(--t0) var(--sans);white-space:normal}
  .notes{list-style:none;margin:.75rem 0 1.25rem}.notes li{padding:.3rem 0;border-bottom:1px solid var(--line)}
  .meta{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:1rem 0;font-size:var(--t1)}.meta dt{color:var(--faint)}

  """#

private let mediaStyles = #"""
  @media (max-width:48rem){
  .part{padding-top:3.25rem}
  .nav{position:static}.nav form{flex:1 1 100%;margin-left:0}
  html{scroll-padding-top:1rem}
  .tools{margin-left:0}
  }
  @media (max-width:36rem){
  .strip{flex-direction:column;gap:.9rem;align-items:stretch}
  .strip li+li::before{right:auto;left:1.4rem;top:auto;bottom:100%;width:1.5px;height:.9rem;margin:0;background:var(--edge)}
  .strip li+li::after{right:auto;left:calc(1.4rem - 2.5px);top:auto;bottom:calc(100% + 3px);transform:rotate(135deg);margin:0}
  .strip .rest{min-height:0}
  }
  @media (max-width:48rem){
  .ev{table-layout:auto}.ev thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .ev tr{display:grid;grid-template-columns:3.4rem 4.6rem 1fr;padding:.3rem 0;border-bottom:1px solid var(--line)}
  .ev td{border:0;padding:.05rem .5rem .05rem 0}.ev td:nth-child(n+4){grid-column:1/-1}.ev td:empty{display:none}
  .matrix tbody th{max-width:9rem}
  }
  @media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
  @media (forced-colors:active){.sev,.strip li,button{border:1px solid CanvasText}.tl text,.sd text{fill:CanvasText!important}}
  @media print{
  :root,:root[data-theme="dark"],:root:not([data-theme="light"]){color-scheme:light;--paper:#fff;--card:#fff;--sunk:#eee;--ink:#000;
  --soft:#333;--faint:#555;--line:#ccc;--edge:#777;--link:#000;--bad:#8f1510;--bad-bg:#fbecea;--bad-line:#b3261e;--warn:#6b4400;
  --warn-bg:#fbf2dd;--warn-line:#8a5a00;--note:#2a4467;--note-bg:#ebf1f8;--note-line:#4d6d98;--good:#12522f;--good-bg:#e5f3ea;
  --good-line:#17663b;--f0:#fff;--d0:#9aa0a8;--f1:#e9ebee;--l1:#c9ced4;--f2:#dde8f4;--l2:#b9cde3;--f3:#f7e9c4;--l3:#e8d096;
  --f4:#b9e0c8;--f5:#d6d5ea;--l5:#bab8da;--f6:#e9e7e3;--d6:#bdb8af;--f7:#f3e1de;--l7:#d9bdb8;--f9:#e2e4e8}
  body{font-size:10pt}.nav,.tools,.js,.skip,.tl-tools,.tl-map,.tl-say{display:none!important}
  .part{padding-top:2rem}
  .card,.causes>ol>li,.kinds>li,figure,tr{break-inside:avoid}
  .card,.trace,.chunk,.virtual{content-visibility:visible!important}
  details::details-content{content-visibility:visible!important;display:block!important;block-size:auto!important}
  .region,.tl-scroll,.region.tall{overflow:visible;max-height:none}
  svg{max-width:100%;height:auto}
  }

  """#
