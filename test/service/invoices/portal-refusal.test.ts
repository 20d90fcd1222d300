import { isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { openBooks, traceOf } from "../books.ts";

const REQUEST = { portal: "sdi", code: "00404", on: "2026-11-20" } as const;
const refused = (code: string) => (error: unknown) => isRefusal(error) && error.code === code;

describe.each(STORES)("$name", ({ open }) => {
  test("a portal's refusal is an entry of the journal: documents name it, and stay as they were issued", async () => {
    const { acme, store, events } = await openBooks(await open());
    const issued = await acme.issue(order());
    const note = await acme.credit(issued.id, { reason: "returned", lines: [{ line: 1, netAmount: 1 }] });
    await acme.recordPortalNumber(issued.id, { portal: "sdi", number: "1" });
    const refusal = { ...REQUEST, id: expect.any(String), ofCancellation: false };
    const recorded = await acme.recordPortalRefusal(issued.id, REQUEST);
    expect(recorded).toMatchObject({ portalNumbers: [{ portal: "sdi", number: "1" }], portalRefusals: [refusal] });
    expect(await acme.get(issued.id)).toEqual(recorded);
    const credited = await acme.recordCreditNotePortalRefusal(note.id, REQUEST);
    expect(credited).toMatchObject({ ...note, portalRefusals: [refusal] });
    expect(await acme.getCreditNote(note.id)).toEqual(credited);
    expect((await acme.creditNotes()).data).toEqual([credited]);
    await acme.recordPortalRefusal(issued.id, { ...REQUEST, code: "00400" });
    expect((await acme.get(issued.id)).portalRefusals).toMatchObject([refusal, { code: "00400" }]);
    const told = events.filter(({ type }) => type === "portal_refusal.recorded");
    expect(told.map(({ creditNote }) => creditNote?.id)).toEqual([undefined, note.id, undefined]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("the last one again changes nothing, even at once; after a cancellation it is about that", async () => {
    const { acme, store, events } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const both = await Promise.all([acme.recordPortalRefusal(id, REQUEST), acme.recordPortalRefusal(id, REQUEST)]);
    const before = await traceOf(store);
    expect(await acme.recordPortalRefusal(id, REQUEST)).toEqual(both[0]);
    expect(both[1]).toEqual(both[0]);
    expect(await traceOf(store)).toEqual(before);
    expect(events.filter(({ type }) => type === "portal_refusal.recorded")).toHaveLength(1);
    await acme.cancel(id);
    const { portalRefusals } = await acme.recordPortalRefusal(id, REQUEST);
    expect(portalRefusals?.map(({ ofCancellation }) => ofCancellation)).toEqual([false, true]);
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("a document that the company does not have is not found, and a faulty request is refused", async () => {
    const { acme, invoicing, store } = await openBooks(await open());
    const { id } = await acme.issue(order());
    const before = await traceOf(store);
    const globex = invoicing.company("globex");
    await expect(globex.recordPortalRefusal(id, REQUEST)).rejects.toSatisfy(refused("invoice_not_found"));
    const noNote = acme.recordCreditNotePortalRefusal(id, REQUEST);
    await expect(noNote).rejects.toSatisfy(refused("credit_note_not_found"));
    for (const fault of [
      { portal: "SDI" },
      { code: "" },
      { on: "today" },
      { record: { description: "x" } },
      { why: 1 },
    ]) {
      const request = { ...REQUEST, ...fault } as typeof REQUEST;
      await expect(acme.recordPortalRefusal(id, request)).rejects.toSatisfy(refused("request_invalid"));
    }
    expect(await traceOf(store)).toEqual(before);
    await store.close();
  });
});

test("a portal answers from the issue date of the document to tomorrow", async () => {
  const { acme, store, clock } = await openBooks();
  const { id } = await acme.issue(order());
  clock.set("2026-11-22T12:00:00.000Z");
  const note = await acme.credit(id, { reason: "returned" });
  const before = await traceOf(store);
  const early = { pointer: "/on", detail: expect.stringContaining("is before the issue date of the") };
  const late = { pointer: "/on", detail: "is later than tomorrow; today is 2026-11-22" };
  for (const [on, fault] of [
    ["2019-01-01", early],
    ["2026-11-19", early],
    ["2026-11-24", late],
    ["2031-01-01", late],
  ] as const)
    await expect(acme.recordPortalRefusal(id, { ...REQUEST, on })).rejects.toMatchObject({ errors: [fault] });
  const ofNote = acme.recordCreditNotePortalRefusal(note.id, { ...REQUEST, on: "2026-11-21" });
  await expect(ofNote).rejects.toMatchObject({ errors: [early] });
  expect(await traceOf(store)).toEqual(before);
  for (const on of ["2026-11-20", "2026-11-23"] as const) await acme.recordPortalRefusal(id, { ...REQUEST, on });
  clock.set("2026-11-18T12:00:00.000Z");
  const again = await acme.recordPortalRefusal(id, { ...REQUEST, on: "2026-11-23" });
  expect(again.portalRefusals).toHaveLength(2);
  // The clock was ahead when the invoice was issued.
  await acme.recordPortalRefusal(id, { ...REQUEST, on: "2026-11-18" });
  await store.close();
});
