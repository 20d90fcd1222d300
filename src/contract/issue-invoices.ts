import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { InvoiceState } from "../domain/invoice/invoice-state.ts";
import type { NewCreditNote } from "../ports/credit-note-repository.ts";
import type { NewInvoice } from "../ports/invoice-repository.ts";
import type { InvoicingStore, StoreTransaction } from "../ports/invoicing-store.ts";
import type { ContinuedPosition } from "../ports/number-sequence.ts";
import {
  ACME,
  creditedBy,
  HARD_TEXT,
  PAID,
  paidBy,
  SAMPLE_ORIGIN,
  type SampleChanges,
  sampleEvent,
  sampleId,
  sampleInvoice,
  sampleKey,
  samplePayment,
  sampleProfile,
  stateChange,
} from "./samples.ts";

/** Runs `work` in a transaction that holds the lock on the sequence, as every use of the port must. */
export function locked<Result>(
  store: InvoicingStore,
  companyId: string,
  work: (ports: StoreTransaction) => Promise<Result>,
): Promise<Result> {
  return store.transaction(companyId, async (ports) => {
    await ports.numbers.lock();
    return work(ports);
  });
}

/** Runs `work` in a transaction with the lock, which is then rejected. */
export async function rejectAfter(store: InvoicingStore, work: (ports: StoreTransaction) => Promise<unknown>) {
  const rejected = locked(store, ACME, async (ports) => {
    await work(ports);
    throw new Error("the host changed its mind");
  });
  await assert.rejects(rejected);
}

/** Takes numbers, and inserts and meters invoices with them, inside a transaction that holds the lock. */
export async function issueInto(
  { numbers, invoices, meter }: StoreTransaction,
  companyId: string,
  count = 1,
  changes: SampleChanges = {},
): Promise<readonly NewInvoice[]> {
  const first = await numbers.take(count);
  const issued = Array.from({ length: count }, (_, index) => sampleInvoice(first + index, changes));
  await invoices.insert(issued);
  const metered = issued.filter(({ source }) => source === "api");
  if (metered.length > 0) await meter.record(metered.map((invoice) => sampleEvent(companyId, invoice)));
  return issued;
}

/** Issues `count` invoices in one transaction. */
export function issue(
  store: InvoicingStore,
  { companyId = ACME, count = 1, ...changes }: SampleChanges & { companyId?: string; count?: number } = {},
): Promise<readonly NewInvoice[]> {
  return locked(store, companyId, (ports) => issueInto(ports, companyId, count, changes));
}

/** Issues one invoice for each sample, in one transaction. */
export function issueEach(store: InvoicingStore, samples: readonly SampleChanges[]): Promise<void> {
  return locked(store, ACME, async (ports) => {
    for (const changes of samples) await issueInto(ports, ACME, 1, changes);
  });
}

/** Issues one invoice to each client. */
export function issueTo(store: InvoicingStore, clientNames: readonly string[]): Promise<void> {
  const samples = clientNames.map((clientName) => ({ clientName }));
  return issueEach(store, samples);
}

/** Continues the sequence, or a series, from a position elsewhere. */
export function continueFrom(store: InvoicingStore, position: ContinuedPosition, companyId = ACME): Promise<void> {
  return locked(store, companyId, async ({ numbers }) => {
    assert.ok(numbers.continueFrom, "run the contract on the store's own sequence, not on a host's counter");
    await numbers.continueFrom(position, SAMPLE_ORIGIN);
  });
}

/** Puts invoices into a state, with the payment that leads to it: a store may refuse one without the other. */
export function settle(
  store: InvoicingStore,
  counters: readonly number[],
  state: InvoiceState,
  amount = state.amountPaid,
): Promise<void> {
  return locked(store, ACME, async ({ invoices }) => {
    const ids = counters.map(sampleId);
    // Each payment gets a new id, because a store may refuse an id that the invoice already has.
    const payments = ids.map((id) => samplePayment(1, id, { amount, id: randomUUID() }));
    if (amount !== 0) await invoices.insertPayments(payments);
    await invoices.changeStates(ids.map((id) => stateChange(id, state)));
  });
}

/** What differs after a credit note of the samples. */
interface Credit {
  /** What of the invoice is credited then. Absent: the credit note's total. */
  readonly credited?: number;
  /** The invoice's state then. Absent: SENT. */
  readonly state?: InvoiceState;
  readonly wasCancelled?: boolean;
}

/** Inserts a credit note of one invoice, and gives this its state. */
export function credit(store: InvoicingStore, creditNote: NewCreditNote, changes: Credit = {}): Promise<void> {
  const { credited = creditNote.total, state = creditedBy(credited), wasCancelled } = changes;
  return locked(store, ACME, async ({ invoices, creditNotes }) => {
    await creditNotes.insert([creditNote]);
    await invoices.changeStates([{ ...stateChange(creditNote.invoiceId, state), wasCancelled }]);
  });
}

/** Writes books that contain something of every kind. */
export async function writeSampleBooks(store: InvoicingStore, companyId = ACME): Promise<void> {
  await store.companies.save(companyId, sampleProfile({ address: { city: "Berlin" } }));
  await locked(store, companyId, async (ports) => {
    const [issued] = await issueInto(ports, companyId, 1, { clientName: HARD_TEXT });
    await ports.invoices.insertKeys([sampleKey("key", issued!.id)]);
    await ports.invoices.insertPayments([samplePayment(1, issued!.id, { reference: HARD_TEXT })]);
    await ports.invoices.changeStates([stateChange(issued!.id, paidBy(38))]);
  });
}

/**
 * Issues invoice 2 with a key and pays invoice 1 in one transaction, which ends with `last`. Returns both ids and the
 * result of `last`.
 */
export function writeOfEveryKind<Last>(store: InvoicingStore, last: () => Promise<Last>) {
  return locked(store, ACME, async (ports) => {
    const [paid, issued] = [sampleId(1), sampleId(2)];
    await issueInto(ports, ACME);
    await ports.invoices.insertKeys([sampleKey("key", issued)]);
    await ports.invoices.insertPayments([samplePayment(1, paid, { amount: 238 })]);
    await ports.invoices.changeStates([stateChange(paid, PAID)]);
    return { paid, issued, last: await last() };
  });
}
