import assert from "node:assert/strict";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { NewPortalNumber } from "../../ports/invoice-repository.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCase } from "../contract-case.ts";
import { issue, locked } from "../issue-invoices.ts";
import { ACME, creditedBy, HARD_TEXT, SAMPLE_ORIGIN, sampleCreditNote, sampleId, stateChange } from "../samples.ts";

/** The numbers that portals gave: kept in the journal, and returned with the invoice and with its credit notes. */
export const portalNumberCases: readonly ContractCase[] = [
  {
    title:
      "portals' numbers are returned with their invoice and with its credit notes, oldest first, as their entries have them",
    run: async (store) => {
      await issue(store, { count: 2 });
      const creditNote = await creditFirst(store);
      const numbers = [
        sampleNumber(1, { number: HARD_TEXT }),
        sampleNumber(2, { creditNoteId: creditNote.id }),
        sampleNumber(3, { number: "corrected", replaces: HARD_TEXT }),
      ];
      await record(store, ...numbers);
      const returned = numbers.map(({ origin: _, ...number }) => number);
      const entries = await store.journal.entriesAfter(ACME, 3, 100);
      assert.deepEqual(
        entries.map(({ kind, invoiceId, document }) => ({ kind, invoiceId, document })),
        returned.map((number) => {
          const document = canonicalJson(number);
          return { kind: "portal_number.recorded", invoiceId: number.invoiceId, document };
        }),
      );
      for (const { portalNumbers } of await readAll(store, creditNote.id)) assert.deepEqual(portalNumbers, returned);
      assert.deepEqual((await store.reader.find(ACME, sampleId(2)))?.portalNumbers, []);
    },
  },
  {
    title: "a credit note that does not credit one invoice has its own numbers",
    run: async (store) => {
      await issue(store);
      const alone = sampleCreditNote(1, { invoiceId: null });
      await locked(store, ACME, ({ creditNotes }) => creditNotes.insert([alone]));
      const { origin: _, ...number } = sampleNumber(1, { invoiceId: alone.id, creditNoteId: alone.id });
      await record(store, { ...number, origin: { ...SAMPLE_ORIGIN } });
      await record(store, sampleNumber(2));
      assert.deepEqual((await store.creditNotes.find(ACME, alone.id))?.portalNumbers, [number]);
      const [inside] = await locked(store, ACME, ({ creditNotes }) => creditNotes.findOfInvoices([alone.id]));
      assert.deepEqual(inside?.portalNumbers, [number]);
      await assert.rejects(record(store, sampleNumber(3, { invoiceId: sampleId(9), creditNoteId: sampleId(9) })));
    },
  },
  {
    title: "the number of an invoice or a credit note that the company does not have is refused",
    run: async (store) => {
      await issue(store, { count: 2 });
      await issue(store, { companyId: "globex", count: 3 });
      const { id } = await creditFirst(store);
      await assert.rejects(record(store, sampleNumber(1, { invoiceId: sampleId(3) })));
      await assert.rejects(record(store, sampleNumber(1, { invoiceId: sampleId(2), creditNoteId: id })));
      await assert.rejects(record(store, sampleNumber(1, { creditNoteId: sampleId(1) })));
      assert.deepEqual((await store.reader.find(ACME, sampleId(1)))?.portalNumbers, []);
      await record(store, sampleNumber(1));
      assert.equal((await store.reader.find(ACME, sampleId(1)))?.portalNumbers.length, 1);
    },
  },
];

/** The number of KSeF for invoice 1, unless changed. */
function sampleNumber(index: number, changes: Partial<NewPortalNumber> = {}): NewPortalNumber {
  const id = `01936f2e-3333-7000-8000-${String(index).padStart(12, "0")}`;
  const number = { portal: "sdi", number: "111", replaces: null };
  return { id, invoiceId: sampleId(1), creditNoteId: null, ...number, origin: { ...SAMPLE_ORIGIN }, ...changes };
}

function record(store: InvoicingStore, ...numbers: readonly NewPortalNumber[]): Promise<void> {
  return locked(store, ACME, ({ invoices }) => invoices.insertPortalNumbers(numbers));
}

/** Credits invoice 1 with the sample credit note. */
async function creditFirst(store: InvoicingStore) {
  const creditNote = sampleCreditNote(1);
  const { invoiceId, total } = creditNote;
  await locked(store, ACME, async ({ creditNotes, invoices }) => {
    await creditNotes.insert([creditNote]);
    await invoices.changeStates([stateChange(invoiceId, creditedBy(total))]);
  });
  return creditNote;
}

/** Invoice 1 and its credit note, as each reader returns them. */
async function readAll(store: InvoicingStore, creditNoteId: string) {
  const invoice = await store.reader.find(ACME, sampleId(1));
  const byNumber = await store.reader.findByNumber(ACME, "INV-202611-0001");
  const note = await store.creditNotes.find(ACME, creditNoteId);
  const lists = [
    { page: 1, limit: 10 },
    { page: 1, limit: 10, invoiceId: sampleId(1) },
  ];
  const listed = await Promise.all(lists.map((request) => store.creditNotes.list(ACME, request)));
  const inside = await locked(store, ACME, async ({ invoices, creditNotes }) => [
    ...(await invoices.findMany([sampleId(1)])),
    ...(await creditNotes.findOfInvoices([sampleId(1)])),
  ]);
  const all = [invoice, byNumber, note, ...listed.flatMap(({ creditNotes }) => creditNotes), ...inside];
  assert.equal(all.length, 7);
  return all.map((each) => each ?? { portalNumbers: undefined });
}
