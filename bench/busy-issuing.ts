import { createInvoicing, type InvoicingStore, Refusal } from "faktura";
import { countersOf, ORDER, PROFILE, proveGapless, rateOf, withCallers } from "./workload.ts";

/** Extra load: other writers, idempotency keys on each call, or an open snapshot. */
export type ExtraLoad = "none" | "writers" | "keys" | "snapshot";

/** Empty books. `openSnapshot` opens a snapshot of them, and returns a function that ends it. */
export interface Books {
  readonly store: InvoicingStore;
  readonly openSnapshot: () => Promise<() => Promise<void>>;
  /** The size of the write-ahead log, which cannot be checkpointed while a snapshot is open. Absent: no log. */
  readonly logBytes?: () => number;
}

const ISSUERS = 64;
const OTHER_WRITERS = 16;

/**
 * Issues for one company, verifies 1..n, and closes. Returns invoices per second: in total, and in the first and last
 * quarter.
 */
export async function issueUnderLoad({ store, openSnapshot, logBytes }: Books, invoices: number, load: ExtraLoad) {
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("firma");
  await company.saveProfile(PROFILE);
  const ids = [(await company.issue(ORDER)).id];
  const endSnapshot = load === "snapshot" ? await openSnapshot() : async () => undefined;
  const quarter = Math.floor((invoices - 1) / 4);
  const rates: number[] = [];
  let issued = 1;
  const issue = async () => {
    issued += 1;
    const { id } = await company.issue(ORDER, load === "keys" ? { idempotencyKey: `key-${issued}` } : {});
    ids.push(id);
  };
  let isOver = false;
  const others = load === "writers" ? writeBeside(() => isOver) : Promise.resolve();
  const rate = await rateOf(quarter * 4, async () => {
    for (let part = 0; part < 4; part += 1) {
      rates.push(await rateOf(quarter, () => withCallers(ISSUERS, quarter, issue)));
    }
  });
  isOver = true;
  await others;
  const logMiB = logBytes === undefined ? undefined : logBytes() / 2 ** 20;
  await endSnapshot();
  proveGapless(await countersOf(company), quarter * 4 + 1);
  await invoicing.close();
  return { rate, firstQuarter: rates[0]!, lastQuarter: rates[3]!, logMiB };

  /** Half of the writers record small payments, the other half cancel. Payments of cancelled invoices are refused. */
  async function writeBeside(isDone: () => boolean): Promise<void> {
    let next = 0;
    let written = 0;
    const writer = async (_: unknown, index: number) => {
      while (!isDone()) {
        const id = ids[next % ids.length]!;
        next += 1;
        const write = index % 2 === 0 ? company.recordPayment(id, { amount: 0.01 }) : company.cancel(id);
        await write.then(
          () => {
            written += 1;
          },
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
          },
        );
      }
    };
    await Promise.all(Array.from({ length: OTHER_WRITERS }, writer));
    if (written < OTHER_WRITERS) throw new Error(`only ${written} payments and cancellations while issuing`);
  }
}
