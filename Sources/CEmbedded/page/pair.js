
// Two timelines over the same columns: one cursor moves in both, and in the table of their calls.
for(const box of all(".pair")){
const scroll=one(".tl-scroll",box),pictures=all(".tl",scroll),count=Number(box.dataset.columns),first=Number(box.dataset.row);
const rows=new Map(all("tr[data-row]",box.parentElement).map(r=>[Number(r.dataset.row)-first,r]));let at=-1;
const lines=pictures.map(p=>{const line=draw("path",{class:"cursor"});p.append(line);return line});
const where=cell=>/\d/.test(cell.textContent)?"event "+cell.textContent.trim():"no call";
const move=(to,follow)=>{to=Math.max(0,Math.min(count-1,to));if(to===at)return;
if(rows.has(at))rows.get(at).classList.remove("at");at=to;const x=6+76*at,row=rows.get(at);
lines.forEach((line,k)=>set(line,{d:"M"+x+" 18V"+pictures[k].getAttribute("height")}));
if(follow)scroll.scrollLeft=Math.max(0,Math.min(x-40,Math.max(scroll.scrollLeft,x+160-scroll.clientWidth)));
one(".tl-say",box).textContent=row?one("code",row).textContent+": "+where(row.cells[0])+" before, "+where(row.cells[3])+" now":"";
if(row)row.classList.add("at")};
box.step=by=>move(at<0?(by>0?0:count-1):at+by,true);
const under=event=>move(Math.floor((event.clientX-pictures[0].getBoundingClientRect().left-6)/76));
scroll.onpointermove=event=>{if(event.pointerType==="mouse")under(event)};scroll.onclick=under;
for(const[k,row]of rows)row.onclick=()=>move(k,true);
scroll.onkeydown=event=>{const by={ArrowRight:1,ArrowLeft:-1}[event.key];
if(by&&!event.ctrlKey&&!event.metaKey&&!event.altKey){box.step(by);event.preventDefault()}}}
