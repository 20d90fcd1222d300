import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { Child } from "../../crash/children.ts";
import { germanProfile, TestClock } from "../../support/fixtures.ts";
import { freshSchema, pool, postgresUrl } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";
import { connectPanel, type PanelConnection } from "./connections.ts";
import type { PanelHead, PanelStore } from "./page.ts";

export const TODAY = "2026-11-20";

/** Acme's empty books in the library, and where a panel finds them. */
export async function openPanelBooks(name: PanelStore) {
  const schema = name === "PostgreSQL" ? await freshSchema() : "";
  const place = name === "PostgreSQL" ? postgresUrl : freshFile();
  const store =
    name === "PostgreSQL"
      ? postgresStore(pool, { schema, lockTimeoutMs: 30_000 })
      : await openSqliteStore(place, { lockTimeoutMs: 30_000 });
  const clock = new TestClock(`${TODAY}T12:00:00Z`);
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const connect = (): Promise<PanelConnection> => connectPanel(name, place, schema);
  return { name, schema, place, store, clock, invoicing, acme, connect };
}

export type PanelBooks = Awaited<ReturnType<typeof openPanelBooks>>;

/** A row that the panel has inserted. */
export interface PanelRow extends Omit<PanelHead, "number"> {
  readonly id: string;
}

/** The panel, in its own process. */
export class PanelProcess {
  readonly #child: Child;
  #asked = 1;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start({ name, place, schema }: PanelBooks): Promise<PanelProcess> {
    const child = new Child("test/adapters/panel/panel.ts", name, place, schema);
    await child.said(1);
    return new PanelProcess(child);
  }

  /** Runs this many transactions and returns their rows. They begin while the caller awaits this. */
  async play(times: number, today = TODAY, end = "COMMIT"): Promise<PanelRow[]> {
    const from = this.#asked;
    this.#asked += times;
    this.#child.say(`${times} ${today} ${end}`);
    await this.#child.said(this.#asked);
    return this.#child.lines.slice(from, this.#asked).map((line) => {
      const [counter, issueDate, id] = line.split(" ") as [string, string, string];
      return { counter: Number(counter), issueDate, id };
    });
  }
}
