import { withServer } from "./postgres-server.ts";
import { PROFILE, ORDER, rateOf, countersOf, proveGapless, median } from "./workload.ts";
import { createInvoicing } from "faktura";
const rounds = Number(process.argv[2] ?? 4);
const modes = (process.argv[3] ?? "1x1,8x1,64x1,1x64,8x8").split(",").map((m) => m.split("x").map(Number) as [number, number]);
await withServer(async (server) => {
  const pool = await server.pool(10);
  const rates = new Map<string, number[]>();
  for (let r = 0; r <= rounds; r++)
    for (const [companies, callers] of modes) {
      const each = Math.ceil((companies * callers === 1 ? 400 : companies === 1 ? 6000 : 3200) / companies);
      const invoicing = createInvoicing({ store: await server.store(pool) });
      const all = Array.from({ length: companies }, (_, i) => invoicing.company(`company-${i}`));
      for (const c of all) { await c.saveProfile(PROFILE); await c.issue(ORDER); }
      await pool.query("CHECKPOINT");
      const rate = await rateOf(companies * each, async () => {
        await Promise.all(all.flatMap((c) => { let left = each; return Array.from({ length: callers }, async () => { while (left > 0) { left--; await c.issue(ORDER); } }); }));
      });
      for (const c of all) proveGapless(await countersOf(c), each + 1);
      await invoicing.close();
      const key = `${companies}x${callers}`;
      if (r > 0) rates.set(key, [...(rates.get(key) ?? []), rate]);
    }
  for (const [k, v] of rates) console.log(k, Math.round(median(v)), v.map(Math.round).join(" "));
});
