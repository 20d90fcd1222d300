import { createInvoicing } from "faktura";
import { describe, expect, onTestFinished, test } from "vitest";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { JOINABLE_STORES, type JoinableStore } from "../support/joinable-stores.ts";
import { billedCounters, countersOf, HeldStore, openBooks, traceOf } from "./books.ts";

/** Books of "acme", and a host on the same database, both closed with the test. */
async function openJoined({ open }: JoinableStore) {
  const { store, openImpatient, connectHost } = await open();
  const host = await connectHost();
  const books = await openBooks(store);
  onTestFinished(async () => {
    await host.close();
    await books.invoicing.close();
  });
  return {
    ...books,
    host,
    openImpatient,
    connectHost,
    joined: () => books.invoicing.joining(host.handle).company("acme"),
  };
}

describe.each(JOINABLE_STORES)("joining the host's transaction on $name", (joinable) => {
  test("the host's order, the invoice, its number and its billing event commit together", async () => {
    const { acme, store, host, joined } = await openJoined(joinable);
    await acme.issue(order());
    await host.begin();
    await host.addOrder("order-2");
    const invoice = await joined().issue(order({ reference: "order-2" }));
    expect(await countersOf(store)).toEqual([1]);
    await host.commit();
    expect(await host.orders()).toEqual(["order-2"]);
    expect((await acme.get(invoice.id)).invoiceNumber).toMatch(/-0002$/);
    await acme.issue(order());
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(3), oneTo(3)]);
  });

  test("a preview sees what the host's transaction has written, and nobody else does", async () => {
    const { acme, clock, host, joined } = await openJoined(joinable);
    await host.begin();
    clock.set("2026-11-21T12:00:00.000Z");
    const { id } = await joined().issue(order());
    clock.set("2026-11-20T12:00:00.000Z");
    expect((await joined().preview(order())).issueDate).toBe("2026-11-21");
    const { invoice } = await joined().previewCredit(id, { reason: "returned" });
    expect(invoice).toMatchObject({ id, amountDue: 0 });
    await host.rollback();
    expect((await acme.preview(order())).issueDate).toBe("2026-11-20");
    await expect(acme.previewCredit(id, { reason: "returned" })).rejects.toMatchObject({ code: "invoice_not_found" });
  });

  test("a named series has no gaps, whether the host's transaction commits or not", async () => {
    const { acme, host, joined } = await openJoined(joinable);
    await acme.saveProfile(germanProfile({ series: { branch: { prefix: "B" } } }));
    const issueBoth = async () => {
      await joined().issue(order());
      return (await joined().issue(order({ series: "branch" }))).invoiceNumber;
    };
    await host.begin();
    expect(await issueBoth()).toMatch(/^B-.*-0001$/);
    await host.rollback();
    await host.begin();
    await joined().continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-20", series: "branch" });
    expect([await issueBoth(), await issueBoth()]).toEqual(["B-202611-0042", "B-202611-0043"]);
    await host.commit();
    expect((await acme.issue(order())).invoiceNumber).toMatch(/^INV-.*-0003$/);
    expect((await acme.getByNumber("B-202611-0043")).series).toBe("branch");
    expect((await acme.list({ series: "branch" })).total).toBe(2);
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("what a panel issues in its own transaction is not billed", async () => {
    const { acme, store, host, invoicing } = await openJoined(joinable);
    await host.begin();
    await invoicing.joining(host.handle).company("acme", { source: "panel" }).issue(order());
    await host.commit();
    await acme.issue(order());
    expect([await countersOf(store), await billedCounters(store)]).toEqual([oneTo(2), [2]]);
  });

  test("companies of the host's own are asked there too", async () => {
    const { store, connectHost } = await joinable.open();
    const host = await connectHost();
    const { invoicing } = await openBooks(store, {}, { companies: { profile: async () => germanProfile() } });
    await host.begin();
    expect(await invoicing.joining(host.handle).company("acme").issue(order())).toMatchObject({ total: 238 });
    await host.rollback();
    await host.close();
    await invoicing.close();
  });

  test("what is not committed yet is not audited", async () => {
    const { host, joined } = await openJoined(joinable);
    await host.begin();
    const message = "there is no journal to read here: call audit outside the transaction, on a store that has one";
    await expect(joined().audit()).rejects.toThrow(new TypeError(message));
    await host.rollback();
  });

  test("or not at all, and the number is given to the next one", async () => {
    const { acme, store, host, joined } = await openJoined(joinable);
    const before = await traceOf(store);
    await host.begin();
    await host.addOrder("order-1");
    const lost = await joined().issue(order(), { idempotencyKey: "order-1" });
    await host.rollback();
    expect([await host.orders(), await traceOf(store)]).toEqual([[], before]);
    const kept = await acme.issue(order(), { idempotencyKey: "order-1" });
    expect([lost.invoiceNumber, lost.id === kept.id]).toEqual([kept.invoiceNumber, false]);
  });

  test("what is refused leaves the host's transaction as it was, and usable", async () => {
    const { store, host, joined } = await openJoined(joinable);
    await host.begin();
    await host.addOrder("order-1");
    const books = joined();
    await expect(books.issue(order({ taxRate: 42 }))).rejects.toMatchObject({ code: "tax_rate_conflict" });
    const invoice = await books.issue(order());
    await expect(books.recordPayment(invoice.id, { amount: 999 })).rejects.toMatchObject({
      code: "payment_exceeds_amount_due",
    });
    await host.addOrder("order-2");
    await host.commit();
    expect([await host.orders(), await countersOf(store)]).toEqual([["order-1", "order-2"], [1]]);
  });

  test("inside, one sees what one has done: read, list, pay, cancel, repeat under a key", async () => {
    const { host, joined } = await openJoined(joinable);
    await host.begin();
    const books = joined();
    const first = await books.issue(order(), { idempotencyKey: "1" });
    expect(await books.issue(order(), { idempotencyKey: "1" })).toEqual(first);
    const second = await books.issue(order());
    expect((await books.recordPayment(first.id, { amount: 238 })).status).toBe("PAID");
    await books.cancel(second.id);
    expect((await books.list()).data.map(({ status }) => status)).toEqual(["CANCELLED", "PAID"]);
    expect((await books.get(first.id)).payments).toHaveLength(1);
    await host.commit();
  });

  test("inside, invoices are credited and refunded, and both roll back with the host's transaction", async () => {
    const { acme, store, host, joined } = await openJoined(joinable);
    const { id } = await acme.issue(order());
    await acme.recordPayment(id, { amount: 238 });
    const before = await traceOf(store);
    const lines = [{ line: 1, quantity: 1 }];
    for (const end of ["rollback", "commit"] as const) {
      await host.begin();
      const books = joined();
      const creditNote = await books.credit(id, { reason: "returned", lines }, { idempotencyKey: "credit" });
      expect(creditNote.creditNoteNumber).toMatch(/-0001$/);
      expect(await books.credit(id, { reason: "returned", lines }, { idempotencyKey: "credit" })).toEqual(creditNote);
      expect(await books.getCreditNote(creditNote.id)).toEqual(creditNote);
      expect((await books.creditNotes({ invoiceId: id })).total).toBe(1);
      expect(await books.recordPayment(id, { amount: -119 })).toMatchObject({ amountPaid: 119, amountDue: 0 });
      await expect(books.credit(id, { reason: "x", lines: [{ line: 1, quantity: 2 }] })).rejects.toMatchObject({
        code: "credit_exceeds_invoice",
      });
      await host[end]();
      if (end === "rollback") expect(await traceOf(store)).toEqual(before);
    }
    expect(await acme.get(id)).toMatchObject({ creditedTotal: 119, amountPaid: 119, creditNotes: [{ total: 119 }] });
    expect((await acme.audit()).findings).toEqual([]);
  });

  test("calls at once on one connection take turns", async () => {
    const { store, host, joined } = await openJoined(joinable);
    await host.begin();
    const orders = oneTo(8).map((number) =>
      joined().issue(order({ reference: String(number), taxRate: number % 3 ? 19 : 7 })),
    );
    const outcomes = await Promise.allSettled(orders);
    await host.commit();
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2);
    expect(await countersOf(store)).toEqual(oneTo(6));
  });

  test("no event is sent for what the host may still roll back", async () => {
    const { events, host, joined } = await openJoined(joinable);
    await host.begin();
    await joined().issue(order());
    await host.commit();
    expect(events).toEqual([]);
  });

  test("profiles are read and saved inside as well", async () => {
    const { acme, host, joined } = await openJoined(joinable);
    await host.begin();
    await joined().saveProfile({ ...(await joined().profile()), name: "Neu" });
    expect((await joined().issue(order())).seller.name).toBe("Neu");
    await host.rollback();
    expect((await acme.profile()).name).toBe("Firma GmbH");
  });

  test("without a transaction it is a mistake, and nothing is written", async () => {
    const { store, joined } = await openJoined(joinable);
    const before = await traceOf(store);
    const issue = async () => joined().issue(order());
    await expect(issue()).rejects.toThrow(TypeError);
    await expect(issue()).rejects.toThrow(/begin|BEGIN/);
    expect(await traceOf(store)).toEqual(before);
  });

  test("an ordinary call while the host holds the sequence ends by time-out, and the error names the way out", async () => {
    const { acme, store, openImpatient, host, joined } = await openJoined(joinable);
    const impatient = createInvoicing({ store: openImpatient() });
    await host.begin();
    await joined().issue(order());
    const waiting = impatient.company("acme").issue(order());
    await expect(waiting).rejects.toMatchObject({ code: "store_busy", message: expect.stringContaining("joining") });
    await impatient.close();
    await host.commit();
    await acme.issue(order());
    expect(await countersOf(store)).toEqual(oneTo(2));
  });

  test("a closed invoicing joins nothing", async () => {
    const { store, invoicing, host, joined } = await openJoined(joinable);
    await host.begin();
    const books = joined();
    await invoicing.close();
    await expect(books.issue(order())).rejects.toThrow(TypeError);
    expect(store).toBeDefined();
  });
});

test("a store without transactions of the host's cannot join one, and the error names those that can", () => {
  const invoicing = createInvoicing({ store: new HeldStore() });
  expect(() => invoicing.joining({})).toThrow(
    new TypeError(
      "this store cannot join your transaction; those of faktura/postgres (with pg or postgres.js), faktura/sqlite and " +
        "faktura/memory can",
    ),
  );
});
