import { isRefusal, type Refusal } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { openBooks, traceOf } from "../books.ts";

const KSEF = "5261040828-20261120-0100001AF629-97";
const OTHER = "5261040828-20261120-0100001AF62A-F8";

const refused = (code: string, pointer?: string) => (error: unknown) =>
  isRefusal(error) && error.code === code && (pointer === undefined || pointerOf(error) === pointer);
const pointerOf = ({ errors: [first] }: Refusal) => (first !== undefined && "pointer" in first ? first.pointer : "");

describe.each(STORES)("$name", ({ open }) => {
  test("a portal's number is an entry of the journal: the invoice names it, and its document stays as it was issued", async () => {
    const { acme, store, clock, events } = await openBooks(await open());
    const issued = await acme.issue(order());
    const before = await store.journal.invoicesAfter("acme", 0, 1);
    clock.set("2026-11-21T08:00:00.000Z");
    const recorded = await acme.recordPortalNumber(issued.id, { portal: "ksef", number: KSEF });
    expect(recorded).toEqual({
      ...issued,
      payments: [],
      creditNotes: [],
      portalNumbers: [{ portal: "ksef", number: KSEF }],
    });
    await acme.recordPortalNumber(issued.id, { portal: "archive", number: "17" });
    const portalNumbers = [...recorded.portalNumbers!, { portal: "archive", number: "17" }];
    expect(await acme.get(issued.id)).toEqual({ ...recorded, portalNumbers });
    expect((await acme.list()).data[0]).toEqual(issued);
    const [{ entries: _, ...after } = { entries: [] }] = await store.journal.invoicesAfter("acme", 0, 1);
    expect(before[0]).toMatchObject(after);
    const [entry] = await store.journal.entriesAfter("acme", 0, 9);
    expect(entry).toMatchObject({
      kind: "portal_number.recorded",
      at: "2026-11-21T08:00:00.000Z",
      invoiceId: issued.id,
    });
    expect(JSON.parse(entry!.document)).toEqual({
      ...{ id: expect.any(String), invoiceId: issued.id, creditNoteId: null },
      ...{ portal: "ksef", number: KSEF, replaces: null },
    });
    expect(events.map(({ type }) => type)).toEqual(["invoice.issued", ...Array(2).fill("portal_number.recorded")]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("the same number again changes nothing, even at once, and also of a cancelled invoice", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const request = { portal: "ksef", number: KSEF };
    const both = await Promise.all([acme.recordPortalNumber(id, request), acme.recordPortalNumber(id, request)]);
    const before = await traceOf(store);
    expect(await acme.recordPortalNumber(id, request)).toEqual(both[0]);
    expect(both[1]).toEqual(both[0]);
    expect(await traceOf(store)).toEqual(before);
    expect(await store.journal.entriesAfter("acme", 0, 9)).toHaveLength(1);
    expect(events.filter(({ type }) => type === "portal_number.recorded")).toHaveLength(1);
    await acme.cancel(id);
    await acme.recordPortalNumber(id, { portal: "sdi", number: "1" });
    expect((await acme.get(id)).portalNumbers).toEqual([request, { portal: "sdi", number: "1" }]);
    await store.close();
  });

  test("another number of the portal is refused unless it names the one that it corrects", async () => {
    const { acme, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const isAtReplaces = refused("request_invalid", "/replaces");
    const early = { portal: "ksef", number: KSEF, replaces: OTHER };
    await expect(acme.recordPortalNumber(id, early)).rejects.toSatisfy(isAtReplaces);
    await acme.recordPortalNumber(id, { portal: "ksef", number: OTHER });
    await expect(acme.recordPortalNumber(id, { portal: "ksef", number: KSEF })).rejects.toSatisfy(isAtReplaces);
    const correction = { portal: "ksef", number: KSEF, replaces: OTHER };
    const corrected = await acme.recordPortalNumber(id, correction);
    expect(corrected.portalNumbers).toEqual([{ portal: "ksef", number: KSEF }]);
    expect(await acme.recordPortalNumber(id, correction)).toEqual(corrected);
    // The first one, delivered once more.
    await expect(acme.recordPortalNumber(id, { portal: "ksef", number: OTHER })).rejects.toSatisfy(isAtReplaces);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a credit note has a number of its own, and names its invoice's wherever it is read", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const early = await acme.credit(id, { reason: "returned", lines: [{ line: 1, netAmount: 1 }] });
    expect(early).not.toHaveProperty("correctedPortalNumbers");
    await acme.recordPortalNumber(id, { portal: "ksef", number: KSEF });
    const correctedPortalNumbers = [{ portal: "ksef", number: KSEF }];
    const options = { idempotencyKey: "credit-1" };
    const note = await acme.credit(id, { reason: "returned" }, options);
    expect(note.correctedPortalNumbers).toEqual(correctedPortalNumbers);
    expect(await acme.credit(id, { reason: "returned" }, options)).toEqual(note);
    const portalNumbers = [{ portal: "ksef", number: OTHER }];
    const recorded = await acme.recordCreditNotePortalNumber(note.id, portalNumbers[0]!);
    expect(recorded).toEqual({ ...note, portalNumbers });
    expect(await acme.recordCreditNotePortalNumber(note.id, portalNumbers[0]!)).toEqual(recorded);
    expect(await acme.getCreditNote(note.id)).toEqual(recorded);
    const { data } = await acme.creditNotes();
    expect(data).toEqual([recorded, { ...early, correctedPortalNumbers }]);
    expect((await acme.get(id)).portalNumbers).toEqual(correctedPortalNumbers);
    const told = events.filter(({ type }) => type === "portal_number.recorded");
    expect(told.map(({ creditNote }) => creditNote)).toEqual([undefined, recorded]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a document that the company does not have is not found, and nothing is written", async () => {
    const { acme, invoicing, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const note = await acme.credit(id, { reason: "returned" });
    const request = { portal: "ksef", number: KSEF };
    const globex = invoicing.company("globex");
    await expect(globex.recordPortalNumber(id, request)).rejects.toSatisfy(refused("invoice_not_found"));
    await expect(acme.recordPortalNumber(note.id, request)).rejects.toSatisfy(refused("invoice_not_found"));
    const missing = refused("credit_note_not_found");
    await expect(acme.recordCreditNotePortalNumber(id, request)).rejects.toSatisfy(missing);
    await expect(globex.recordCreditNotePortalNumber(note.id, request)).rejects.toSatisfy(missing);
    expect((await store.journal.entriesAfter("acme", 0, 9)).map(({ kind }) => kind)).toEqual(["credit_note.issued"]);
    await store.close();
  });
});

test.each([
  ["/number", { portal: "ksef", number: "5261040828-20261120" }],
  ["/number", { portal: "ksef", number: "none" }],
  ["/number", { portal: "ksef", number: KSEF.replace("629", "628") }],
  ["/number", { portal: "sdi", number: "" }],
  ["/number", { portal: "sdi" }],
  ["/portal", { portal: "KSeF", number: KSEF }],
  ["/portal", { portal: "", number: KSEF }],
  ["/number", { portal: "sdi", number: " 1 " }],
  ["/number", { portal: "sdi", number: "1\n2" }],
  ["/replaces", { portal: "sdi", number: "1", replaces: "" }],
  ["/replaces", { portal: "sdi", number: "1", replaces: "2\t" }],
  ["/nummer", { portal: "sdi", number: "1", nummer: "1" }],
])("a request with a faulty %s is refused", async (pointer, request) => {
  const { acme } = await openBooks(await STORES[0]!.open());
  const { id } = await acme.issue(order());
  const given = request as { portal: string; number: string };
  await expect(acme.recordPortalNumber(id, given)).rejects.toSatisfy(refused("request_invalid", pointer));
});

test("numbers of KSeF are taken with their check digits, those of KSeF 1 without", async () => {
  const { acme } = await openBooks();
  // The ministry's own example, and one with the hyphen of KSeF 1.
  for (const number of ["5265877635-20250826-0100001AF629-AF", "5265877635-20250826-010000-1AF629-00"]) {
    const { id } = await acme.issue(order());
    const { portalNumbers } = await acme.recordPortalNumber(id, { portal: "ksef", number });
    expect(portalNumbers).toEqual([{ portal: "ksef", number }]);
  }
});
