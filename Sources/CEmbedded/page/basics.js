const one=(s,r)=>(r||document).querySelector(s),all=(s,r)=>Array.from((r||document).querySelectorAll(s));
const make=(name,attributes,...kids)=>{const e=document.createElement(name);set(e,attributes);e.append(...kids);return e};
const draw=(name,attributes,text)=>{const e=document.createElementNS("http://www.w3.org/2000/svg",name);set(e,attributes);
if(text!==undefined)e.textContent=text;return e};
const set=(e,attributes)=>{for(const k in attributes)if(attributes[k]!==undefined)e.setAttribute(k,attributes[k])};
const remember=(key,value)=>{try{if(value===undefined)return localStorage.getItem("callorder-"+key);
localStorage.setItem("callorder-"+key,value)}catch{return null}};
const status=make("div",{role:"status",class:"vh"});document.body.append(status);
const tell=text=>{status.textContent=text};

for(const e of all(".tools,.js,#filter,.tl-tools"))e.hidden=false;
const themes=["system","light","dark"],themeButton=one("#b-theme");
const setTheme=t=>{if(t==="system")document.documentElement.removeAttribute("data-theme");
else document.documentElement.setAttribute("data-theme",t);one("span",themeButton).textContent=t};
let theme=themes.includes(remember("theme"))?remember("theme"):"system";setTheme(theme);
themeButton.onclick=()=>{theme=themes[(themes.indexOf(theme)+1)%3];remember("theme",theme);setTheme(theme)};

const copy=async(text,what)=>{let done=false;
try{await navigator.clipboard.writeText(text);done=true}catch{
const area=make("textarea",{class:"vh","aria-hidden":"true"});area.value=text;document.body.append(area);area.select();
try{done=document.execCommand("copy")}catch{}area.remove()}
tell(done?what+" copied":"copying is not allowed here")};
const addressOf=id=>location.href.split("#")[0]+"#"+id;
let machine;
const jsonOf=place=>{machine=machine||JSON.parse(one("#machine").textContent);
const[t,v]=place.split(" ").map(Number);return JSON.stringify(machine.traces[t].violations[v],null,2)};
document.addEventListener("click",event=>{
const b=event.target.closest("button[data-link],button[data-copy],button[data-json]");
if(b){if(b.dataset.link)copy(addressOf(b.dataset.link),"Link");
else if(b.dataset.copy)copy(b.dataset.copy,"Command");
else copy(jsonOf(b.dataset.json),"JSON");
const old=b.textContent;b.textContent="Copied";setTimeout(()=>{b.textContent=old},1200);return}
const show=event.target.closest("a[data-show]");
if(show){const box=boxIn(show.hash.slice(1));if(box){event.preventDefault();openAround(box);
box.scrollIntoView({block:"center"});start(box).center(Number(show.dataset.show));one(".tl-scroll",box).focus({preventScroll:true})}}});
const boxIn=id=>{const e=document.getElementById(id);return e&&one(".tl-box[data-timeline]",e)};

const openAround=e=>{for(let d=e;d;d=d.parentElement)if(d.tagName==="DETAILS")d.open=true};
const reveal=id=>{const e=document.getElementById(id);
if(e){openAround(e);e.scrollIntoView({block:"start"});return true}
const m=/^(.*?)e(\d+)$/.exec(id);
return m?lists.some(l=>l.prefix===m[1]&&l.show(Number(m[2]))):false};
let opened=[];
addEventListener("beforeprint",()=>{opened=all("details:not([open])");for(const d of opened)d.open=true});
addEventListener("afterprint",()=>{for(const d of opened)d.open=false});
