import { AS_ISSUED, type InvoiceState } from "../../domain/invoice.ts";
import type { NewInvoice, NewPayment, StateChange, UsedKey } from "../../ports/invoice-repository.ts";
import type { SequencePosition } from "../../ports/number-sequence.ts";
import { IssuedInvoices } from "../issued-invoices.ts";
import { arrayOf, joined } from "./arrays.ts";
import type { BooksAccess } from "./sequence.ts";
import type { Tables } from "./tables.ts";
import { invoiceRows, issuedRows, keyRows, paymentRows, stateRows, type WriteStep } from "./write-steps.ts";

/** What one transaction wrote, by which a commit whose answer was lost is recognised. */
export interface Evidence {
  readonly invoiceIds: readonly string[];
  readonly payments: readonly NewPayment[];
  readonly keys: readonly UsedKey[];
  readonly states: readonly StateChange[];
  readonly continuedFrom: SequencePosition | undefined;
}

/** The writes of one transaction, gathered so that all of them go to the server in one statement. */
export class Writes {
  readonly #invoices = new Map<string, NewInvoice>();
  readonly #states = new Map<string, InvoiceState>();
  readonly #payments: NewPayment[] = [];
  readonly #keys: UsedKey[] = [];
  /** All of the transaction's invoices, sent or not. */
  readonly issued = new IssuedInvoices();
  #invoicesTwice: NewInvoice[] = [];
  /** Whether anything was written, sent or not. */
  written = false;
  readonly #evidence = {
    invoiceIds: [] as string[],
    payments: [] as NewPayment[],
    keys: [] as UsedKey[],
    states: [] as StateChange[],
    continuedFrom: undefined as SequencePosition | undefined,
  };

  get evidence(): Evidence {
    return this.#evidence;
  }

  addInvoices(invoices: readonly NewInvoice[]): void {
    for (const invoice of invoices) {
      const { id, counter, invoiceNumber, issueDate, source, document } = invoice;
      const copy = { id, counter, invoiceNumber, issueDate, source, document };
      // The database is to say that an id is taken, so an id that comes twice is sent twice.
      if (this.#invoices.has(id)) this.#invoicesTwice.push(copy);
      else this.#invoices.set(id, copy);
      this.issued.add(copy);
      this.#evidence.invoiceIds.push(id);
    }
    this.#mark(invoices);
  }

  addPayments(payments: readonly NewPayment[]): void {
    const copies = payments.map((payment) => ({ ...payment }));
    this.#payments.push(...copies);
    this.#evidence.payments.push(...copies);
    this.#mark(payments);
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

  changeState({ invoiceId, ...state }: StateChange): void {
    this.#states.set(invoiceId, state);
    this.#evidence.states.push({ invoiceId, ...state });
    this.written = true;
  }

  continueFrom(position: SequencePosition): void {
    this.#evidence.continuedFrom = position;
    this.written = true;
  }

  /** Sends what is gathered, in one statement; nothing where nothing is. `proof` is SQL of a number that fails it. */
  async send({ session, tables, companyId, proof = "1" }: BooksAccess): Promise<void> {
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
    await session.rows(`WITH ${parts.join(", ")} SELECT ${proof} AS written`, values);
  }

  #steps(tables: Tables): WriteStep[] {
    // A statement does not see the rows that it inserts, so a new invoice is inserted with the state it has by now.
    const added = [...this.#invoices.values(), ...this.#invoicesTwice];
    const stateOf = ({ id }: NewInvoice) => this.#states.get(id) ?? AS_ISSUED;
    const changed = [...this.#states].flatMap(([invoiceId, state]) => {
      return this.#invoices.has(invoiceId) ? [] : [{ invoiceId, ...state }];
    });
    return [
      this.#states.size === changed.length ? issuedRows(tables, added) : invoiceRows(tables, added, stateOf),
      keyRows(tables, this.#keys),
      paymentRows(tables, this.#payments),
      stateRows(tables, changed),
    ];
  }

  #forget(): void {
    this.#invoices.clear();
    this.#invoicesTwice = [];
    this.#states.clear();
    for (const rows of [this.#payments, this.#keys]) rows.length = 0;
  }

  #mark(entries: readonly unknown[]): void {
    if (entries.length > 0) this.written = true;
  }
}
