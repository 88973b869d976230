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
