import type { Batch } from "../../engine/batch.ts";
import type { BooksDialect } from "../../engine/dialect.ts";
import { booksTransaction } from "../../engine/transaction.ts";
import type { Prediction } from "../statements/books-head.ts";
import type { Work } from "./store-parts.ts";

/**
 * What the work decides if the books end as predicted. `undefined` if it cannot be decided without reading more, or if one
 * call cannot write it, or if it decides nothing to write.
 */
export async function decideForOneTrip<Value>(expected: Prediction, work: Work<Value>) {
  const expectedBooks = new ExpectedBooks(expected);
  const { ports, books } = booksTransaction(expectedBooks.dialect);
  try {
    const value = await work(ports);
    await books.flush();
    const batch = expectedBooks.writable();
    return batch && { value, batch, books };
  } catch {
    return undefined;
  }
}

/** Books of which only the end is known. */
class ExpectedBooks {
  readonly dialect: BooksDialect;
  readonly #batches: Batch[] = [];
  readonly #keys = new Set<string>();
  #isMore = false;

  constructor(expected: Prediction) {
    const more = () => {
      // The work may catch this error.
      this.#isMore = true;
      throw new Error("the books must be read");
    };
    this.dialect = {
      lock: () => expected,
      findKeys: (keys) => {
        for (const key of keys) this.#keys.add(key);
        return []; // the call writes nothing if one of them was used
      },
      flush: (batch) => void this.#batches.push(batch),
      lockAlone: more,
      readHead: more,
      markCountedByHost: more,
      findInvoices: more,
      seriesHeads: more,
      creditNoteSeries: more,
      findCreditNotes: more,
      findResumption: more,
      lastChained: more,
      openRows: more,
      chainRows: more,
    };
  }

  /** The only batch, if one call can write it and confirm everything that was assumed. */
  writable(): Batch | undefined {
    const [batch, ...others] = this.#batches;
    if (this.#isMore || batch === undefined || others.length > 0) return undefined;
    const { continuedFrom, invoices, inSeries, entries, payments, creditNotes, keys, states } = batch;
    const rest = inSeries.length + entries.length + payments.length + creditNotes.length + states.size;
    if (invoices.length === 0 || rest > 0 || continuedFrom !== undefined) return undefined;
    // A write that was refused may have used an old key. The call only compares those that it writes.
    return keys.length === this.#keys.size && keys.every(({ key }) => this.#keys.has(key)) ? batch : undefined;
  }
}
