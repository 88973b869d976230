const timelines=new Map();let active=null;
// The names that all timelines share, and the traces without findings, which are only data until one is opened.
const readings=new Map(),textOf=id=>{const e=document.getElementById(id);return e?JSON.parse(e.textContent):null};
const words=textOf("data-words")||{};let silent;
const quietData=()=>silent=silent||textOf("data-quiet")||{rows:[],lines:{}};
const hasData=index=>!!document.getElementById("data-"+index)||index in quietData().lines;
const dataOf=index=>{if(readings.has(index))return readings.get(index);
const d=textOf("data-"+index)||quietData().lines[index];if(!d)return null;Object.assign(d,words);
// A number instead of a list is the place of a list that several traces have.
const listed=x=>typeof x==="number"?words.lists[x]:x;d.c=listed(d.c);d.l=listed(d.l);
for(const lane of d.lanes)lane[2]=listed(lane[2]).slice();
d.unit=d.unit||1e4;d.v=d.v||[];const n=d.c.length;
if(d.all===undefined)d.all=n;if(d.pre===undefined)d.pre=quietData().rows.find(r=>String(r[4])===index)[3]+"-";
const event=new Int32Array(n),time=d.t?new Float64Array(n):null;let e=0,t=0;
for(let i=0;i<n;i++){e=d.e?e+d.e[i]:i+1;event[i]=e;if(time){t+=d.t[i];time[i]=t/d.unit}}
for(const lane of d.lanes){let end=0;for(let k=1,v=lane[2];k<v.length;k+=3){v[k]+=end;end=v[k]+v[k+1]}}
const of=d.lanes.map(()=>[]),own=i=>typeof d.l[i]==="number"?[d.l[i]]:d.l[i];
for(let i=0;i<n;i++)for(const l of own(i))of[l].push(i);
const marked=d.lanes.map(()=>[]),violated=new Map();
for(const v of d.v){marked[v[1]].push(v);if(!violated.has(v[0]))violated.set(v[0],v)}
const at=number=>{let a=0,b=n;while(a<b){const m=(a+b)>>1;if(event[m]<number)a=m+1;else b=m}return a};
const stateAt=(l,number)=>{const v=d.lanes[l][2];let a=0,b=v.length/3;
while(a<b){const m=(a+b)>>1;if(v[m*3+1]<=number)a=m+1;else b=m}
return a&&number<v[a*3-2]+v[a*3-1]?d.states[v[a*3-3]]:""};
const name=i=>{const c=d.cb[d.c[i]];return c[1]==="gap"?"events were lost":c[0]+(c[1]?" ("+c[1]+")":"")};
const laneNames=i=>own(i).map(l=>d.lanes[l][0]).join(", ");
// Recordings of an hour and more have hours and minutes.
const long=n>0&&time&&time[n-1]>=3600,clock=t=>{if(!long)return t.toFixed(3);const m=Math.round(t*1e3),two=k=>String(k).padStart(2,"0");
return two(Math.floor(m/36e5))+":"+two(Math.floor(m/6e4)%60)+":"+two(Math.floor(m/1e3)%60)+"."+String(m%1e3).padStart(3,"0")};
d.n=n?event[n-1]:1;readings.set(index,Object.assign(d,{event,time,of,marked,violated,count:n,at,own,stateAt,name,laneNames,long,clock}));return d};

const start=box=>{let t=timelines.get(box);if(!t){t=new View(box,dataOf(box.dataset.timeline));timelines.set(box,t);t.open()}return t};

