// The whole trace in one strip: the number of events in each part, every finding, and the visible part.
View.prototype.drawMap=function(){
const d=this.d;this.map.hidden=d.count<=16;if(this.map.hidden)return;
const width=this.width,h=44,whole=this.high-this.low,at=p=>(p-this.low)/whole*width;
if(!this.mapDrawn||this.mapWidth!==width){this.mapDrawn=true;this.mapWidth=width;
const s=draw("svg",{width,height:h,"aria-hidden":"true"}),bin=3,bins=new Int32Array(Math.ceil(width/bin)+1);let most=1,path="";
for(let i=0;i<d.count;i++){const b=Math.max(0,Math.floor(at(this.pos[i])/bin));if(++bins[b]>most)most=bins[b]}
// The scale is logarithmic, so that a short burst does not flatten everything else.
const scale=Math.log2(most+1);
bins.forEach((n,b)=>{if(n){const t=(3+25*Math.log2(n+1)/scale).toFixed(1);path+="M"+b*bin+" 32h"+(bin-.6)+"v-"+t+"h-"+(bin-.6)+"z"}});
s.append(draw("rect",{class:"bg",width,height:32,rx:4}),draw("path",{class:"hist",d:path}));
const marks={};for(const v of d.v){const n=severities[v[2]];marks[n]=(marks[n]||"")+"M"+at(this.positionOf(v[0])).toFixed(1)+" 34v8"}
for(const n in marks)s.append(draw("path",{class:"v "+n,d:marks[n]}));
this.win=draw("rect",{class:"win",y:1,height:h-2,rx:4});s.append(this.win);this.map.replaceChildren(s)}
set(this.win,{x:at(this.a).toFixed(1),width:Math.max(8,at(this.b)-at(this.a)).toFixed(1)})};
