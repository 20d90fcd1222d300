/** Durable Objects for the tests. The script runs in workerd. */
import { type FailureStep, storeContract } from "faktura/contract";
import { type DurableObjectStorage, durableObjectStore } from "faktura/durable-object";

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

export class ContractObject {
  readonly #storage: DurableObjectStorage;

  constructor({ storage }: { storage: DurableObjectStorage }) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    return new Response(await runCase(await request.text(), this.#storage));
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
