View.prototype.render=function(){
const d=this.d,width=this.width=Math.max(120,this.scroll.clientWidth),axis=26,bar=24,above=22,line=14,gap=16,out=draw("svg",{class:"tl"});
const seen=this.lastIn()-this.firstIn()+1,named=seen<=160;
if(!this.levels||this.levels.length!==d.rows.length)this.levels=d.rows.map(()=>0);
const names=draw("svg",{class:"tl-names",width:112,"aria-hidden":"true"});
const under=[],over=[];let y=axis;
const marks=d.v.filter(v=>{const p=this.positionOf(v[0]);return p>=this.a-this.unit()*2&&p<=this.b+this.unit()*2});
const rowOf=new Map();d.rows.forEach((lanes,r)=>{for(const l of lanes)rowOf.set(l,r)});
const tops=[];
d.rows.forEach((lanes,r)=>{
const top=y+above,own=marks.filter(v=>rowOf.get(v[1])===r);tops.push(top);
under.push(this.bars(lanes,top,bar));
const labels=named&&width/seen>=9?this.labels(this.rowEvents(r),own):[];
this.levels[r]=Math.max(this.levels[r],...labels.map(l=>l.level+1),0);
over.push(this.ticks(r,top,bar,named,labels,own));
const single=lanes.length===1,lane=d.lanes[lanes[0]];
names.append(draw("text",{x:0,y:top+10,class:"nm"},single?lane[0].slice(0,15):lanes.length+" processes"),
draw("text",{x:0,y:top+25,class:"kd"},single?lane[1].slice(0,19):"one after the other"));
if(r===this.lane&&document.activeElement===this.scroll)names.append(draw("path",{class:"sel",d:"M-6 "+(top-2)+"v"+(bar+4)}));
y=top+bar+this.levels[r]*line+gap});
const height=y;
out.append(this.grid(axis,height),...under);
if(this.range){const from=this.x(this.positionOf(this.range[0])),to=this.range[1]===null?from+2:this.x(this.positionOf(this.range[1]));
out.append(draw("rect",{class:"range",x:from-4,y:axis,width:Math.max(2,to-from)+8,height:height-axis}))}
out.append(this.restarts(axis,height),...over);
const few=marks.length<=250;
for(const v of marks.slice().reverse()){const r=rowOf.get(v[1]);if(r!==undefined)out.append(this.mark(v,tops[r],bar,few))}
if(this.selected>=0&&this.isSeen(this.selected)){const px=this.x(this.pos[this.selected]);
for(const l of d.lanesOf(this.selected)){const r=rowOf.get(l);
if(r!==undefined)out.append(draw("rect",{class:"sel",x:px-5,y:tops[r]-6,width:10,height:bar+12,rx:3}))}}
set(out,{width,height,viewBox:"0 0 "+width+" "+height});set(names,{height});
this.scroll.replaceChildren(out);this.names.replaceWith(names);this.names=names;this.drawMap()};

View.prototype.bars=function(lanes,top,bar){
const d=this.d,group=draw("g",{class:"bars"}),paths={},texts=[],width=this.width;
for(const l of lanes){const iv=d.lanes[l][2],n=iv.length/3,shared=lanes.length>1?d.proc.find(p=>p[0]===l):null;
let a=0,b=n;const from=this.mode==="order"?this.a-1:-Infinity;
while(a<b){const m=(a+b)>>1;if(iv[m*3+1]+iv[m*3+2]<from)a=m+1;else b=m}
for(let i=a;i<n;i++){let end=iv[i*3+1]+iv[i*3+2];if(shared)end=Math.min(end,shared[2]+1);
let x0=this.x(this.positionOf(iv[i*3+1])),x1=this.x(this.positionOf(end));
if((end>d.n||shared&&end===shared[2]+1)&&this.mode==="order")x1=this.x(end-.5);
if(x0>width)break;if(x1<0)continue;
x0=Math.max(-3,x0);x1=Math.min(width+3,x1);if(x1-x0<2.5)continue;
const look=d.looks[iv[i*3]],text=d.states[iv[i*3]];
paths[look]=(paths[look]||"")+"M"+x0.toFixed(1)+" "+top+"h"+(x1-x0).toFixed(1)+"v"+bar+"H"+x0.toFixed(1)+"z";
if(x1-Math.max(0,x0)>text.length*6.9+12)texts.push(draw("text",{x:(Math.max(0,x0)+7).toFixed(1),y:top+16},text))}
if(shared){const px=this.x(this.positionOf(shared[1]));
const room=this.x(this.positionOf(shared[2]))-Math.max(0,px),name=d.lanes[l][0];
if(px<width&&room>name.length*7)texts.push(draw("text",{class:"pid",x:Math.max(2,px).toFixed(1),y:top-6},
room>(name.length+d.lanes[l][1].length+1)*7?d.lanes[l][1]+" "+name:name))}}
for(const look in paths)group.append(draw("path",{class:"s"+look,d:paths[look]}));
group.append(...texts);return group};

