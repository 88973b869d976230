const cards=all("article.v").map(card=>({card,fields:{rule:card.dataset.rule,sev:card.dataset.sev,cb:card.dataset.cb,
state:card.dataset.state},rows:all("tr.v",card)})),loose=all(".card.plain tr.v");
const total=cards.reduce((n,c)=>n+1+c.rows.length,0)+loose.length;
const field=one("#q"),hits=one("#hits");let current=null;
const parse=text=>{const terms=[];
for(const m of text.toLowerCase().matchAll(/(-)?(?:(rule|scene|sev|state|cb|trace):)?(?:"([^"]*)"?|(\S+))/g)){
const word=m[3]!==undefined?m[3]:m[4];if(word)terms.push({not:!!m[1],key:m[2],word})}return terms};
const lower=e=>e.lower||(e.lower=e.textContent.toLowerCase());
const traceOf=e=>{const s=e.closest(".trace");return s?lower(one("h2",s)):document.title.toLowerCase()};
const holds=(term,card,fields,row)=>{const w=term.word;let yes;
switch(term.key){
case"rule":case"sev":case"cb":case"state":yes=fields[term.key].toLowerCase().includes(w);break;
case"scene":yes=(row?lower(row.cells[3]):card.dataset.scene.toLowerCase()).includes(w);break;
case"trace":yes=traceOf(card||row).includes(w);break;
default:yes=row?(lower(row)+" "+fields.rule.toLowerCase()).includes(w):headOf(card).includes(w)}
return yes!==term.not};
const headOf=card=>card.head||(card.head=[...card.children].filter(e=>!e.matches("details.more")).map(e=>e.textContent).join(" ").toLowerCase());
const applyFilter=()=>{const terms=parse(field.value);let shown=0;
for(const c of cards){let main=terms.every(t=>holds(t,c.card,c.fields)),rows=0;
for(const r of c.rows){const yes=terms.every(t=>holds(t,c.card,c.fields,r));if(r.hidden===yes)r.hidden=!yes;rows+=yes}
shown+=main+rows;const yes=main||rows>0;if(c.card.hidden===yes)c.card.hidden=!yes}
for(const r of loose){const yes=terms.every(t=>holds(t,null,{rule:lower(r),sev:lower(r),cb:lower(r),state:""},r));r.hidden=!yes;shown+=yes}
for(const s of all(".trace")){const own=all("article.v",s);s.hidden=terms.length>0&&!own.some(c=>!c.hidden)}
hits.textContent=terms.length?shown+" of "+total:"";save()};
const visible=()=>cards.filter(c=>!c.card.hidden).map(c=>c.card);
const go=step=>{const list=visible();if(!list.length){tell("no violation");return}
let at=current?list.indexOf(current):-1;
if(at<0&&step<0)at=0;at=(at+step+list.length)%list.length;
if(current)current.classList.remove("current");current=list[at];openAround(current);
current.classList.add("current");current.focus({preventScroll:true});current.scrollIntoView({block:"start"});
tell("violation "+(at+1)+" of "+list.length);save()};
let saveSoon;
const save=()=>{clearTimeout(saveSoon);saveSoon=setTimeout(()=>{const parts=[];
if(field&&field.value)parts.push("q="+encodeURIComponent(field.value));
if(current)parts.push("v="+encodeURIComponent(current.id));
const t=active&&active.rangeText();if(t)parts.push("t="+t);
try{history.replaceState(null,"",parts.length?"#"+parts.join("&"):location.pathname+location.search)}catch{}},150)};
const restore=()=>{const hash=location.hash.slice(1);if(!hash)return;
if(!/^(q|v|t)=/.test(hash)){let id=hash;try{id=decodeURIComponent(hash)}catch{}reveal(id);return}
const p=new URLSearchParams(hash);
if(p.has("q")&&field){field.value=p.get("q");applyFilter()}
if(p.has("v")){const e=document.getElementById(p.get("v"));if(e&&e.matches("article.v")){current=e;e.classList.add("current");reveal(e.id)}}
const range=/^(?:(\d+):)?(\d+)-(\d+)$/.exec(p.get("t")||"");
if(range){const box=all(".tl-box[data-timeline]")[Number(range[1]||0)];if(box)start(box).setEvents(Number(range[2]),Number(range[3]))}};
if(field){let soon;field.oninput=()=>{clearTimeout(soon);soon=setTimeout(applyFilter,60)};
one("#filter").onsubmit=e=>e.preventDefault();
one("#b-next").onclick=()=>go(1);one("#b-prev").onclick=()=>go(-1)}
