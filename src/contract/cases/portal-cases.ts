import assert from "node:assert/strict";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { StoredPortalNumber, StoredPortalRefusal } from "../../domain/invoice/stored-document.ts";
import type { NewPortalEntry } from "../../ports/invoice-repository.ts";
import type { InvoicingStore } from "../../ports/invoicing-store.ts";
import type { ContractCases } from "../contract-case.ts";
import { credit, issue, locked } from "../issue-invoices.ts";
import { ACME, HARD_TEXT, SAMPLE_ORIGIN, sampleCreditNote, sampleId } from "../samples.ts";

/** What portals answered: kept in the journal, and returned with the invoice and with its credit notes. */
export const portalCases: ContractCases = {
  "portals' numbers and refusals are returned with their invoice and with its credit notes, oldest first, as their entries have them":
    async (store) => {
      await issue(store, { count: 2 });
      const creditNote = await creditFirst(store);
      const entered = [
        sampleNumber(1, { number: HARD_TEXT }),
        sampleNumber(2, { creditNoteId: creditNote.id }),
        sampleNumber(3, { number: "corrected", replaces: HARD_TEXT }),
        sampleRefusal(4, { record: { description: HARD_TEXT } }),
        sampleRefusal(5, { creditNoteId: creditNote.id }),
      ];
      await record(store, ...entered);
      const returned = entered.map(({ origin: _, ...entry }) => entry);
      const entries = await store.journal.entriesAfter(ACME, 3, 100);
      assert.deepEqual(
        entries.map(({ kind, invoiceId, document }) => ({ kind, invoiceId, document })),
        returned.map((entry) => {
          const document = canonicalJson(entry);
          const kind = "number" in entry ? "portal_number.recorded" : "portal_refusal.recorded";
          return { kind, invoiceId: entry.invoiceId, document };
        }),
      );
      for (const { portalEntries } of await readAll(store, creditNote.id)) assert.deepEqual(portalEntries, returned);
      assert.deepEqual((await store.reader.find(ACME, sampleId(2)))?.portalEntries, []);
    },
  "a credit note that does not credit one invoice has its own numbers and refusals": async (store) => {
    await issue(store);
    const alone = sampleCreditNote(1, { invoiceId: null });
    await locked(store, ACME, ({ creditNotes }) => creditNotes.insert([alone]));
    const ofAlone = { invoiceId: alone.id, creditNoteId: alone.id };
    const entered = [sampleNumber(1, ofAlone), sampleRefusal(2, { ...ofAlone, record: { description: HARD_TEXT } })];
    await record(store, ...entered);
    await record(store, sampleNumber(3), sampleRefusal(4));
    const returned = entered.map(({ origin: _, ...entry }) => entry);
    assert.deepEqual((await store.creditNotes.find(ACME, alone.id))?.portalEntries, returned);
    const [inside] = await locked(store, ACME, ({ creditNotes }) => creditNotes.findOfInvoices([alone.id]));
    assert.deepEqual(inside?.portalEntries, returned);
    const ofNothing = { invoiceId: sampleId(9), creditNoteId: sampleId(9) };
    await assert.rejects(record(store, sampleNumber(5, ofNothing)));
    await assert.rejects(record(store, sampleRefusal(5, ofNothing)));
  },
  "the number or the refusal of an invoice or a credit note that the company does not have is refused": async (
    store,
  ) => {
    await issue(store, { count: 2 });
    await issue(store, { companyId: "globex", count: 3 });
    const { id } = await creditFirst(store);
    await assert.rejects(record(store, sampleNumber(1, { invoiceId: sampleId(3) })));
    await assert.rejects(record(store, sampleNumber(1, { invoiceId: sampleId(2), creditNoteId: id })));
    await assert.rejects(record(store, sampleNumber(1, { creditNoteId: sampleId(1) })));
    await assert.rejects(record(store, sampleRefusal(1, { invoiceId: sampleId(3) })));
    await assert.rejects(record(store, sampleRefusal(1, { creditNoteId: sampleId(1) })));
    assert.deepEqual((await store.reader.find(ACME, sampleId(1)))?.portalEntries, []);
    await record(store, sampleNumber(1));
    assert.equal((await store.reader.find(ACME, sampleId(1)))?.portalEntries.length, 1);
  },
};

/** The number that the portal `sdi` gave invoice 1, unless changed. */
function sampleNumber(index: number, changes: Partial<StoredPortalNumber> = {}): NewPortalEntry {
  return { ...sampleAbout(index), portal: "sdi", number: "111", replaces: null, ...changes };
}

/** A refusal of invoice 1, unless changed. */
function sampleRefusal(index: number, changes: Partial<StoredPortalRefusal> = {}): NewPortalEntry {
  const said = { portal: "sdi", code: "00404", on: "2026-11-20", ofCancellation: false } as const;
  return { ...sampleAbout(index), ...said, ...changes };
}

function sampleAbout(index: number) {
  const id = `01936f2e-3333-7000-8000-${String(index).padStart(12, "0")}`;
  return { id, invoiceId: sampleId(1), creditNoteId: null, origin: { ...SAMPLE_ORIGIN } };
}

function record(store: InvoicingStore, ...entries: readonly NewPortalEntry[]): Promise<void> {
  return locked(store, ACME, ({ invoices }) => invoices.insertPortalEntries(entries));
}

/** Credits invoice 1 with the sample credit note. */
async function creditFirst(store: InvoicingStore) {
  const creditNote = sampleCreditNote(1);
  await credit(store, creditNote);
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
  return all.map((each) => each ?? { portalEntries: undefined });
}
