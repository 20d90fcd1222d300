import { postgresStore } from "../src/adapters/postgres/index.ts";
import { tablesIn } from "../src/adapters/postgres/settings.ts";
import { searchTables } from "../src/adapters/postgres/schema/search.ts";
import { clientName } from "./search-books.ts";
import pg from "pg";
const pool = new pg.Pool({connectionString:process.argv[2],max:4});
if (process.argv[3]) { for (const t of ["blocks","terms","postings","texts"]) await pool.query("drop table if exists books.faktura_search_"+t); await pool.query(searchTables(tablesIn("books"))); }
const store = postgresStore(pool,{schema:"books",preparedStatements:true});
let t = performance.now(), n=0;
for (;;) { const k = await store.search.index("acme"); if (k===0) break; n+=k; if (n%65536===0) console.log(n, Math.round(performance.now()-t)); }
console.log("index", n, Math.round(performance.now()-t));
await pool.query("vacuum analyze books.faktura_search_postings"); await pool.query("vacuum analyze books.faktura_search_texts"); await pool.query("vacuum analyze books.faktura_search_terms");
for (const t of ["blocks","terms","postings","texts"]) console.log(t, (await pool.query(`select pg_size_pretty(pg_total_relation_size('books.faktura_search_${t}')) as s, count(*) from books.faktura_search_${t}`)).rows[0]);
for (const q of [{search:clientName(7777).split(" ")[1]},{search:"mul"},{search:"er"},{search:"gmbh"},{search:"777"},{search:"202401"},{search:"INV-202406-0250000"},{search:"PO-123"},{search:"118.33"},{search:"muller gmbh"},{search:"muller gmbh 4"},{search:"muller 2024"},{search:"zzz"},{search:"zz9"},{search:"wetterfest"},{search:"art-0421"},{search:"e"},{search:"gmbh", status:"SENT"},{search:"gmbh", status:"PAID"},{search:"gmbh", from:"2025-12-01"},{search:"gmbh", to:"2024-02-01"},{client:"Auto"},{client:clientName(7777)},{client:"autohaus m"}] as any[]) {
 for (const page of [1,5]) {
  const times:number[]=[]; let p:any;
  for (let i=0;i<9;i++){ const s=performance.now(); p=await store.reader.list("acme",{...q,page,limit:20}); times.push(performance.now()-s); }
  times.sort((a,b)=>a-b);
  console.log(JSON.stringify(q), "page", page, "total", p.total, p.hasMore??"", "min", times[0]!.toFixed(1), "median", times[4]!.toFixed(1), "max", times[8]!.toFixed(1));
 }
}
await store.close(); await pool.end();
