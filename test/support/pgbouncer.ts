import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { postgresUrl } from "./postgres.ts";
import { freePort } from "./postgres-server.ts";

/** The path of pgbouncer; `undefined` if it is not installed. */
export const PGBOUNCER = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find((path) =>
  existsSync(path),
);

/** Why nothing is tested behind pgbouncer; `undefined` if it is. */
export const NO_PGBOUNCER =
  PGBOUNCER === undefined ? "pgbouncer is not installed; apt-get install pgbouncer" : undefined;

/** A pgbouncer in front of this run's PostgreSQL. */
export interface Bouncer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a pgbouncer in transaction mode. */
export async function startBouncer(): Promise<Bouncer> {
  const [folder, port] = [mkdtempSync(join(tmpdir(), "faktura-pgbouncer-")), await freePort()];
  const { hostname, port: serverPort, username, password } = new URL(postgresUrl);
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    // Fewer connections to the server than clients, so that each statement outside a transaction may use another one.
    pool_mode: "transaction",
    default_pool_size: 3,
    server_reset_query: "DISCARD ALL",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${hostname} port=${serverPort} user=${username} password=${password}`;
  writeFileSync(join(folder, "pgbouncer.ini"), `[databases]\n${database}\n[pgbouncer]\n${lines.join("\n")}\n`);
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const bouncer = spawn(PGBOUNCER!, [...(isRoot ? ["-u", "postgres"] : []), join(folder, "pgbouncer.ini")]);
  await untilItListens(port);
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: async () => {
      bouncer.kill("SIGINT");
      await once(bouncer, "close");
    },
  };
}

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