class View{
constructor(box,data){this.box=box;this.d=data;this.mode="order";this.selected=-1;this.hover=-1;this.lane=-1;this.room=box.dataset.at?3:6;
this.scroll=one(".tl-scroll",box);this.names=one(".tl-names",box);this.map=one(".tl-map",box);
this.note=one(".tl-say",box);this.part=one(".tl-part",box);this.place();this.begin()}
// The first view: all of a short trace, otherwise the events around the finding.
begin(){const d=this.d,number=Number(this.box.dataset.at),v=d.violated.get(number);
this.a=this.low;this.b=this.high;
if(v)this.lane=v[1];
if(number)this.selected=Math.min(d.count-1,d.at(number));
const fits=Math.max(5,Math.floor((this.scroll.clientWidth||900)/62));if(d.count<fits)return;
const i=number?d.at(number):0,own=v?d.of[v[1]].filter(k=>k<=i).slice(-5)[0]:i;
const from=Math.max(0,Math.max(own===undefined?i:own,i-fits+4)-(fits>8?1:0));
this.a=this.pos[from]-.1;this.b=Math.max(this.pos[Math.min(d.count-1,i+(fits>8?4:1))]+1,this.pos[from]+fits);this.limit()}
// The position of every event: by its number, with room for missing calls, or by its time, with long pauses cut.
place(){const d=this.d,n=d.count,p=this.pos=new Float64Array(n);this.breaks=[];this.ghosts=new Map();
const missing=new Map();
for(const v of d.v)for(const m of v[4]){if(!missing.has(m[0]))missing.set(m[0],[]);missing.get(m[0]).push([v,m])}
const ghost=(v,m,at)=>{const key=v[1]+" "+m[0];if(!this.ghosts.has(key))this.ghosts.set(key,[]);
this.ghosts.get(key).push({at,v,name:m[1],state:m[2]})};
if(this.mode==="order"){let at=0;
for(let i=0;i<n;i++){for(const[v,m]of missing.get(d.event[i])||[])ghost(v,m,at++);p[i]=at++}
this.low=-.1;this.high=at+.1;return}
const steps=new Float64Array(Math.max(0,n-1));for(let i=1;i<n;i++)steps[i-1]=Math.max(0,d.time[i]-d.time[i-1]);
const sorted=steps.slice().sort(),usual=sorted[Math.floor(sorted.length*.9)]||1e-3,most=Math.max(usual*8,1e-6);
let x=0;if(n)p[0]=0;
for(let i=1;i<n;i++){const s=steps[i-1];
if(s>most){this.breaks.push([x+most/2,s]);x+=most}else x+=s;p[i]=x}
const pad=Math.max(x*.02,1e-6);this.low=-pad;this.high=x+pad*4;
for(const[number,list]of missing){const i=Math.min(n-1,d.at(number)),from=i?p[i-1]:p[i]-pad;
list.forEach(([v,m],k)=>ghost(v,m,from+(p[i]-from)*(k+1)/(list.length+1)))}}
positionOf(number){const d=this.d,i=d.at(number);if(!d.count)return 0;
return i>=d.count?this.high-(this.mode==="order"?.2:0):this.pos[i]}
firstAt(value,list){let a=0,b=list.length;while(a<b){const m=(a+b)>>1;if(this.pos[list[m]]<value)a=m+1;else b=m}return a}
x(position){return(position-this.a)/(this.b-this.a)*this.width}
get whole(){return this.a<=this.low+1e-9&&this.b>=this.high-1e-9}
limit(){const whole=this.high-this.low,least=Math.min(whole,this.mode==="order"?4:whole/Math.max(1,this.d.count)*2);
const w=Math.min(whole,Math.max(least,this.b-this.a)),m=(this.a+this.b)/2;
const c=Math.min(this.high-w/2,Math.max(this.low+w/2,m));this.a=c-w/2;this.b=c+w/2}
soon(){active=this;if(!this.pending){this.pending=true;requestAnimationFrame(()=>{this.pending=false;this.limit();this.render()})}saveSoon()}
zoom(factor,at){const m=at===undefined?(this.selected>=0&&this.isSeen(this.selected)?this.pos[this.selected]:(this.a+this.b)/2):at;
this.a=m-(m-this.a)*factor;this.b=m+(this.b-m)*factor;this.moved=true;this.soon()}
pan(share){const s=(this.b-this.a)*share;this.a+=s;this.b+=s;this.moved=true;this.soon()}
fit(){this.a=this.low;this.b=this.high;this.soon()}
isSeen(i){return this.pos[i]>=this.a&&this.pos[i]<=this.b}
unit(){return this.mode==="order"?1:(this.high-this.low)/Math.max(1,this.d.count)}
setEvents(from,to){this.a=this.positionOf(from)-.6*this.unit();this.b=this.positionOf(to)+1.2*this.unit();this.moved=true;this.soon()}
setMode(mode){if(mode==="time"&&!this.d.time)return;
const whole=this.whole,from=this.firstIn(),to=this.lastIn();
this.mode=mode;this.place();this.mapDrawn=false;this.buttons();
if(whole||to<from)this.fit();else this.setEvents(this.d.event[from],this.d.event[to]);tell("timeline by "+mode)}
firstIn(){let a=0,b=this.d.count;while(a<b){const m=(a+b)>>1;if(this.pos[m]<this.a)a=m+1;else b=m}return a}
lastIn(){let a=0,b=this.d.count;while(a<b){const m=(a+b)>>1;if(this.pos[m]<=this.b)a=m+1;else b=m}return a-1}
// The nearest event to a position, in the lane if one is given.
nearest(position,lane){const list=lane>=0?this.d.of[lane]:null,n=list?list.length:this.d.count,get=k=>list?list[k]:k;if(!n)return-1;
let a=0,b=n;while(a<b){const m=(a+b)>>1;if(this.pos[get(m)]<position)a=m+1;else b=m}
if(a===n)return get(n-1);if(!a)return get(0);
return position-this.pos[get(a-1)]<this.pos[get(a)]-position?get(a-1):get(a)}
// One cursor for the timeline, the states, the tables and the address.
select(i){const d=this.d;if(i<0||i>=d.count)return;this.selected=i;const v=d.violated.get(d.event[i]);
if(!this.isSeen(i)){const w=this.b-this.a;this.a=this.pos[i]-w/2;this.b=this.pos[i]+w/2}
const own=d.own(i),said=own.map(l=>{const before=d.stateAt(l,d.event[i]-1),after=d.stateAt(l,d.event[i]);
return d.lanes[l][0]+(after&&after!==before?": "+(before?before+" → ":"")+after:after?": "+after:"")}).join(", ");
this.note.replaceChildren(make("b",{},"Event "+grouped(d.event[i]))," · "+d.name(i)+" · "+said+(d.time?" · "+d.clock(d.time[i])+(d.long?"":" s"):""));
if(v)this.note.append(" · ",make("a",{href:"#"+v[3]},severities[v[2]]+": "+v[6]));
const others=this.shownLanes().filter(l=>!own.includes(l)).map(l=>[d.lanes[l][0],d.stateAt(l,d.event[i])]).filter(p=>p[1]);
for(const[name,state]of others.slice(0,6))this.note.append(" ",make("span",{class:"at"},name+" "+state));
if(this.stage&&!this.stage.playing)this.stage.at(i);
if(!this.box.classList.contains("down"))set(this.scroll,{"aria-valuenow":i+1,"aria-valuetext":this.note.textContent});
const l=this.focusLane>=0?this.focusLane:own[0];
if(l!==undefined)follow(this.box.closest(".panel"),d.stateAt(l,d.event[i]-1),d.stateAt(l,d.event[i]));
showEvent(this.box.closest(".panel"),d.pre,d.event[i]);this.soon()}
step(by){const d=this.d,list=this.lane>=0?d.of[this.lane]:null,n=list?list.length:d.count;if(!n)return;
if(!list){this.select(Math.min(n-1,Math.max(0,this.selected+by)));return}
let k=list.findIndex(i=>i>=this.selected);if(k<0)k=n;
if(by>0&&list[k]===this.selected)k++;if(by<0)k--;this.select(list[Math.min(n-1,Math.max(0,k))])}
toLane(by){const lanes=[-1,...this.shownLanes()],k=Math.max(0,lanes.indexOf(this.lane));
this.lane=lanes[Math.min(lanes.length-1,Math.max(0,k+by))];
tell(this.lane<0?"all lanes":this.d.lanes[this.lane].slice(0,2).join(", "));this.soon()}
// The lanes with an event or a state in the visible part: processes, then those with findings, then the busiest.
shownLanes(){const d=this.d,key=this.a+" "+this.b+" "+this.room+this.mode;if(this.lanesKey===key)return this.lanesShown;
const from=this.firstIn(),to=this.lastIn(),lo=to>=from?d.event[from]:0,hi=to>=from?d.event[to]:0,found=[];
d.lanes.forEach((lane,l)=>{const list=d.of[l],k=this.firstAt(this.a,list);
let n=0;while(k+n<list.length&&n<200&&this.pos[list[k+n]]<=this.b)n++;
const alive=n||lane[3]||d.stateAt(l,lo)||d.stateAt(l,hi);if(!alive)return;
if(lane[3]&&!n&&!d.stateAt(l,lo)&&!d.stateAt(l,hi))return;
found.push([l,lane[3]?3:l===this.focusLane?2:d.marked[l].some(v=>v[0]>=lo&&v[0]<=hi)?1:0,n])});
found.sort((p,q)=>q[1]-p[1]||q[2]-p[2]||p[0]-q[0]);
const wide=found.filter(f=>f[1]===3).slice(0,3),rest=found.filter(f=>f[1]<3);
this.hidden=Math.max(0,rest.length-this.room);
this.lanesKey=key;
const focus=(p,q)=>this.hidden?(q[1]===2)-(p[1]===2):0;
return this.lanesShown=[...wide,...rest.slice(0,this.room).sort((p,q)=>focus(p,q)||p[0]-q[0])].map(f=>f[0])}
get focusLane(){const v=this.d.violated.get(Number(this.box.dataset.at));return v?v[1]:-1}
}
