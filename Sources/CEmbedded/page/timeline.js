const timelines=new Map();let active=null;
const severities=["note","warning","error"];
const dataOf=index=>{const s=document.getElementById("data-"+index);if(!s)return null;
if(s.read)return s.read;const d=JSON.parse(s.textContent),n=d.c.length;
const event=new Int32Array(n),time=d.t?new Float64Array(n):null;let e=0,t=0;
for(let i=0;i<n;i++){e=d.e?e+d.e[i]:i+1;event[i]=e;if(time){t+=d.t[i];time[i]=t/d.unit}}
for(const lane of d.lanes){let end=0;for(let k=1,v=lane[2];k<v.length;k+=3){v[k]+=end;end=v[k]+v[k+1]}}
const of=d.lanes.map(()=>[]);
d.l.forEach((l,i)=>{if(typeof l==="number")of[l].push(i);else for(const x of l)of[x].push(i)});
const violated=new Map();for(const v of d.v)if(!violated.has(v[0]))violated.set(v[0],v);
return s.read=Object.assign(d,{event,time,of,violated,count:n,
at:number=>{let a=0,b=n;while(a<b){const m=(a+b)>>1;if(event[m]<number)a=m+1;else b=m}return a},
lanesOf:i=>typeof d.l[i]==="number"?[d.l[i]]:d.l[i],
say:i=>{const c=d.cb[d.c[i]];return"event "+event[i]+" · "+(c[1]==="gap"?"events were lost":c[0])+(c[1]&&c[1]!=="gap"?" ("+c[1]+")":"")+
" · "+d.laneNames(i)+(time?" · "+time[i].toFixed(3)+" s":"")},
laneNames:i=>(typeof d.l[i]==="number"?[d.l[i]]:d.l[i]).map(l=>d.lanes[l][0]).join(", ")})};

const start=box=>{let t=timelines.get(box);if(!t){t=new View(box,dataOf(box.dataset.timeline));timelines.set(box,t);t.open()}return t};

