/**
 * Goal: the changes of a company's books come in the order of the journal, each once, from any position on.
 * Method: books with more changes than a page has, on every store, are read whole and in parts.
 */
import type { BookChange, Company } from "faktura";
import { describe, expect, test } from "vitest";
import { oneTo, order, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { NOON, openBooks } from "../books.ts";

async function read(acme: Company, after?: number): Promise<BookChange[]> {
  const changes: BookChange[] = [];
  for await (const change of acme.changes(after === undefined ? undefined : { after })) changes.push(change);
  return changes;
}

describe.each(STORES)("on the $name store", ({ open }) => {
  test("every change comes once, with its document, and others' books stay theirs", async () => {
    const clock = new TestClock(NOON);
    const { acme, invoicing } = await openBooks(await open(), {}, { clock });
    const other = invoicing.company("other");
    await other.saveProfile(await acme.profile());
    await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-01" });
    const first = await acme.issue(order());
    await other.issue(order());
    const payment = { amount: 10, method: "cash" };
    clock.set("2026-11-21T08:00:00.000Z");
    const { payments } = await acme.recordPayment(first.id, payment);
    const many = await acme.issueMany(oneTo(210).map(() => order()));
    const note = await acme.credit(first.id, { reason: "Returned" });
    await acme.cancel(many[0]!.id, { reason: "Twice" });
    const last = await acme.issue(order());
    const given = { portal: "sdi", number: "1234567" };
    await acme.recordCreditNotePortalNumber(note.id, given);

    const changes = await read(acme);
    const noon = { at: NOON };
    const later = { at: "2026-11-21T08:00:00.000Z" };
    // Numbering was continued at position 1, which is no change of an invoice.
    expect(changes[0]).toEqual({
      kind: "invoice.issued",
      position: 2,
      ...noon,
      invoice: (await acme.list({ limit: 100, page: 3 })).data.at(-1),
    });
    expect(changes[1]).toEqual({
      kind: "payment.recorded",
      position: 3,
      ...later,
      invoiceId: first.id,
      payment: payments[0],
    });
    expect(changes.slice(2, 212).map((change) => change.kind === "invoice.issued" && change.invoice.id)).toEqual(
      many.map(({ id }) => id),
    );
    expect(changes.slice(212)).toEqual([
      { kind: "credit_note.issued", position: 214, ...later, creditNote: note },
      { kind: "invoice.cancelled", position: 215, ...later, invoiceId: many[0]!.id, reason: "Twice" },
      { kind: "invoice.issued", position: 216, ...later, invoice: last },
      {
        kind: "portal_number.recorded",
        position: 217,
        ...later,
        invoiceId: first.id,
        creditNoteId: note.id,
        ...given,
        replaces: null,
      },
    ]);
    for (const after of [1, 2, 3, 100, 203, 213, 214, 215, 216, 217, 1000])
      expect(await read(acme, after), String(after)).toEqual(changes.filter(({ position }) => position > after));
    await invoicing.close();
  });
});

test("what is recorded after the first change was asked for never comes", async () => {
  const { acme } = await openBooks();
  const first = await acme.issue(order());
  const changes = acme.changes()[Symbol.asyncIterator]();
  expect((await changes.next()).value).toMatchObject({ invoice: { id: first.id } });
  await acme.issue(order());
  await acme.recordPayment(first.id, { amount: 1 });
  expect(await changes.next()).toEqual({ done: true, value: undefined });
});

test("books without changes have none, and a company without a profile too", async () => {
  const { acme, invoicing } = await openBooks();
  expect(await read(acme)).toEqual([]);
  expect(await read(invoicing.company("nobody"))).toEqual([]);
});

test("a position that is none, and an unknown option, are refused when the first change is asked for", async () => {
  const { acme } = await openBooks();
  for (const options of [{ after: -1 }, { after: 1.5 }, { after: "1" }, { since: 1 }]) {
    const first = acme
      .changes(options as never)
      [Symbol.asyncIterator]()
      .next();
    await expect(first, JSON.stringify(options)).rejects.toMatchObject({ code: "request_invalid" });
  }
});