View.prototype.labels=function(list,marks){
const d=this.d,wanted=[],bad=new Map(marks.map(v=>[v[0],severities[v[2]]])),placed=[],rows=[[],[],[]];
for(let k=this.firstAt(this.a,list);k<list.length&&this.pos[list[k]]<=this.b;k++){const i=list[k],c=d.cb[d.c[i]];
if(c[1]!=="gap")wanted.push({x:this.x(this.pos[i]),text:c[0],style:bad.has(d.event[i])?"bd "+bad.get(d.event[i]):"",i})}
for(const v of marks)v[5].forEach((m,k)=>wanted.push({x:this.x(this.positionOf(m[0]-1+(k+1)/(v[5].length+1))),text:"+ "+m[1],style:severities[v[2]]}));
wanted.sort((p,q)=>(p.style?0:1)-(q.style?0:1)||p.x-q.x);
for(const w of wanted){if(w.text.length>44)w.text=w.text.slice(0,43)+"…";
const half=w.text.length*3.15+5,x=Math.min(this.width-half,Math.max(half,w.x));
const level=rows.findIndex(r=>!r.some(s=>s[0]<x+half&&x-half<s[1]));
if(level<0)continue;rows[level].push([x-half,x+half]);placed.push({...w,at:x,level})}
return placed};

View.prototype.ticks=function(row,top,bar,named,labels,marks){
const d=this.d,list=this.rowEvents(row),from=this.firstAt(this.a,list),group=draw("g",{});
let to=from;while(to<list.length&&this.pos[list[to]]<=this.b)to++;
const count=to-from;
if(count>Math.max(300,this.width*1.2)){const bins=new Int32Array(Math.ceil(this.width/4)+1);let most=1,path="";
for(let k=from;k<to;k++){const b=Math.floor(this.x(this.pos[list[k]])/4);if(b>=0&&++bins[b]>most)most=bins[b]}
bins.forEach((n,b)=>{if(n){const h=(4+16*n/most).toFixed(1);path+="M"+b*4+" "+(top+bar+4)+"h3v-"+h+"h-3z"}});
group.append(draw("path",{class:"dn",d:path}));return group}
let plain="";
for(let k=from;k<to;k++){const i=list[k],px=this.x(this.pos[i]).toFixed(1),c=d.cb[d.c[i]];
if(c[1]==="gap"){const g=draw("g",{class:"lost"});g.append(draw("rect",{x:px-4,y:top-6,width:8,height:bar+12}),draw("title",{},"events were lost here"));group.append(g);continue}
if(!named){plain+="M"+px+" "+(top-3)+"v"+(bar+6);continue}
const a=draw("a",{href:"#"+d.pre+"e"+d.event[i],tabindex:-1});
a.append(draw("title",{},d.say(i)),draw("path",{class:"hit",d:"M"+px+" "+(top-4)+"v"+(bar+8)}),
draw("path",{class:c[1]==="action"?"tk ac":c[1]?"tk no":"tk",d:"M"+px+" "+(top-3)+"v"+(bar+6)}));group.append(a)}
if(plain)group.append(draw("path",{class:"tk",d:plain}));
const texts=draw("g",{class:"cb"});
for(const l of labels){const y=top+bar+15+l.level*14;
if(l.level)texts.append(draw("path",{class:"ld",d:"M"+l.x.toFixed(1)+" "+(top+bar+4)+"V"+(y-10)}));
texts.append(draw("text",{class:l.style||undefined,x:l.at.toFixed(1),y},l.text))}
group.append(texts);return group};

View.prototype.grid=function(axis,height){
const d=this.d,group=draw("g",{class:"ax"});let path="";
if(this.mode==="time"){let last=-99;
for(let k=0;k<=6;k++){const p=this.a+(this.b-this.a)*k/6,list=d.event.length?this.nearest(p):-1;if(list<0)continue;
const px=this.x(this.pos[list]);if(px<20||px>this.width-20||px-last<70)continue;last=px;path+="M"+px.toFixed(1)+" "+axis+"V"+height;
group.append(draw("text",{x:px.toFixed(1),y:15},d.time[list].toFixed(3)+" s"))}
for(const b of this.breaks){const px=this.x(b[0]);if(px<0||px>this.width)continue;
group.append(draw("path",{class:"brk",d:"M"+px.toFixed(1)+" "+axis+"V"+height}),draw("text",{class:"brkt",x:px.toFixed(1),y:axis-1},"⋯ "+long(b[1])))}
}else{const per=this.width/(this.b-this.a),step=[1,2,5,10,20,50,100,200,500,1e3,2e3,5e3,1e4,2e4,5e4,1e5].find(s=>s*per>=62)||2e5;
for(let e=Math.max(1,Math.ceil(this.a/step)*step);e<=Math.min(d.n,this.b);e+=step){const px=this.x(e).toFixed(1);path+="M"+px+" "+axis+"V"+height;
const i=d.at(e),text=draw("text",{x:px,y:15},String(e));
if(d.time&&d.event[i]===e&&step*per>96)text.append(draw("tspan",{class:"tm",dx:5},d.time[i].toFixed(3)));group.append(text)}}
group.prepend(draw("path",{class:"grid",d:path}));return group};
View.prototype.nearest=function(p){let a=0,b=this.d.count;while(a<b){const m=(a+b)>>1;if(this.pos[m]<p)a=m+1;else b=m}return Math.min(a,this.d.count-1)};
const long=s=>s<120?s.toFixed(1)+" s":s<7200?(s/60).toFixed(1)+" min":s<172800?(s/3600).toFixed(1)+" h":(s/86400).toFixed(1)+" d";

