import Database from "better-sqlite3";
const db = new Database(process.argv[2]);
const med=(f:()=>any)=>{const t:number[]=[];let r;for(let i=0;i<9;i++){const s=process.cpuUsage();r=f();const u=process.cpuUsage(s);t.push((u.user+u.system)/1000);}t.sort((a,b)=>a-b);return [t[4].toFixed(1),t[0].toFixed(1),r];};
const id = (db.prepare("select id from faktura_search_terms where kind='number'").get() as any).id;
const blocks = db.prepare("select block from faktura_search_blocks").all().map((r:any)=>r.block);
db.exec("drop table if exists zz; create table zz(c text, k integer, offsets text, primary key (c,k)) strict;");
for (const b of blocks) db.prepare("insert into zz select 'acme', ?, offsets from faktura_search_postings where company_id='acme' and block_group=? and term_id=? and block=?").run(b, Math.floor(b/16), id, b);
const zz=db.prepare("select cast(offsets as blob) as text from zz where c='acme' and k=?");
const zi=db.prepare("select instr(offsets,'zz9') as text from zz where c='acme' and k=?");
for (const cache of [-2000,-16000,-64000]) for (const mmap of [0,1<<30]) { db.pragma("cache_size="+cache); db.pragma("mmap_size="+mmap);
console.log(cache, mmap, "rowid read cast", med(()=>blocks.reduce((a:number,b:number)=>a+(zz.get(b) as any).text.length,0)), "instr", med(()=>blocks.reduce((a:number,b:number)=>a+(zi.get(b) as any).text,0)));
}
db.exec("drop table zz");
