import type { CalendarDay } from "../domain/calendar.ts";
import type { ChangeOrigin } from "../domain/journal.ts";
import type { DateResumption, SequencePosition } from "../ports/number-sequence.ts";

/** How a store writes and finds the entries after which issue dates go on, inside the transaction that holds the lock. */
export interface ResumptionAccess {
  /** Adds the entry; `last` is the last invoice. */
  readonly addResumption: (
    last: SequencePosition,
    resumption: DateResumption,
    origin: ChangeOrigin,
  ) => void | Promise<void>;
  /** The company's last such entry. */
  readonly findResumption: () => StoredResumption | undefined | Promise<StoredResumption | undefined>;
}

/** What an entry of the kind `dates.resumed` says, as far as stores go by it. */
export interface StoredResumption {
  /** Of the invoice behind which dates may step back once. */
  readonly lastCounter: number;
  readonly resumedOn: CalendarDay;
}

/** Reads the document of an entry. */
export function readResumption(document: string): StoredResumption {
  return JSON.parse(document) as StoredResumption;
}

/** Where the issue dates of the invoices kept here go on, whoever counts them. For one transaction. */
export class InvoiceDates {
  readonly #access: ResumptionAccess;
  #last: SequencePosition | undefined;

  constructor(access: ResumptionAccess) {
    this.#access = access;
  }

  /** Begins behind the last invoice; `undefined` where there is none, or one was added since the lock. */
  startFrom(last: SequencePosition | undefined): void {
    this.#last = last;
  }

  /** See {@link NumberSequence.resumeDates}. */
  async resumeDates(resumption: DateResumption, origin: ChangeOrigin): Promise<void> {
    if (this.#last === undefined) {
      throw new TypeError("resumeDates() comes after lock(), before take(), and behind an invoice");
    }
    await this.#access.addResumption(this.#last, resumption, origin);
  }

  /** See {@link NumberSequence.resumedOn}. */
  async resumedOn(): Promise<CalendarDay | null> {
    const found = await this.#access.findResumption();
    return found !== undefined && found.lastCounter === this.#last?.lastCounter ? found.resumedOn : null;
  }
}
