import { randomUUID } from "node:crypto";
import { createInvoicing } from "faktura";
import { migratePostgres, postgresStore } from "faktura/postgres";
import { germanProfile } from "../support/fixtures.ts";
import { openPool } from "../support/postgres.ts";
import { Child } from "./children.ts";

/** The number of rounds. Each test says how many kills a round has. */
export const ROUNDS = Number(process.env["FAKTURA_CRASH_ROUNDS"] ?? 12);

export const COMPANIES: readonly string[] = ["acme", "globex", "initech"];

/** A new schema with the tables and the companies. */
export async function openBooks(url: string, companies = COMPANIES): Promise<string> {
  const schema = `crash_${randomUUID().replaceAll("-", "")}`;
  const pool = openPool({ connectionString: url, max: 1 });
  await migratePostgres(pool, { schema });
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema }) });
  for (const company of companies) await invoicing.company(company).saveProfile(germanProfile());
  await pool.end();
  return schema;
}

interface Options {
  readonly url: string;
  readonly schema: string;
  readonly callers: number;
  /** Absent: {@link COMPANIES}. */
  readonly companies?: readonly string[];
  readonly to?: number;
  /** How long a call waits. Absent: the store's default. */
  readonly lockTimeoutMs?: number;
}

/** Processes that issue for all companies, until they are stopped or are done. */
export class Issuers {
  readonly #options: Options;
  readonly #children: Child[];
  readonly #lives: number[];
  readonly #saidBefore: string[][];

  constructor(count: number, options: Options) {
    this.#options = options;
    this.#lives = Array.from({ length: count }, () => 0);
    this.#saidBefore = this.#lives.map(() => []);
    this.#children = this.#lives.map((_, slot) => this.#child(slot));
  }

  /** Resolves when all are ready, and releases them together. */
  async go(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.said(1)));
    for (const child of this.#children) child.say("go");
  }

  /** Resolves when this one has issued once more. */
  async issued(slot: number): Promise<void> {
    const { lines } = this.#children[slot]!;
    for (let seen = lines.length; ; ) {
      await this.#children[slot]!.said(seen + 1);
      if (lines.slice(seen).some((line) => line.startsWith("issued"))) return;
      seen = lines.length;
    }
  }

  /** Resolves when each of them has issued once more. */
  async allIssued(): Promise<void> {
    await Promise.all(this.#children.map((_, slot) => this.issued(slot)));
  }

  /** Kills one with SIGKILL and restarts it with its current keys, and some before them. */
  async restart(slot: number): Promise<void> {
    await this.#children[slot]!.kill();
    this.#saidBefore[slot]!.push(...this.#children[slot]!.lines);
    this.#lives[slot]! += 1;
    const child = this.#child(slot);
    this.#children[slot] = child;
    await child.said(1);
    child.say("go");
  }

  /** Lets them end, and returns all their output since the first start. @throws Error if one has failed */
  async finish(): Promise<string[]> {
    for (const child of this.#children) child.say("stop");
    return this.finished();
  }

  /** All their output since the first start, once they have ended. @throws Error if one has failed */
  async finished(): Promise<string[]> {
    await Promise.all(this.#children.map((child) => child.finished()));
    return this.#children.flatMap(({ lines }, slot) => [...this.#saidBefore[slot]!, ...lines]);
  }

  #child(slot: number): Child {
    const done = new Set(this.#saidBefore[slot]!.filter((line) => line.startsWith("done")));
    let first = 0;
    while (done.has(`done ${first}`)) first += 1;
    const load = { name: `p${slot}`, life: this.#lives[slot]!, from: Math.max(0, first - 5) };
    return new Child(
      "test/crash/postgres-issue.ts",
      JSON.stringify({ companies: COMPANIES, ...this.#options, ...load }),
    );
  }
}