class View{
constructor(box,data){this.box=box;this.d=data;this.mode="order";this.selected=-1;this.lane=0;this.range=null;
this.scroll=one(".tl-scroll",box);this.names=one(".tl-names",box);this.map=one(".tl-map",box);this.note=one(".tl-say",box);
this.place();this.a=this.low;this.b=this.high}
// Where every event lies: by its number, or by its time with long pauses cut short.
place(){const d=this.d,n=d.count,p=this.pos=new Float64Array(n);this.breaks=[];
if(this.mode==="order"){for(let i=0;i<n;i++)p[i]=d.event[i];this.low=.4;this.high=d.n+.6;return}
const steps=[];for(let i=1;i<n;i++)steps.push(Math.max(0,d.time[i]-d.time[i-1]));
const sorted=steps.slice().sort((x,y)=>x-y),usual=sorted[Math.floor(sorted.length*.9)]||1e-3,most=Math.max(usual*8,1e-6);
let x=0;p[0]=0;
for(let i=1;i<n;i++){const s=steps[i-1];
if(s>most){this.breaks.push([x+most/2,s]);x+=most}else x+=s;p[i]=x}
const pad=Math.max(x*.02,1e-6);this.low=-pad;this.high=x+pad}
positionOf(number){const d=this.d;if(this.mode==="order")return number;
const i=d.at(number);if(!d.count)return 0;
if(i>=d.count)return this.pos[d.count-1]+(number-d.event[d.count-1])*(this.high-this.low)/Math.max(1,d.n);
const at=d.event[i];if(at===number||i===0)return this.pos[i];
const share=(number-d.event[i-1])/(at-d.event[i-1]);return this.pos[i-1]+(this.pos[i]-this.pos[i-1])*share}
firstAt(value,list){let a=0,b=list.length;while(a<b){const m=(a+b)>>1;if(this.pos[list[m]]<value)a=m+1;else b=m}return a}
x(position){return(position-this.a)/(this.b-this.a)*this.width}
limit(){const whole=this.high-this.low,least=Math.min(whole,this.mode==="order"?6:whole/Math.max(1,this.d.count)*3);
let w=Math.min(whole,Math.max(least,this.b-this.a)),m=(this.a+this.b)/2;
m=Math.min(this.high-w/2,Math.max(this.low+w/2,m));this.a=m-w/2;this.b=m+w/2}
soon(){active=this;if(!this.pending){this.pending=true;requestAnimationFrame(()=>{this.pending=false;this.limit();this.render()})}save()}
zoom(factor,at){const m=at===undefined?(this.selected>=0&&this.isSeen(this.selected)?this.pos[this.selected]:(this.a+this.b)/2):at;
this.a=m-(m-this.a)*factor;this.b=m+(this.b-m)*factor;this.levels=null;this.soon()}
pan(share){const s=(this.b-this.a)*share;this.a+=s;this.b+=s;this.soon()}
fit(){this.a=this.low;this.b=this.high;this.levels=null;this.soon()}
isSeen(i){return this.pos[i]>=this.a&&this.pos[i]<=this.b}
setEvents(from,to){this.a=this.positionOf(from)-.6*this.unit();this.b=this.positionOf(to)+.6*this.unit();this.levels=null;this.soon()}
unit(){return this.mode==="order"?1:(this.high-this.low)/Math.max(1,this.d.count)}
center(number){const i=this.d.at(number);this.select(Math.min(i,this.d.count-1));
const half=Math.min(this.high-this.low,this.unit()*30)/2,m=this.positionOf(number);this.a=m-half;this.b=m+half;this.levels=null;this.soon()}
setMode(mode){if(mode==="time"&&!this.d.time)return;
const from=this.d.event[Math.min(this.d.count-1,this.firstIn())],to=this.d.event[Math.max(0,this.lastIn())];
const whole=this.a<=this.low+1e-9&&this.b>=this.high-1e-9;
this.mode=mode;this.place();if(whole){this.a=this.low;this.b=this.high}
else{this.a=this.positionOf(from)-this.unit();this.b=this.positionOf(to)+this.unit()}
this.levels=null;this.mapDrawn=false;this.buttons();this.soon();tell("timeline by "+mode)}
firstIn(){let a=0,b=this.d.count;while(a<b){const m=(a+b)>>1;if(this.pos[m]<this.a)a=m+1;else b=m}return a}
lastIn(){let a=0,b=this.d.count;while(a<b){const m=(a+b)>>1;if(this.pos[m]<=this.b)a=m+1;else b=m}return a-1}
rangeText(){if(this.a<=this.low+1e-9&&this.b>=this.high-1e-9)return"";
const i=this.firstIn(),j=this.lastIn();if(j<i)return"";
const boxes=all(".tl-box[data-timeline]"),which=boxes.indexOf(this.box);
return(which?which+":":"")+this.d.event[i]+"-"+this.d.event[j]}
select(i){if(i<0||i>=this.d.count)return;this.selected=i;const d=this.d,v=d.violated.get(d.event[i]);
this.note.textContent=d.say(i)+(v?" — "+severities[v[2]]+": "+v[7]:"");
if(!this.isSeen(i)){const w=this.b-this.a;this.a=this.pos[i]-w/2;this.b=this.pos[i]+w/2}
this.soon()}
step(by){const d=this.d,list=d.of[d.rows[this.lane][0]].length?this.rowEvents(this.lane):[...d.event.keys()];if(!list.length)return;
let at=list.findIndex(i=>i>=this.selected);
if(this.selected<0)at=by>0?this.firstAt(this.a,list):list.length-1;
else if(list[at]===this.selected)at+=by;else if(by<0)at=(at<0?list.length:at)-1;else if(at<0)at=list.length-1;
this.select(list[Math.min(list.length-1,Math.max(0,at))])}
rowEvents(row){const lanes=this.d.rows[row];if(lanes.length===1)return this.d.of[lanes[0]];
this.merged=this.merged||new Map();
if(!this.merged.has(row))this.merged.set(row,lanes.flatMap(l=>this.d.of[l]).sort((p,q)=>p-q));
return this.merged.get(row)}
toLane(by){const n=this.d.rows.length;this.lane=Math.min(n-1,Math.max(0,this.lane+by));
const lanes=this.d.rows[this.lane];tell("lane "+this.d.lanes[lanes[0]][0]+", "+this.d.lanes[lanes[0]][1]);this.soon()}
markRange(){if(this.selected<0){tell("choose an event first, with . or ,");return}
const at=this.d.event[this.selected];
if(!this.range||this.range[1]!==null){this.range=[at,null];tell("range from event "+at)}
else{this.range[1]=at;if(this.range[0]>at)this.range.reverse();tell("range to event "+at+"; f shows it")}
this.soon()}
fitRange(){if(this.range&&this.range[1]!==null)this.setEvents(this.range[0],this.range[1]);
else if(this.d.v.length){const l=this.d.v.map(v=>v[0]);this.setEvents(Math.max(1,Math.min(...l)-3),Math.min(this.d.n,Math.max(...l)+3))}
else this.fit()}
}
