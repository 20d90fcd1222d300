import { setTimeout as moment } from "node:timers/promises";
import { createInvoicing, type Invoicing, type InvoicingStore } from "faktura";
import { order } from "../support/fixtures.ts";

/** The load of the callers in one process. */
export interface Load {
  /** Part of each of its own keys, so that a restarted process repeats them. */
  readonly name: string;
  /** How often the process was started, for calls that must not be repeated. */
  readonly life: number;
  readonly companies: readonly string[];
  /** The number of concurrent calls. */
  readonly callers: number;
  readonly from: number;
  /** Absent: they go on until they are stopped. */
  readonly to?: number | undefined;
}

/** What a caller was told, as `kind company tag …`: `issued` with number, id and `new` or `replayed`. */
export type Say = (...words: (string | number)[]) => void;

interface Task {
  readonly company: string;
  /** The client's name on the invoice, and also the idempotency key, if there is one. */
  readonly tag: string;
  readonly isKeyed: boolean;
  readonly pays: boolean;
  readonly credits: boolean;
}

/** Of seven tasks one has no key, two have keys that every process uses, three are partly paid, and two are credited. */
function taskOf({ name, life, companies }: Load, index: number): Task {
  const kind = index % 7;
  const company = companies[index % companies.length]!;
  if (kind === 0) return { company, tag: `free-${name}.${life}-${index}`, isKeyed: false, pays: false, credits: false };
  const tag = kind <= 2 ? `shared-${index}` : `${name}-${index}`;
  return { company, tag, isKeyed: true, pays: kind % 2 === 0, credits: kind % 3 === 1 };
}

/** Errors that a caller must expect. All except `unknown` mean that nothing was written. */
function kindOf(error: unknown): "unknown" | "busy" | "lost" | "refused" | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "outcome_unknown") return "unknown";
  if (code === "store_busy") return "busy";
  if (code === "store_unavailable") return "lost";
  const isLost =
    /^(?:57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE)$/.test(String(code)) ||
    /^(?:Connection terminated|no answer from PostgreSQL|Client has encountered a connection error)/.test(
      String(message),
    );
  if (isLost) return "lost";
  // Errors that a test makes PostgreSQL report, and errors that follow from them.
  const isInjected = /^(?:injected|current transaction is aborted|PostgreSQL rolled the transaction back)/.test(
    String(message),
  );
  return isInjected ? "refused" : undefined;
}

/** The callers of one process. A call with a key is repeated until it succeeds; a call without one is tried once. */
export class Callers {
  readonly #load: Load;
  readonly #invoicing: Invoicing;
  readonly #say: Say;
  #next: number;
  #stopped = false;

  constructor(load: Load, store: InvoicingStore, say: Say) {
    this.#load = load;
    this.#invoicing = createInvoicing({ store });
    this.#say = say;
    this.#next = load.from;
  }

  /** Resolves when everything is done. @throws the first error that no caller must expect */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#load.callers }, () => this.#call()));
    await this.#invoicing.close();
  }

  /** Lets every caller finish its current call. */
  stop(): void {
    this.#stopped = true;
  }

  async #call(): Promise<void> {
    const { to = Number.POSITIVE_INFINITY } = this.#load;
    while (!this.#stopped && this.#next < to) {
      const index = this.#next++;
      await this.#do(taskOf(this.#load, index));
      this.#say("done", index);
    }
  }

  async #do({ company: companyId, tag, isKeyed, pays, credits }: Task): Promise<void> {
    const company = this.#invoicing.company(companyId);
    const issued = await this.#repeat([companyId, tag], isKeyed, (options) =>
      company.issueOrReplay(order({ clientName: tag }), options),
    );
    if (issued === undefined) return;
    const { id, invoiceNumber } = issued.invoice;
    this.#say("issued", companyId, tag, invoiceNumber, id, issued.replayed ? "replayed" : "new");
    if (credits) await this.#credit(companyId, tag, id);
    if (!pays) return;
    await this.#repeat([companyId, `paid-${tag}`], true, (options) =>
      company.recordPayment(id, { amount: 38 }, options),
    );
    this.#say("paid", companyId, tag, id);
  }

  async #credit(companyId: string, tag: string, invoiceId: string): Promise<void> {
    const lines = [{ line: 1, netAmount: 100 }];
    const credited = await this.#repeat([companyId, `credited-${tag}`], true, (options) =>
      this.#invoicing.company(companyId).credit(invoiceId, { reason: "returned", lines }, options),
    );
    if (credited !== undefined) this.#say("credited", companyId, tag, credited.creditNoteNumber, credited.id);
  }

  async #repeat<Result>(
    [company, tag]: readonly [string, string],
    isKeyed: boolean,
    action: (options: { idempotencyKey?: string }) => Promise<Result>,
  ): Promise<Result | undefined> {
    for (const begin = performance.now(); ; ) {
      try {
        return await action(isKeyed ? { idempotencyKey: tag } : {});
      } catch (error) {
        const kind = kindOf(error);
        if (kind === undefined || performance.now() - begin > 60_000) throw error;
        this.#say(kind, company, tag);
      }
      await moment(Math.random() * 20);
      if (!isKeyed) return undefined;
    }
  }
}
