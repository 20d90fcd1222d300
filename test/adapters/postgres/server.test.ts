import { spawn } from "node:child_process";
import { once } from "node:events";
import { storeContract } from "faktura/contract";
import { postgresStore } from "faktura/postgres";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bouncer, NO_PGBOUNCER, startBouncer } from "../../support/pgbouncer.ts";
import { freshSchema, openPool } from "../../support/postgres.ts";
import { startPostgres } from "../../support/postgres-server.ts";
import { describeUnless } from "../../support/skipping.ts";

test("a server with fsync = off is refused, and checked again at the next call", async () => {
  const server = await startPostgres(["fsync=off"]);
  const own = openPool({ connectionString: server.url, max: 1 });
  const store = postgresStore(own);
  try {
    await expect(store.companies.profile("acme")).rejects.toThrow(/runs with fsync = off.*Set fsync = on/);
    await own.query("ALTER SYSTEM SET fsync = on");
    await expect(store.companies.profile("acme")).rejects.toThrow("fsync = off");
  } finally {
    await own.end();
    await server.stop();
  }
});

test("a process that started a server keeps its exit status, so a failed test run stays failed", async () => {
  const support = new URL("../../support/postgres-server.ts", import.meta.url).href;
  const script = `const { startPostgres } = await import("${support}");
    await (await startPostgres()).stop();
    process.exitCode = 3;`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
  expect(await once(child, "close")).toEqual([3, null]);
});

test("a connection with read-only transactions is refused with advice on what to do", async () => {
  const own = openPool({ options: "-c default_transaction_read_only=on", max: 1 });
  await expect(postgresStore(own).companies.profile("acme")).rejects.toThrow(
    /read-only.*default_transaction_read_only/,
  );
  await own.end();
});

describeUnless(NO_PGBOUNCER)("behind pgbouncer in transaction mode", () => {
  let bouncer: Bouncer;
  let through: Pool;

  beforeAll(async () => {
    bouncer = await startBouncer();
    through = openPool({ connectionString: bouncer.url, max: 6 });
  });

  afterAll(async () => {
    await through.end();
    await bouncer.stop();
  });

  storeContract({ test, open: async () => postgresStore(through, { schema: await freshSchema() }) });
});
