import { AS_ISSUED, type InvoiceState } from "../../domain/invoice.ts";
import type { NewPayment, StateChange, UsedKey } from "../../ports/invoice-repository.ts";
import type { StoredEntry } from "../../ports/journal.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import { IssuedInvoices } from "../issued-invoices.ts";
import { arrayOf, joined } from "./arrays.ts";
import type { BooksAccess } from "./sequence.ts";
import type { Tables } from "./tables.ts";
import {
  type ChainedInvoice,
  continuedRow,
  entryRows,
  invoiceRows,
  issuedRows,
  keyRows,
  paymentRows,
  stateRows,
  type WriteStep,
} from "./write-steps.ts";

/** What one transaction wrote, by which a commit whose answer was lost is recognised. */
export interface Evidence {
  readonly invoiceIds: readonly string[];
  readonly payments: readonly NewPayment[];
  readonly keys: readonly UsedKey[];
  readonly states: readonly StateChange[];
  /** Those of the journal that are neither invoices nor payments. */
  readonly entries: readonly StoredEntry[];
}

/** The writes of one transaction, gathered so that all of them go to the server in one statement. */
export class Writes {
  readonly #invoices = new Map<string, ChainedInvoice>();
  readonly #states = new Map<string, StateChange>();
  #continued: SequencePosition[] = [];
  readonly #entries: StoredEntry[] = [];
  readonly #payments: NewPayment[] = [];
  readonly #keys: UsedKey[] = [];
  /** All of the transaction's invoices, sent or not. */
  readonly issued = new IssuedInvoices();
  #invoicesTwice: ChainedInvoice[] = [];
  /** Whether anything was written, sent or not. */
  written = false;
  readonly #evidence = {
    invoiceIds: [] as string[],
    payments: [] as NewPayment[],
    keys: [] as UsedKey[],
    states: [] as StateChange[],
    entries: [] as StoredEntry[],
  };

  get evidence(): Evidence {
    return this.#evidence;
  }

  /** Whether entries are gathered that are no invoices. */
  get hasEntries(): boolean {
    return this.#entries.length > 0;
  }

  addInvoices(invoices: readonly ChainedInvoice[]): void {
    for (const invoice of invoices) {
      // The database is to say that an id is taken, so an id that comes twice is sent twice.
      if (this.#invoices.has(invoice.id)) this.#invoicesTwice.push(invoice);
      else this.#invoices.set(invoice.id, invoice);
      this.issued.add(invoice);
      this.#evidence.invoiceIds.push(invoice.id);
    }
    this.#mark(invoices);
  }

  addPayment(payment: NewPayment, entry: StoredEntry): void {
    const copy = { ...payment };
    this.#payments.push(copy);
    this.#evidence.payments.push(copy);
    this.#entries.push(entry);
    this.written = true;
  }

  addKeys(keys: readonly UsedKey[]): void {
    const copies = keys.map((key) => ({ ...key }));
    this.#keys.push(...copies);
    this.#evidence.keys.push(...copies);
    this.#mark(keys);
  }

  /** Whether a change of this invoice's state is gathered already. */
  changesState(invoiceId: string): boolean {
    return this.#states.has(invoiceId);
  }

  /** `entry` is the journal's, where the change has one of its own. */
  changeState(change: StateChange, entry: StoredEntry | undefined): void {
    const copy = { ...change };
    this.#states.set(change.invoiceId, copy);
    this.#evidence.states.push(copy);
    if (entry !== undefined) this.#addEntry(entry);
    this.written = true;
  }

  continueFrom(position: SequencePosition, entry: StoredEntry): void {
    this.#continued = [position];
    this.#addEntry(entry);
    this.written = true;
  }

  resumeDates(entry: StoredEntry): void {
    this.#addEntry(entry);
    this.written = true;
  }

  /** Sends what is gathered, in one statement; nothing where nothing is. `alongside` is worked out in it. */
  async send({ session, tables, companyId, alongside = "1" }: BooksAccess): Promise<void> {
    const steps = this.#steps(tables).filter(({ rows }) => rows.length > 0);
    if (steps.length === 0) return;
    const values: unknown[] = [companyId];
    const parts = steps.map(({ name, sql, columns, rows }) => {
      const arrays = columns.map(({ type, of, isDocument }) => {
        return isDocument === true ? joined(values, rows.map(of)) : `$${values.push(arrayOf(rows.map(of)))}::${type}[]`;
      });
      return `${name} AS (${sql(`unnest(${arrays.join(", ")})`)})`;
    });
    this.#forget();
    await session.rows(`WITH ${parts.join(", ")} SELECT ${alongside} AS written`, values);
  }

  #steps(tables: Tables): WriteStep[] {
    // A statement does not see the rows that it inserts, so a new invoice is inserted with the state it has by now.
    const added = [...this.#invoices.values(), ...this.#invoicesTwice];
    const stateOf = ({ id }: ChainedInvoice): InvoiceState => this.#states.get(id) ?? AS_ISSUED;
    const changed = [...this.#states.values()].filter(({ invoiceId }) => !this.#invoices.has(invoiceId));
    return [
      this.#states.size === changed.length ? issuedRows(tables, added) : invoiceRows(tables, added, stateOf),
      continuedRow(tables, this.#continued),
      keyRows(tables, this.#keys),
      paymentRows(tables, this.#payments),
      stateRows(tables, changed),
      entryRows(tables, this.#entries),
    ];
  }

  #forget(): void {
    this.#invoices.clear();
    this.#invoicesTwice = [];
    this.#states.clear();
    this.#continued = [];
    for (const rows of [this.#payments, this.#keys, this.#entries]) rows.length = 0;
  }

  #addEntry(entry: StoredEntry): void {
    this.#entries.push(entry);
    this.#evidence.entries.push(entry);
  }

  #mark(entries: readonly unknown[]): void {
    if (entries.length > 0) this.written = true;
  }
}
