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
