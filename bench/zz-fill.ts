import { openSqliteStore } from "../src/adapters/sqlite/index.ts";
import { fillSqlite, clientName } from "./search-books.ts";
import { existsSync } from "node:fs";
const size = Number(process.argv[2] ?? 100000);
const path = `/tmp/big-${size}.db`;
const fresh = !existsSync(path);
const store = await openSqliteStore(path);
if (fresh) { const t=Date.now(); await fillSqlite(store, path, size, 20000); console.log("fill", Date.now()-t); }
let t = performance.now(); let n=0; let steps=0, worst=0;
for (;;) { const s=performance.now(); const k = await store.search.index("acme"); worst=Math.max(worst,performance.now()-s); if (k===0) break; n+=k; steps++; }
console.log("index", n, "in", Math.round(performance.now()-t), "ms", steps, "steps worst", worst.toFixed(1));
for (const q of [{search:clientName(7777).split(" ")[1]},{search:"mul"},{search:"er"},{search:"gmbh"},{search:"777"},{search:"202401"},{search:"INV-202406-0"+String(size/4)},{search:"PO-123"},{search:"118.33"},{search:"muller gmbh"},{search:"muller gmbh 4"},{search:"zzz"},{search:"zz9"},{search:"wetterfest"},{search:"art-0421"},{search:"e"},{search:"gmbh", status:"SENT"},{search:"gmbh", status:"PAID"},{search:"gmbh", from:"2025-12-01"},{search:"gmbh", to:"2024-02-01"},{client:"Auto"},{client:clientName(7777)},{client:"autohaus m"}] as const) {
 for (const page of [1,5]) {
  const times:number[]=[], cpu:number[]=[]; let p:any;
  for (let i=0;i<7;i++){ const s=performance.now(); const c=process.cpuUsage(); p=await store.reader.list("acme",{...q,page,limit:20}); times.push(performance.now()-s); const u=process.cpuUsage(c); cpu.push((u.user+u.system)/1000) }
  times.sort((a,b)=>a-b);
  console.log(JSON.stringify(q), "page", page, "total", p.total, p.hasMore??"", "median", times[3].toFixed(1), "max", times[6].toFixed(1), "cpu", cpu.sort((a,b)=>a-b)[3].toFixed(1));
 }
}
await store.close();
