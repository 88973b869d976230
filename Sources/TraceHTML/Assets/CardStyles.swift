/// Violations: the card, its table of expected against actual, its picture and its reasons; the rules' list.
let cardStyles = #"""
  .card{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:clamp(1.1rem,2.6vw,2rem);
  scroll-margin-top:4.5rem}
  .card.far{content-visibility:auto;contain-intrinsic-size:auto 720px}
  .card+.card{margin-top:1.25rem}
  .card.current{border-color:var(--focus);box-shadow:0 0 0 1px var(--focus)}
  .card h3,.card h4.say{font-size:1.3rem;line-height:1.3;margin-top:.45rem;letter-spacing:-.012em;max-width:52rem}
  .cause{color:var(--faint)}
  .place{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;margin-top:.6rem;font-size:var(--t1);color:var(--soft)}
  .cols{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,20.5rem);gap:1.5rem clamp(1.5rem,3vw,3rem);margin-top:1.75rem}
  @media (max-width:62rem){.cols{grid-template-columns:minmax(0,1fr)}}
  .align caption{text-align:left;font-weight:640;color:var(--soft);padding-bottom:.35rem}
  .align{min-width:30rem}.align code{white-space:nowrap}
  .align th{font-size:var(--t0)}
  .align th,.align td{border-bottom:1px solid var(--line);padding:.5rem .9rem .5rem 0}
  .align th:first-child,.align td:first-child{width:3.5rem;padding-left:.4rem}
  .align .rel{width:1.9rem;text-align:center;font:700 var(--t2) var(--mono);padding-right:.9rem;color:var(--faint)}
  .align .state{color:var(--soft)}
  .align em{font-style:normal;font-size:var(--t0);font-weight:640;white-space:nowrap;color:var(--bad);margin-left:.35rem}
  .align .gap{display:inline-block;width:2.5rem;border-bottom:2px dotted var(--edge);height:.75em}
  .missing td,.align .unexpected td,.align .off td{background:var(--bad-bg)}
  .align .missing .rel,.align .unexpected .rel{color:var(--bad)}
  .align .missing code,.align .unexpected code{font-weight:640;color:var(--bad)}
  .align .off code{font-weight:640}
  .warning .align .missing td,.warning .align .unexpected td,.warning .align .off td{background:var(--warn-bg)}
  .warning .align .missing code,.warning .align .unexpected code,.warning .align em,
  .warning .align .missing .rel,.warning .align .unexpected .rel{color:var(--warn)}
  .card.note .align .missing td,.card.note .align .unexpected td,.card.note .align .off td{background:var(--note-bg)}
  .card.note .align .missing code,.card.note .align .unexpected code,.card.note .align em,
  .card.note .align .missing .rel,.card.note .align .unexpected .rel{color:var(--note)}
  .repair{margin-top:.9rem;font-size:var(--t1)}
  .steps{font-size:var(--t1)}
  .steps svg{display:block;max-width:100%;height:auto;margin:0 auto 1rem}
  .steps ul{list-style:none}.steps li,.steps figcaption p{padding:.16rem 0}
  .steps li span:last-child{color:var(--soft)}
  .key{display:inline-grid;place-items:center;width:1.3rem;height:1.3rem;border-radius:50%;margin-right:.5rem;
  font:640 var(--t0)/1 var(--sans);vertical-align:-.2rem}
  .key.ok{background:var(--good-bg);color:var(--good);border:1px solid var(--good-line)}
  .key.bad{background:var(--bad-bg);color:var(--bad);border:1px solid var(--bad-line)}
  .why{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1.1rem 2.5rem;margin-top:1.75rem;
  max-width:60rem}
  .why:empty{display:none}
  .why p{margin-top:.15rem;font-size:var(--t1);color:var(--soft)}
  .related{margin:1.25rem 0 0 1.1rem;font-size:var(--t1)}
  .card details{margin-top:1rem;font-size:var(--t1)}
  .between{margin:.4rem 0 0 1.2rem}
  .between{list-style:none;margin-left:.2rem}
  .card footer{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;margin-top:1.6rem;padding-top:1rem;
  border-top:1px solid var(--line);font-size:var(--t1);color:var(--faint)}
  .card footer a{display:inline-block;padding:.15rem 0}
  .card footer .js{margin-left:auto;display:flex;gap:.4rem;flex-wrap:wrap}
  .rulelist{margin:.6rem 0 2rem;border-top:1px solid var(--line)}
  .rulelist details{border-bottom:1px solid var(--line)}
  .rulelist summary{padding:.55rem 0}
  .rulelist .line{display:inline-flex;flex-wrap:wrap;gap:.1rem .7rem;width:calc(100% - 1.5rem);vertical-align:top}
  .rulelist .times,.rulelist .line .dim{margin-left:auto;white-space:nowrap}
  .rulelist .vd{width:.9rem}
  .rulelist .what{color:var(--soft)}
  .rulelist .body{padding:0 0 1.1rem 2.3rem;max-width:52rem}
  .rulelist .body p{margin-top:.5rem;color:var(--soft)}
  .life{margin:0 0 2.25rem}
  .life figcaption{font-weight:640;margin-bottom:.5rem}
  .life>.region{background:var(--card);border:1px solid var(--line);border-radius:var(--r);padding:1rem;margin-bottom:.5rem}
  .life .sd{display:block;margin:0 auto}

  """#
