import { migratePostgres, postgresStore } from "../src/adapters/postgres/index.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { fillPostgres, clientName } from "./search-books.ts";
import pg from "pg";
const size = Number(process.argv[2] ?? 100000);
const { url, stop } = await startPostgres([]);
try {
const pool = new pg.Pool({connectionString:url,max:4});
await migratePostgres(pool,{schema:"books"});
const store = postgresStore(pool,{schema:"books"});
let t = performance.now();
await fillPostgres(store as never, pool, "books", {size, clients: 20000}); console.log("fill", Math.round(performance.now()-t));
t = performance.now(); let n=0; let steps=0, worst=0; const c0=process.cpuUsage();
for (;;) { const s=performance.now(); const k = await store.search.index("acme"); worst=Math.max(worst,performance.now()-s); if (k===0) break; n+=k; steps++; }
const cu=process.cpuUsage(c0);
console.log("index", n, "in", Math.round(performance.now()-t), "ms", steps, "steps worst", worst.toFixed(1), "cpu here", (cu.user+cu.system)/1000);
await pool.query("vacuum analyze books.faktura_search_terms; ").catch(()=>{});
await pool.query("vacuum analyze books.faktura_search_postings");
for (const t of ["blocks","terms","postings","texts","invoices"]) console.log(t, (await pool.query(`select pg_size_pretty(pg_total_relation_size('books.faktura_${t==="invoices"?t:"search_"+t}')) as s, count(*) from books.faktura_${t==="invoices"?t:"search_"+t}`)).rows[0]);
const cpuOf = async () => Number((await pool.query("select sum(total_time) as t from (select 0 as total_time) x")).rows[0].t);
for (const q of [{search:clientName(7777).split(" ")[1]},{search:"mul"},{search:"er"},{search:"gmbh"},{search:"777"},{search:"202401"},{search:"INV-202406-0"+String(size/4)},{search:"PO-123"},{search:"118.33"},{search:"muller gmbh"},{search:"muller gmbh 4"},{search:"zzz"},{search:"zz9"},{search:"wetterfest"},{search:"art-0421"},{search:"e"},{search:"gmbh", status:"SENT"},{search:"gmbh", status:"PAID"},{search:"gmbh", from:"2025-12-01"},{search:"gmbh", to:"2024-02-01"},{client:"Auto"},{client:clientName(7777)},{client:"autohaus m"}] as any[]) {
 for (const page of [1,5]) {
  const times:number[]=[]; let p:any;
  for (let i=0;i<9;i++){ const s=performance.now(); p=await store.reader.list("acme",{...q,page,limit:20}); times.push(performance.now()-s); }
  times.sort((a,b)=>a-b);
  console.log(JSON.stringify(q), "page", page, "total", p.total, p.hasMore??"", "min", times[0]!.toFixed(1), "median", times[4]!.toFixed(1), "max", times[8]!.toFixed(1));
 }
}
if (process.argv[3]) { console.log(url); await new Promise(r=>setTimeout(r, Number(process.argv[3])*1000)); }
await store.close(); await pool.end();
} finally { await stop(); }
