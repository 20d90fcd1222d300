import Database from "better-sqlite3";
const db = new Database(process.argv[2]);
const med=(f:()=>any)=>{const t:number[]=[];let r;for(let i=0;i<9;i++){const s=process.cpuUsage();r=f();const u=process.cpuUsage(s);t.push((u.user+u.system)/1000);}t.sort((a,b)=>a-b);return [t[4].toFixed(1),t[0].toFixed(1),r];};
const sz = db.prepare("select t.kind, sum(length(cast(offsets as blob))) as bytes, count(*) n, (select count(*) from faktura_search_terms x where x.kind=t.kind) terms from faktura_search_postings p join faktura_search_terms t on t.id=p.term_id group by t.kind").all();
console.log(sz);
for (const cache of [-2000,-64000]) for (const mmap of [0, 1<<30]) {
db.pragma("cache_size="+cache); db.pragma("mmap_size="+mmap);
const st = db.prepare("select p.block, cast(p.offsets as blob) as text from faktura_search_terms t cross join faktura_search_postings p where t.kind='number' and t.text='' and p.term_id=t.id and p.block_group in (select distinct block/16 from faktura_search_blocks) and p.company_id='acme'");
const rows:any = st.all();
console.log(cache, mmap, "read", med(()=>st.all().length), "bytes", rows.reduce((a:any,r:any)=>a+r.text.length,0));
console.log("indexOf", med(()=>rows.reduce((a:any,r:any)=>a+(r.text.indexOf(Buffer.from("zz9"))),0)), med(()=>rows.reduce((a:any,r:any)=>a+(r.text.indexOf(Buffer.from("777"))),0)), med(()=>rows.reduce((a:any,r:any)=>a+(r.text.indexOf("INV-202406-025000".toLowerCase())),0)));
const st2 = db.prepare("select count(*) from faktura_search_terms t cross join faktura_search_postings p where t.kind='number' and t.text='' and p.term_id=t.id and p.block_group in (select distinct block/16 from faktura_search_blocks) and p.company_id='acme' and instr(p.offsets,'zz9')>0");
console.log("instr", med(()=>st2.all().length));
const st3 = db.prepare("select count(*) from faktura_search_terms t cross join faktura_search_postings p where t.kind='number' and t.text='' and p.term_id=t.id and p.block_group in (select distinct block/16 from faktura_search_blocks) and p.company_id='acme' and instr(cast(p.offsets as blob),x'7a7a39')>0");
console.log("instr blob", med(()=>st3.all().length));
const st4 = db.prepare("select count(*) from faktura_search_terms where company_id='acme' and kind='word' and instr(text,'mul')>0");
console.log("terms", med(()=>st4.all()[0]));
}
