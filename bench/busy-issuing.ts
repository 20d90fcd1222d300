import { createInvoicing, type InvoicingStore, Refusal } from "faktura";
import { countersOf, ORDER, PROFILE, proveGapless, rateOf, withCallers } from "./workload.ts";

/** What goes on beside the issuers, or what they do besides. */
export type Trouble = "none" | "writers" | "keys" | "snapshot";

/** Empty books, and how to open a snapshot of them that stays until it is ended. */
export interface Books {
  readonly store: InvoicingStore;
  readonly openSnapshot: () => Promise<() => Promise<void>>;
  /** Size of the log that a snapshot keeps from being folded in; absent where there is none. */
  readonly logBytes?: () => number;
}

const ISSUERS = 64;
const OTHER_WRITERS = 16;

/** Issues for one company, proves 1..n, closes; how many a second, in all and in the first and the last quarter. */
export async function issueBusily({ store, openSnapshot, logBytes }: Books, invoices: number, trouble: Trouble) {
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("acme");
  await company.saveProfile(PROFILE);
  const ids = [(await company.issue(ORDER)).id];
  const endSnapshot = trouble === "snapshot" ? await openSnapshot() : async () => undefined;
  const quarter = Math.floor((invoices - 1) / 4);
  const rates: number[] = [];
  let issued = 1;
  const issue = async () => {
    issued += 1;
    const { id } = await company.issue(ORDER, trouble === "keys" ? { idempotencyKey: `key-${issued}` } : {});
    ids.push(id);
  };
  let isOver = false;
  const others = trouble === "writers" ? writeBeside(() => isOver) : Promise.resolve();
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

  /** Half of them pay a little, half cancel; invoices that are cancelled already are no longer paid. */
  async function writeBeside(isDone: () => boolean): Promise<void> {
    let next = 0;
    let written = 0;
    const writer = async (_: unknown, place: number) => {
      while (!isDone()) {
        const id = ids[next % ids.length]!;
        next += 1;
        const write = place % 2 === 0 ? company.recordPayment(id, { amount: 0.01 }) : company.cancel(id);
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
    if (written < OTHER_WRITERS) throw new Error(`only ${written} payments and cancellations beside the issuers`);
  }
}
