import { openSqliteStore } from "../src/adapters/sqlite/index.ts";
const store = await openSqliteStore("/tmp/big-1000000.db");
await store.reader.list("acme",{search:"gmbh",page:1,limit:20});
for (const search of ["777","202401","INV-202406-0250000","zz9","muller gmbh 4","art-0421"]) {
const cpu:number[]=[];
for (let i=0;i<10;i++){ const c=process.cpuUsage(); await store.reader.list("acme",{search,page:1,limit:20}); const u=process.cpuUsage(c); cpu.push((u.user+u.system)/1000);}
cpu.sort((a,b)=>a-b); console.log(search, "min", cpu[0]!.toFixed(1), "median", cpu[5]!.toFixed(1));
}
await store.close();
