/**
 * Goal: no invoice and no credit note of a company ever have the same number, whichever prefixes its profile had before,
 * and the refusal names the field, says what to do and leaves nothing behind.
 * Method: prefixes that change within a month, on every store, alone, in batches and inside a host's transaction; and a
 * host's own directory, whose prefixes nobody compares with earlier ones.
 */
import { type CompanyProfile, createInvoicing, type RefusalCode } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { JOINABLE_STORES } from "../../support/joinable-stores.ts";
import { STORES } from "../../support/stores.ts";
import { type Books, NOON, openBooks, traceOf } from "../books.ts";

const PART = { reason: "returned", lines: [{ line: 1, netAmount: 1 }] };

/** A refusal that names this field of the profile and says what to do. */
const taken = (field: string, other: string) => ({
  code: "request_invalid" satisfies RefusalCode,
  message: expect.stringContaining(`choose one that no ${other} has.`),
  errors: [{ pointer: `/${field}` }],
});

async function creditNotesOf({ acme }: Books): Promise<string[]> {
  return (await acme.creditNotes()).data.map(({ creditNoteNumber }) => creditNoteNumber);
}

describe.each(STORES)("on $name", ({ open }) => {
  test("a credit note does not get the number of an invoice whose prefix was used earlier", async () => {
    const books = await openBooks(await open());
    const { acme, store, clock, events } = books;
    const first = await acme.issue(order());
    await acme.saveProfile(germanProfile({ invoicePrefix: "A" }));
    const second = await acme.issue(order());
    await acme.saveProfile(germanProfile({ invoicePrefix: "A", creditNotePrefix: "inv" }));
    const before = [await traceOf(store), events.length];
    const credit = () => acme.credit(second.id, PART, { idempotencyKey: "return" });
    await expect(credit()).rejects.toMatchObject(taken("creditNotePrefix", "invoice"));
    const others = [acme.recordPayment(first.id, { amount: 1 }), acme.issue(order()), credit(), acme.issue(order())];
    const outcomes = await Promise.allSettled(others);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(before[1]).toBe(events.length - 3);
    expect(await creditNotesOf(books)).toEqual([]);
    clock.set("2026-12-01T12:00:00.000Z");
    expect((await credit()).creditNoteNumber).toBe("inv-202612-0001");
    expect((await acme.audit()).findings).toEqual([]);
    await store.close();
  });

  test("an invoice does not get the number of a credit note whose prefix was used earlier", async () => {
    const profile = { current: germanProfile({ creditNotePrefix: "K" }) };
    const books = await openBooks(await open(), {}, { companies: { profile: () => profile.current } });
    const { acme, store } = books;
    const { id } = await acme.issue(order());
    for (const _ of "123") await acme.credit(id, PART);
    profile.current = germanProfile({ invoicePrefix: "k" });
    const before = await traceOf(store);
    const issue = () => acme.issue(order(), { idempotencyKey: "order" });
    await expect(issue()).rejects.toMatchObject(taken("invoicePrefix", "credit note"));
    await expect(acme.issueMany([order(), order(), order()])).rejects.toMatchObject(
      taken("invoicePrefix", "credit note"),
    );
    const outcomes = await Promise.allSettled([issue(), acme.issue(order())]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await traceOf(store)).toEqual(before);
    profile.current = germanProfile({ invoicePrefix: "L" });
    expect((await issue()).invoiceNumber).toBe("L-202611-0002");
    expect(await creditNotesOf(books)).toEqual(["K-202611-0003", "K-202611-0002", "K-202611-0001"]);
    await store.close();
  });
});

describe.each(JOINABLE_STORES)("inside a transaction on $name", ({ open }) => {
  test("the refusal leaves the host's transaction as it was", async () => {
    const { store, connectHost } = await open();
    const profile: { current: CompanyProfile } = { current: germanProfile() };
    const companies = { profile: () => profile.current };
    const invoicing = createInvoicing({ store, clock: new TestClock(NOON), companies });
    const { id } = await invoicing.company("acme").issue(order());
    profile.current = germanProfile({ invoicePrefix: "A" });
    const second = await invoicing.company("acme").issue(order());
    profile.current = germanProfile({ invoicePrefix: "A", creditNotePrefix: "INV" });
    const host = await connectHost();
    await host.begin();
    await host.addOrder("kept");
    const acme = invoicing.joining(host.handle).company("acme");
    await expect(acme.credit(second.id, PART)).rejects.toMatchObject(taken("creditNotePrefix", "invoice"));
    profile.current = germanProfile({ invoicePrefix: "A", creditNotePrefix: "RK" });
    await acme.credit(second.id, PART);
    await acme.credit(id, PART);
    await acme.credit(id, PART);
    profile.current = germanProfile({ invoicePrefix: "rk" });
    await expect(acme.issue(order())).rejects.toMatchObject(taken("invoicePrefix", "credit note"));
    await host.commit();
    expect(await host.orders()).toEqual(["kept"]);
    expect((await invoicing.company("acme").audit()).findings).toEqual([]);
    expect((await invoicing.company("acme").list()).total).toBe(2);
    await host.close();
    await store.close();
  });
});
