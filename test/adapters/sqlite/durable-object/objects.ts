/** Durable Objects for the tests. The script runs in workerd. */
import { createInvoicing } from "faktura";
import { type FailureStep, storeContract } from "faktura/contract";
import { type DurableObjectStorage, deliverOnAlarm, durableObjectStore } from "faktura/durable-object";
import { germanProfile, order } from "../../../support/fixtures.ts";

/** The statement that fails, to make a transaction fail at this step. The commit has none. */
const FAILING_SQL: Partial<Record<FailureStep, RegExp>> = {
  lock: /^SELECT version, works_with AS admits/,
  insert: /^INSERT INTO faktura_invoices/,
};

/** The storage, which can be made to fail. */
class FailingStorage implements DurableObjectStorage {
  armed: FailureStep | undefined;
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  readonly sql = {
    exec: (query: string, ...bindings: unknown[]) => {
      if (this.armed !== undefined && FAILING_SQL[this.armed]?.test(query)) this.#fail();
      return this.#storage.sql.exec(query, ...bindings);
    },
  };

  transactionSync<Result>(callback: () => Result): Result {
    return this.#storage.transactionSync(() => {
      const result = callback();
      if (this.armed === "commit") this.#fail();
      return result;
    });
  }

  readonly sync = () => this.#storage.sync();
  readonly getAlarm = () => this.#storage.getAlarm();
  readonly setAlarm = (time: number) => this.#storage.setAlarm(time);

  #fail(): never {
    const step = this.armed;
    this.armed = undefined;
    throw new Error(`no ${step} today`);
  }
}

/** Runs one case of the contract on its storage, and answers with what is wrong with it, or nothing. */
async function runCase(title: string, storage: DurableObjectStorage): Promise<string> {
  const failing = new FailingStorage(storage);
  const open = async () => durableObjectStore(failing);
  const cases = new Map<string, () => Promise<void>>();
  storeContract({
    test: (name, body) => cases.set(name, body),
    open,
    openSecond: open,
    async reopen(store) {
      await store.close();
      return open();
    },
    failAt: (_, step) => {
      failing.armed = step;
    },
    panel: true,
  });
  try {
    await cases.get(title)!();
    return "";
  } catch (error) {
    return String((error as Error).stack);
  }
}

interface ObjectState {
  readonly storage: DurableObjectStorage & {
    deleteAlarm(): Promise<void>;
    get(name: string): Promise<string | undefined>;
    put(name: string, text: string): Promise<void>;
  };
}

export class ContractObject {
  readonly #storage: DurableObjectStorage;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    return new Response(await runCase(await request.text(), this.#storage));
  }
}

/** The books of one company. It posts its billing events to the address that it is told, when its alarm rings. */
export class BooksObject {
  readonly #storage: ObjectState["storage"];
  readonly #receiver: string;

  constructor({ storage }: ObjectState, { RECEIVER }: { RECEIVER: string }) {
    this.#storage = storage;
    this.#receiver = RECEIVER;
  }

  #open() {
    const invoicing = createInvoicing({ store: durableObjectStore(this.#storage, { alarmAfterMs: 300 }) });
    return { invoicing, acme: invoicing.company("acme") };
  }

  readonly #commands: Record<string, () => Promise<unknown>> = {
    begin: async () => this.#open().acme.saveProfile(germanProfile()),
    issue: async () => {
      const { invoiceNumber, id } = await this.#open().acme.issue(order());
      return [invoiceNumber, id];
    },
    /** Two stores on one storage issue at once. */
    together: async () => {
      const stores = [this.#open(), this.#open()];
      const calls = Array.from({ length: 40 }, (_, place) => stores[place % 2]!.acme.issue(order()));
      return (await Promise.all(calls)).map(({ invoiceNumber }) => invoiceNumber).sort();
    },
    books: async () => {
      const { acme } = this.#open();
      const numbers: [string, string][] = [];
      for (let page = 1; ; page += 1) {
        const { data, total } = await acme.list({ page, limit: 100 });
        for (const { invoiceNumber, id } of data) numbers.push([invoiceNumber, id]);
        if (numbers.length >= total) break;
      }
      const { findings } = await acme.audit();
      return { numbers, findings };
    },
    issueMany: async () => (await this.#open().acme.issueMany(Array.from({ length: 60 }, () => order()))).length,
    /** A step of an audit, which goes on where the one before ended, and keeps what is left in the object's storage. */
    auditStep: async () => {
      const rest = await this.#storage.get("audit");
      const step = await this.#open().acme.auditStep({ rest, mostEntries: 25 });
      if (step.rest !== undefined) await this.#storage.put("audit", step.rest);
      return step.report;
    },
    join: async () => this.#open().invoicing.joining({}),
    backup: async () => Object(durableObjectStore(this.#storage)).backup("copy.db"),
    /** Another worker takes the lease, and ends. */
    hold: async () => durableObjectStore(this.#storage).billing.lease("acme", "another", 2000),
    /** Issues twice, and deletes or moves the alarm between the two. */
    moveAlarm: async () => {
      const { acme } = this.#open();
      const ids: string[] = [];
      for (const move of [() => this.#storage.deleteAlarm(), () => this.#storage.setAlarm(Date.now() + 3_600_000)]) {
        ids.push((await acme.issue(order())).id);
        await move();
        ids.push((await acme.issue(order())).id);
      }
      return ids;
    },
    refuseNew: async () => createInvoicing({ store: durableObjectStore(this.#storage, { create: false }) }).ready(),
  };

  async fetch(request: Request): Promise<Response> {
    try {
      return Response.json((await this.#commands[await request.text()]!()) ?? null);
    } catch (error) {
      return Response.json({ error: (error as Error).message });
    }
  }

  async alarm(): Promise<void> {
    const deliver = async (events: readonly object[]) => {
      const { ok } = await fetch(this.#receiver, { method: "POST", body: JSON.stringify(events) });
      if (!ok) throw new Error("refused");
    };
    const drain = () => this.#open().invoicing.drainBilling({ deliver, leaseMs: 500, retryAfterMs: 100 });
    await deliverOnAlarm(this.#storage, drain, { againAfterMs: 200 });
  }
}

interface Objects {
  getByName(name: string): { fetch(request: Request): Promise<Response> };
}

/** Passes each request to the object that its path names. */
export default {
  fetch: (request: Request, { OBJECTS }: { OBJECTS: Objects }) =>
    OBJECTS.getByName(new URL(request.url).pathname).fetch(request),
};
