/// Buttons, pointers and sizes of timelines.
let scriptTimelineControls = #"""
  View.prototype.open=function(){
  const tools=one(".tl-tools",this.box),button=(text,label,act)=>{const b=make("button",{type:"button","aria-label":label,title:label},text);
  b.onclick=act;tools.append(b);return b};
  this.byOrder=button("Order","Timeline by order of calls",()=>this.setMode("order"));
  this.byTime=button("Time","Timeline by time",()=>this.setMode("time"));this.byTime.disabled=!this.d.time;
  tools.append(make("span",{class:"gapper"}));
  button("−","Zoom out",()=>this.zoom(1.6));button("+","Zoom in",()=>this.zoom(.625));
  button("←","Move left",()=>this.pan(-.4));button("→","Move right",()=>this.pan(.4));
  button("All","Show everything",()=>this.fit());button("Violations","Show what is marked",()=>this.fitRange());
  button("‹ event","Previous event of the lane",()=>this.step(-1));button("event ›","Next event of the lane",()=>this.step(1));
  button("Range","Mark a range from event to event",()=>this.markRange());
  this.buttons();
  let drag=null;
  this.scroll.addEventListener("pointerdown",e=>{if(e.button||e.target.closest("a.vm"))return;drag={x:e.clientX,a:this.a,b:this.b,moved:false}});
  addEventListener("pointermove",e=>{if(!drag)return;const by=(e.clientX-drag.x)/this.width*(drag.b-drag.a);
  if(Math.abs(e.clientX-drag.x)>4)drag.moved=true;if(drag.moved){this.a=drag.a-by;this.b=drag.b-by;this.soon()}});
  addEventListener("pointerup",()=>{if(drag&&drag.moved)addEventListener("click",e=>{if(this.scroll.contains(e.target)){e.preventDefault();e.stopPropagation()}},{capture:true,once:true});
  drag=null;setTimeout(()=>{},0)});
  this.scroll.addEventListener("wheel",e=>{
  if(e.ctrlKey||e.metaKey){e.preventDefault();const r=this.scroll.getBoundingClientRect();
  this.zoom(e.deltaY>0?1.25:.8,this.a+(e.clientX-r.left)/this.width*(this.b-this.a))}
  else if(Math.abs(e.deltaX)>Math.abs(e.deltaY)){e.preventDefault();this.pan(e.deltaX/this.width)}},{passive:false});
  const move=e=>{const r=this.map.getBoundingClientRect(),m=this.low+(e.clientX-r.left)/this.width*(this.high-this.low),w=this.b-this.a;
  this.a=m-w/2;this.b=m+w/2;this.soon()};
  this.map.addEventListener("pointerdown",e=>{this.map.setPointerCapture(e.pointerId);move(e)});
  this.map.addEventListener("pointermove",e=>{if(this.map.hasPointerCapture(e.pointerId))move(e)});
  this.scroll.addEventListener("focus",()=>{active=this;this.render()});this.scroll.addEventListener("blur",()=>this.render());
  new ResizeObserver(()=>{if(this.scroll.clientWidth!==this.width&&this.scroll.clientWidth)this.render()}).observe(this.scroll);
  this.limit();this.render()};
  View.prototype.buttons=function(){set(this.byOrder,{"aria-pressed":this.mode==="order"});set(this.byTime,{"aria-pressed":this.mode==="time"})};
  View.prototype.key=function(k){
  switch(k){
  case"ArrowLeft":case"a":this.pan(-.25);break;case"ArrowRight":case"d":this.pan(.25);break;
  case"+":case"=":case"w":this.zoom(.7);break;case"-":case"s":this.zoom(1.43);break;
  case"0":this.fit();break;case"f":this.fitRange();break;case".":this.step(1);break;case",":this.step(-1);break;
  case"ArrowUp":this.toLane(-1);break;case"ArrowDown":this.toLane(1);break;case"m":this.markRange();break;
  default:return false}return true};
  const nearTimelines=new IntersectionObserver(entries=>{for(const e of entries)if(e.isIntersecting){nearTimelines.unobserve(e.target);start(e.target)}},{rootMargin:"300px"});
  for(const box of all(".tl-box[data-timeline]"))if(hasData(box))nearTimelines.observe(box);
  function hasData(box){return document.getElementById("data-"+box.dataset.timeline)}

  """#

/// Long lists of events: a field to search them, and only the rows in sight where the page does not list them all.
let scriptEvents = #"""
  const lists=[];
  class VirtualList{
  constructor(box,data){this.d=data;this.prefix=data.pre;this.shown=null;
  const bar=make("p",{class:"sub"}),input=make("input",{type:"search","aria-label":"Search all events",placeholder:"search all events"});
  this.output=make("output",{});bar.append(input," ",this.output);
  this.view=make("div",{class:"virtual",role:"table",tabindex:0,"aria-label":"All events"});
  this.inner=make("div",{role:"rowgroup"});this.view.append(this.inner);box.append(bar,this.view);
  let soon;input.oninput=()=>{clearTimeout(soon);soon=setTimeout(()=>this.search(input.value),80)};
  this.view.onscroll=()=>this.render();
  new ResizeObserver(()=>this.render()).observe(this.view);this.search("")}
  search(text){const d=this.d,words=text.toLowerCase().split(/\s+/).filter(Boolean);
  if(!words.length)this.shown=null;
  else{const calls=d.cb.map(c=>(c[0]+" "+c[1]).toLowerCase()),lanes=d.lanes.map(l=>(l[0]+" "+l[1]).toLowerCase());
  const okCall=calls.map(c=>words.map(w=>c.includes(w))),okLane=lanes.map(l=>words.map(w=>l.includes(w))),found=[];
  for(let i=0;i<d.count;i++){const c=okCall[d.c[i]],l=d.l[i],own=typeof l==="number"?[l]:l;
  if(words.every((w,k)=>c[k]||own.some(x=>okLane[x][k])||String(d.event[i])===w))found.push(i)}
  this.shown=found}
  const n=this.length();this.output.textContent=words.length?n+" of "+d.count:d.count+" events";
  this.view.setAttribute("aria-rowcount",n);this.inner.style.height=n*24+"px";this.view.scrollTop=0;this.render()}
  length(){return this.shown?this.shown.length:this.d.count}
  render(){const d=this.d,n=this.length(),from=Math.max(0,Math.floor(this.view.scrollTop/24)-8),
  to=Math.min(n,from+Math.ceil((this.view.clientHeight||512)/24)+16),rows=[];
  for(let k=from;k<to;k++){const i=this.shown?this.shown[k]:k,c=d.cb[d.c[i]],v=d.violated.get(d.event[i]);
  const row=make("div",{class:"vrow"+(v?" "+severities[v[2]]:"")+(this.at===d.event[i]?" at":""),role:"row","aria-rowindex":k+1});
  const cell=(...kids)=>row.append(make("span",{role:"cell"},...kids));
  cell(String(d.event[i]));cell(d.time?d.time[i].toFixed(3):"");cell(d.laneNames(i));cell(c[1]==="gap"?"events were lost here":c[0]);
  if(v)cell(make("a",{href:"#"+v[3]},v[7]));else cell(c[1]);
  row.style.top=k*24+"px";rows.push(row)}
  this.inner.replaceChildren(...rows)}
  show(number){const d=this.d,i=d.at(number);if(i>=d.count||d.event[i]!==number)return false;
  this.shown=null;this.search("");this.at=number;openAround(this.view);this.view.scrollIntoView({block:"center"});
  this.view.scrollTop=Math.max(0,i*24-200);this.render();return true}
  }
  const searchRows=(box,bar)=>{const input=make("input",{type:"search","aria-label":"Search the events",placeholder:"search the events"}),output=make("output",{});
  bar.append(" ",input," ",output);let rows,run=0,soon;
  const apply=()=>{rows=rows||all("tr[id]",box);const words=input.value.toLowerCase().split(/\s+/).filter(Boolean),mine=++run;let i=0,hit=0;
  const some=()=>{if(mine!==run)return;const until=performance.now()+24;
  for(;i<rows.length&&performance.now()<until;i++){const yes=words.every(w=>lower(rows[i]).includes(w));hit+=yes;if(rows[i].hidden===yes)rows[i].hidden=!yes}
  if(i<rows.length){setTimeout(some,0);return}
  for(const c of all(".chunk",box))c.hidden=words.length>0&&!all("tr[id]",c).some(r=>!r.hidden);
  output.textContent=words.length?hit+" of "+rows.length:""};some()};
  input.oninput=()=>{clearTimeout(soon);soon=setTimeout(apply,120)}};
  for(const box of all("[data-events]")){const data=dataOf(box.dataset.events);if(!data)continue;
  if(box.dataset.list==="windows")lists.push(new VirtualList(box,data));
  else if(box.previousElementSibling)searchRows(box,box.previousElementSibling)}

  """#

/// Keys of one letter, the dialog that tells them, and where the page starts.
let scriptKeys = #"""
  const help=one("#help"),keysOn=one("#keys-on");
  keysOn.checked=remember("keys")!=="off";keysOn.onchange=()=>remember("keys",keysOn.checked?"on":"off");
  one("#b-keys").onclick=()=>help.showModal();one("#b-close").onclick=()=>help.close();
  let after=null;
  const sections={v:["violations","traces"],t:["timeline","traces"],r:["rules"],e:["events","traces"]};
  document.addEventListener("keydown",event=>{
  if(event.ctrlKey||event.metaKey||event.altKey||event.isComposing)return;
  const k=event.key,typing=event.target.closest("input:not([type=checkbox]),textarea,select");
  if(k==="Escape"){if(event.target===field){if(field.value){field.value="";applyFilter()}else field.blur();event.preventDefault()}return}
  if(typing||!keysOn.checked||help.open)return;
  const box=event.target.closest(".tl-box[data-timeline]");
  if(box&&!(event.target.closest("button")&&k===" ")&&start(box).key(k)){event.preventDefault();return}
  if(after==="g"){after=null;const id=(sections[k]||[]).find(i=>document.getElementById(i));
  if(id){const e=document.getElementById(id);e.scrollIntoView({block:"start"});const h=one("h2",e)||e;h.tabIndex=-1;h.focus({preventScroll:true});event.preventDefault()}return}
  switch(k){
  case"n":case"j":go(1);break;case"p":case"k":go(-1);break;
  case"/":if(!field)return;field.focus();field.select();break;
  case"?":help.showModal();break;
  case"g":after="g";setTimeout(()=>{after=null},1200);break;
  case"x":{const b=active?active.box:one(".tl-box[data-timeline]");if(!b)return;const t=start(b);t.setMode(t.mode==="order"?"time":"order");break}
  case"c":copy(current?addressOf(current.id):location.href,"Link");break;
  default:return}
  event.preventDefault()});
  addEventListener("hashchange",restore);restore();

  """#