View.prototype.restarts=function(axis,height){const group=draw("g",{class:"restart"});
for(const p of this.d.proc.slice(1)){const here=this.positionOf(p[1]),i=this.d.at(p[1]),
before=i>0?this.pos[i-1]:here,px=this.x((here+before)/2);
if(px>=0&&px<=this.width)group.append(draw("path",{d:"M"+px.toFixed(1)+" "+axis+"V"+height}))}return group};

View.prototype.mark=function(v,top,bar,rich){
const[event,,sev,anchor,last,missing,surplus,rule]=v,px=this.x(this.positionOf(event)),name=severities[sev];
const a=draw("a",{class:"vm "+name,href:"#"+anchor,"aria-label":name+" at event "+event+": "+rule});
a.append(draw("title",{},name+": "+rule));
if(rich){const from=last?this.x(this.positionOf(last)):NaN,reach=px-9;
if(px-from>12)a.append(draw("path",{class:"arc",d:"M"+from.toFixed(1)+" "+(top-2)+"C"+(from+Math.min(30,(reach-from)/3)).toFixed(1)+" "+(top-17)+" "+Math.max(from,reach-24).toFixed(1)+" "+(top-17)+" "+reach.toFixed(1)+" "+(top-11)}),
draw("circle",{class:"last",cx:from.toFixed(1),cy:top-2,r:3}),draw("path",{class:"tip",d:"M"+(reach-5).toFixed(1)+" "+(top-15)+"l7 5l-8 2z"}));
missing.forEach((m,k)=>{const g=draw("path",{class:"ghost",d:"M"+this.x(this.positionOf(m[0]-1+(k+1)/(missing.length+1))).toFixed(1)+" "+(top-4)+"v"+(bar+8)});
g.append(draw("title",{},"expected here: "+m[1]));a.append(g)});
for(const s of surplus){const x=this.x(this.positionOf(s));a.append(draw("path",{class:"cross",d:"M"+(x-4).toFixed(1)+" "+(top+bar/2-4)+"l8 8m0 -8l-8 8"}))}}
a.append(draw("path",{class:"line",d:"M"+px.toFixed(1)+" "+(top-2)+"v"+(bar+6)}));
const y=top-10,shape=sev===2?"M"+(px-8)+" "+(y-8)+"h16v8l-8 8l-8 -8z":"M"+px+" "+(y-8)+"l9 15h-18z";
a.append(sev?draw("path",{class:"sym",d:shape}):draw("circle",{class:"sym",cx:px,cy:y,r:6}));
if(sev)a.append(draw("path",{class:"sx",d:sev===2?"M"+(px-3)+" "+(y-5)+"l6 6m0 -6l-6 6":"M"+px+" "+(y-3)+"v4m0 2v1"}));
return a};

View.prototype.drawMap=function(){
const width=this.width,h=34,whole=this.high-this.low,at=p=>(p-this.low)/whole*width;
if(!this.mapDrawn||this.mapWidth!==width){this.mapDrawn=true;this.mapWidth=width;this.map.hidden=false;
const s=draw("svg",{width,height:h,"aria-hidden":"true"}),bins=new Int32Array(Math.ceil(width/3)+1);let most=1,path="";
for(let i=0;i<this.d.count;i++){const b=Math.floor(at(this.pos[i])/3);if(++bins[b]>most)most=bins[b]}
bins.forEach((n,b)=>{if(n){const t=(3+17*n/most).toFixed(1);path+="M"+b*3+" "+(h-3)+"h2v-"+t+"h-2z"}});
s.append(draw("rect",{class:"bg",width,height:h,rx:5}),draw("path",{class:"hist",d:path}));
for(const v of this.d.v)s.append(draw("path",{class:"v "+severities[v[2]],d:"M"+(at(this.positionOf(v[0]))-3).toFixed(1)+" 2h6l-3 6z"}));
this.win=draw("rect",{class:"win",y:1,height:h-2,rx:4});s.append(this.win);this.map.replaceChildren(s)}
set(this.win,{x:at(this.a).toFixed(1),width:Math.max(6,at(this.b)-at(this.a)).toFixed(1)})};
