import { setTimeout as wait } from "node:timers/promises";
import { type Invoicing, OutcomeUnknownError } from "faktura";
import { ORDER } from "./workload.ts";

const CALLERS = 32;

/** The answer to a call: the invoice that was issued. */
export interface Answer {
  /** The company and the key of the call. */
  readonly name: string;
  readonly companyId: string;
  readonly id: string;
  readonly invoiceNumber: string;
  readonly at: number;
}

/** Callers that issue with an idempotency key each, and repeat a failed call with the same key until it succeeds. */
export class Load {
  readonly answers: Answer[] = [];
  outcomeUnknown = 0;
  otherErrors = 0;
  readonly #underWay = new Map<string, number>();
  readonly #companies: readonly string[];
  readonly #callers: Promise<unknown>;
  #ended = false;

  constructor(servers: readonly Invoicing[], companies: readonly string[]) {
    this.#companies = companies;
    this.#callers = Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#issue(servers, caller)));
  }

  /** The calls that had begun by `begunBy` and have no answer yet. */
  unanswered(begunBy: number): string[] {
    return [...this.#underWay].filter(([, begun]) => begun <= begunBy).map(([name]) => name);
  }

  async until(isEnough: (answers: readonly Answer[]) => boolean): Promise<void> {
    for (let tries = 0; !isEnough(this.answers); tries += 1) {
      if (tries > 3000) throw new Error("nothing was issued within 30 s");
      await wait(10);
    }
  }

  /** Waits for the last answer of each caller. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#callers;
  }

  async #issue(servers: readonly Invoicing[], caller: number): Promise<void> {
    const companyId = this.#companies[caller % this.#companies.length]!;
    const company = servers[Math.floor(caller / this.#companies.length) % servers.length]!.company(companyId);
    for (let count = 0; !this.#ended; count += 1) {
      const idempotencyKey = `${caller}-${count}`;
      const name = `${companyId} ${idempotencyKey}`;
      this.#underWay.set(name, performance.now());
      for (let answered = false; !answered; ) {
        try {
          const { id, invoiceNumber } = await company.issue(ORDER, { idempotencyKey });
          this.answers.push({ name, companyId, id, invoiceNumber, at: performance.now() });
          answered = true;
        } catch (error) {
          if (error instanceof OutcomeUnknownError) this.outcomeUnknown += 1;
          else this.otherErrors += 1;
          await wait(20 + Math.random() * 20);
        }
      }
      this.#underWay.delete(name);
    }
  }
}
