import Database from "better-sqlite3";
const db = new Database(process.argv[2]);
const med=(f:()=>any)=>{const t:number[]=[];let r;for(let i=0;i<9;i++){const s=process.cpuUsage();r=f();const u=process.cpuUsage(s);t.push((u.user+u.system)/1000);}t.sort((a,b)=>a-b);return [t[4].toFixed(1),t[0].toFixed(1),r];};
const id = (db.prepare("select id from faktura_search_terms where kind='number'").get() as any).id;
const blocks = db.prepare("select block from faktura_search_blocks").all().map((r:any)=>r.block);
const st = db.prepare("select cast(offsets as blob) as text from faktura_search_postings where company_id='acme' and block_group=? and term_id=? and block=?");
const st5 = db.prepare("select offsets as text from faktura_search_postings where company_id='acme' and block_group=? and term_id=? and block=?");
const st2 = db.prepare("select length(offsets) as n from faktura_search_postings where company_id='acme' and block_group=? and term_id=? and block=?");
for (const mmap of [0,1<<30]) { db.pragma("mmap_size="+mmap);
console.log("read blob", med(()=>blocks.reduce((a:number,b:number)=>a+(st.get(Math.floor(b/16),id,b) as any).text.length,0)));
console.log("read text", med(()=>blocks.reduce((a:number,b:number)=>a+(st5.get(Math.floor(b/16),id,b) as any).text.length,0)));
console.log("length only", med(()=>blocks.reduce((a:number,b:number)=>a+(st2.get(Math.floor(b/16),id,b) as any).n,0)));
}
// same in a rowid table
db.exec("drop table if exists zz; create table zz(k integer primary key, offsets text) strict; create table if not exists zb(k integer primary key, b blob) strict; delete from zb");
for (const b of blocks) db.prepare("insert into zz select ?, offsets from faktura_search_postings where company_id='acme' and block_group=? and term_id=? and block=?").run(b, Math.floor(b/16), id, b);
db.exec("insert into zb select k, cast(offsets as blob) from zz");
const zz=db.prepare("select cast(offsets as blob) as text from zz where k=?"), zb=db.prepare("select b as text from zb where k=?");
console.log("rowid read cast", med(()=>blocks.reduce((a:number,b:number)=>a+(zz.get(b) as any).text.length,0)));
console.log("rowid read blob", med(()=>blocks.reduce((a:number,b:number)=>a+(zb.get(b) as any).text.length,0)));
db.exec("drop table zz; drop table zb");
