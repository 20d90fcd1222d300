import Database from "better-sqlite3";
const db = new Database("/tmp/big-1000000.db",{readonly:true});
const med=(f:()=>any)=>{const t:number[]=[];let r;for(let i=0;i<7;i++){const s=process.cpuUsage();r=f();const u=process.cpuUsage(s);t.push((u.user+u.system)/1000);}t.sort((a,b)=>a-b);return [t[3]!.toFixed(1),t[0]!.toFixed(1),r];};
const blocks = db.prepare("select block from faktura_search_blocks order by block desc").all().map((r:any)=>r.block);
const one=db.prepare("select cast(text as blob) as text from faktura_search_texts where company_id='acme' and kind='number' and block=?");
const all=db.prepare("SELECT t.block, CAST(t.text AS BLOB) AS text FROM json_each(?) AS b CROSS JOIN faktura_search_texts AS t WHERE t.company_id = 'acme' AND t.kind = 'number' AND t.block = b.value");
const len=db.prepare("SELECT sum(length(CAST(t.text AS BLOB))) n FROM json_each(?) AS b CROSS JOIN faktura_search_texts AS t WHERE t.company_id = 'acme' AND t.kind = 'number' AND t.block = b.value");
const ins=db.prepare("SELECT count(*) n FROM json_each(?) AS b CROSS JOIN faktura_search_texts AS t WHERE t.company_id = 'acme' AND t.kind = 'number' AND t.block = b.value and instr(t.text,'zz9')>0");
const js=JSON.stringify(blocks);
for (const [cache,mmap] of [[2000,0],[16384,0],[16384,1<<30],[2000,1<<30]]) { db.pragma("cache_size="+cache); db.pragma("mmap_size="+mmap);
console.log(cache,mmap,"one by one", med(()=>blocks.reduce((a:number,b:number)=>a+(one.get(b) as any).text.length,0)));
console.log(" all", med(()=>(all.all(js) as any[]).reduce((a:number,b:any)=>a+b.text.length,0)));
console.log(" len", med(()=>(len.get(js) as any).n), "instr", med(()=>(ins.get(js) as any).n));
}
