/** The Durable Object that `durable-object.ts` measures. The script runs in workerd. */
import { createInvoicing } from "faktura";
import { type DurableObjectStorage, durableObjectStore } from "faktura/durable-object";
import { ORDER, PROFILE } from "./workload.ts";

/** What Cloudflare's cursor has besides. */
interface Cursor {
  readonly rowsWritten: number;
  toArray(): unknown[];
}

interface Storage extends DurableObjectStorage {
  readonly sql: { readonly databaseSize: number; exec(query: string, ...bindings: unknown[]): Cursor };
}

export class Measured {
  readonly #storage: Storage;
  readonly #invoicing;
  readonly #company;
  #rowsWritten = 0;
  #id = "";
  #rest: string | undefined;

  constructor({ storage }: { readonly storage: Storage }) {
    this.#storage = storage;
    const exec = (query: string, ...bindings: unknown[]) => {
      const cursor = storage.sql.exec(query, ...bindings);
      const toArray = () => {
        const rows = cursor.toArray();
        this.#rowsWritten += cursor.rowsWritten;
        return rows;
      };
      return { toArray };
    };
    this.#invoicing = createInvoicing({
      store: durableObjectStore({
        sql: { exec },
        transactionSync: (callback) => storage.transactionSync(callback),
        sync: () => storage.sync(),
        getAlarm: () => storage.getAlarm(),
        setAlarm: (time) => storage.setAlarm(time),
      }),
    });
    this.#company = this.#invoicing.company("firma");
  }

  readonly #commands: Record<string, () => Promise<unknown>> = {
    begin: async () => this.#company.saveProfile(PROFILE),
    issue: async () => {
      this.#id = (await this.#company.issue(ORDER)).id;
    },
    "issue with a key": async () => this.#company.issue(ORDER, { idempotencyKey: crypto.randomUUID() }),
    "issue 100 at once": async () => this.#company.issueMany(Array.from({ length: 100 }, () => ORDER)),
    "issue 1000 at once": async () => this.#company.issueMany(Array.from({ length: 1000 }, () => ORDER)),
    pay: async () => this.#company.recordPayment(this.#id, { amount: 100 }),
    credit: async () => this.#company.credit(this.#id, { reason: "x", lines: [{ line: 2, quantity: 1 }] }),
    "pay all": async () => {
      const { data } = await this.#company.list({ status: "SENT", limit: 100 });
      await Promise.all(data.map(({ id, amountDue }) => this.#company.recordPayment(id, { amount: amountDue })));
      return data.length;
    },
    acknowledge: async () => this.#invoicing.drainBilling({ deliver: async () => undefined }),
    index: async () => {
      await this.#invoicing.index();
      const year = String(new Date().getUTCFullYear());
      await this.#company.vatReport({ from: `${year}-01-01`, to: `${year}-12-31` });
    },
    "audit step": async () => {
      const { rest, report } = await this.#company.auditStep({ rest: this.#rest });
      this.#rest = rest;
      return { size: rest?.length, report };
    },
  };

  async fetch(request: Request): Promise<Response> {
    this.#rowsWritten = 0;
    const result = await this.#commands[await request.text()]!();
    return Response.json({ result, rowsWritten: this.#rowsWritten, bytes: this.#storage.sql.databaseSize });
  }
}

interface Objects {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

export default {
  fetch: (request: Request, { OBJECTS }: { OBJECTS: Objects }) => OBJECTS.getByName("firma").fetch(request),
};
