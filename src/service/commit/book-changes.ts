import { type BillingEvent, billingEventId } from "../../domain/books/billing-event.ts";
import type { ChangeOrigin } from "../../domain/books/journal.ts";
import { asIssued } from "../../domain/invoice/invoice-state.ts";
import { parseInvoice } from "../../domain/invoice/stored-document.ts";
import type { NewCreditNote } from "../../ports/credit-note-repository.ts";
import type {
  NewInvoice,
  NewPayment,
  NewPortalEntry,
  StateChange,
  StoredInvoiceWithPayments,
  UsedKey,
} from "../../ports/invoice-repository.ts";
import type { StoreTransaction } from "../../ports/invoicing-store.ts";
import type { ContinuedPosition, DateResumption, NumberSequence } from "../../ports/number-sequence.ts";

/** The changes that a batch makes to a company's books, gathered until all of its decisions are made. */
export class BookChanges {
  readonly #companyId: string;
  /** The positions from which to continue. Each corrects the one before. */
  readonly continuations: { readonly position: ContinuedPosition; readonly origin: ChangeOrigin }[] = [];
  readonly resumptions: { readonly resumption: DateResumption; readonly origin: ChangeOrigin }[] = [];
  readonly keys: UsedKey[] = [];
  readonly invoices: NewInvoice[] = [];
  readonly payments: NewPayment[] = [];
  readonly creditNotes: NewCreditNote[] = [];
  readonly portalEntries: NewPortalEntry[] = [];
  readonly events: BillingEvent[] = [];
  /** By invoice id. */
  readonly states = new Map<string, StateChange>();

  constructor(companyId: string) {
    this.#companyId = companyId;
  }

  /** Adds an invoice and its billing event. Invoices of the company's own panel have none. */
  addInvoice(invoice: NewInvoice): void {
    this.invoices.push(invoice);
    if (invoice.source === "panel") return;
    const { id: invoiceId, counter, issuedAt: occurredAt } = invoice;
    const [id, companyId] = [billingEventId(invoiceId), this.#companyId];
    this.events.push({ id, companyId, invoiceId, counter, occurredAt });
  }

  /** An invoice that this batch issues. Parsed on demand: only a repeated order in the same batch needs it. */
  issued(id: string): StoredInvoiceWithPayments | undefined {
    const invoice = this.invoices.find((candidate) => candidate.id === id);
    if (invoice === undefined) return undefined;
    const document = parseInvoice(invoice.document);
    const none = { payments: [], creditNotes: [], portalEntries: [] };
    return { counter: invoice.counter, document, state: asIssued(document), ...none };
  }

  /** Writes all changes, each kind in one call. */
  async write({ numbers, invoices, creditNotes, meter }: StoreTransaction): Promise<void> {
    for (const { position, origin } of this.continuations) await numbers.continueFrom?.(position, origin);
    // Written before the invoices, whose dates follow the resumption.
    for (const { resumption, origin } of this.resumptions) await numbers.resumeDates?.(resumption, origin);
    if (this.invoices.length > 0) {
      await this.#takeNumbers(numbers);
      await invoices.insert(this.invoices);
    }
    if (this.events.length > 0) await meter.record(this.events);
    if (this.keys.length > 0) await invoices.insertKeys(this.keys);
    if (this.payments.length > 0) await invoices.insertPayments(this.payments);
    if (this.creditNotes.length > 0) await creditNotes.insert(this.creditNotes);
    if (this.portalEntries.length > 0) await invoices.insertPortalEntries(this.portalEntries);
    if (this.states.size > 0) await invoices.changeStates([...this.states.values()]);
  }

  /** The invoices were numbered from the position that the lock returned. A different counter would leave a gap. */
  async #takeNumbers(numbers: NumberSequence): Promise<void> {
    const expected = this.invoices[0]!.counter;
    const first = await numbers.take(this.invoices.length);
    if (first === expected) return;
    throw new TypeError(`the number sequence said that ${expected} comes next, but take() returned ${first}`);
  }
}
