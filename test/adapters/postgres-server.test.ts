import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { storeContract } from "faktura/contract";
import { postgresStore } from "faktura/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshSchema, openPool, postgresUrl } from "../support/postgres.ts";
import { freePort, startPostgres } from "../support/postgres-server.ts";

test("a server with fsync = off is refused, and looked at again at the next call", async () => {
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

test("a process that started a server keeps its exit status: a failed run of tests stays failed", async () => {
  const support = new URL("../support/postgres-server.ts", import.meta.url).href;
  const script = `const { startPostgres } = await import("${support}");
    await (await startPostgres()).stop();
    process.exitCode = 3;`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
  expect(await once(child, "close")).toEqual([3, null]);
});

test("a connection whose transactions are read-only is refused with what to do", async () => {
  const own = openPool({ options: "-c default_transaction_read_only=on", max: 1 });
  await expect(postgresStore(own).companies.profile("acme")).rejects.toThrow(
    /read-only.*default_transaction_read_only/,
  );
  await own.end();
});

const PGBOUNCER = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find((path) =>
  existsSync(path),
);
if (PGBOUNCER === undefined) console.log("not run: the contract behind pgbouncer, because no pgbouncer is installed");

describe.skipIf(PGBOUNCER === undefined)("behind pgbouncer in transaction mode", () => {
  let stop: () => Promise<void>;
  let url: string;

  beforeAll(async () => {
    const [folder, port] = [mkdtempSync(join(tmpdir(), "faktura-pgbouncer-")), await freePort()];
    const { hostname, port: serverPort, username, password } = new URL(postgresUrl);
    const settings = {
      ...{ listen_addr: "127.0.0.1", listen_port: port, unix_socket_dir: "", auth_type: "any" },
      // Fewer connections to the server than clients, so that each statement outside a transaction may meet another.
      ...{ pool_mode: "transaction", default_pool_size: 3, server_reset_query: "DISCARD ALL" },
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const database = `* = host=${hostname} port=${serverPort} user=${username} password=${password}`;
    writeFileSync(join(folder, "pgbouncer.ini"), `[databases]\n${database}\n[pgbouncer]\n${lines.join("\n")}\n`);
    chmodSync(folder, 0o755);
    const isRoot = process.getuid?.() === 0;
    const bouncer = spawn(PGBOUNCER!, [...(isRoot ? ["-u", "postgres"] : []), join(folder, "pgbouncer.ini")]);
    stop = async () => {
      bouncer.kill("SIGINT");
      await once(bouncer, "close");
    };
    url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
    await untilItListens(port);
  });

  afterAll(() => stop());

  storeContract({
    test,
    open: async () => {
      const own = openPool({ connectionString: url, max: 6 });
      afterAll(() => own.end());
      return postgresStore(own, { schema: await freshSchema() });
    },
  });
});

async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await wait(20);
  }
}
