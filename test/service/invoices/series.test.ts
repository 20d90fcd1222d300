/**
 * Goal: a company's series each have their own prefix and their own numbers without gaps, on every store, while the
 * company keeps one journal, one list and one report.
 */
import { randomUUID } from "node:crypto";
import { isRefusal } from "faktura";
import { describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

const SERIES = { "Client 1": { prefix: "SB1" }, "Client 2": { prefix: "SB2" } };

describe.each(EVERY_STORE)("$name", ({ open }) => {
  const openSeries = async () => openBooks(await open(), { series: SERIES });

  test("each series has its own numbers, and the list and the journal have one order", async () => {
    const { acme, store, invoicing } = await openSeries();
    await acme.issue(order());
    await acme.issue(order({ series: "Client 1" }));
    await acme.issueMany([order({ series: "Client 2" }), order(), order({ series: "Client 1" }), order()]);
    await acme.issue(order({ series: "Client 2", reference: "R" }), { idempotencyKey: "key" });
    const repeated = await acme.issue(order({ series: "Client 2", reference: "R" }), { idempotencyKey: "key" });
    expect(repeated).toMatchObject({ invoiceNumber: "SB2-202611-0002", series: "Client 2" });
    const numbers = async (filter = {}) => (await acme.list(filter)).data.map(({ invoiceNumber }) => invoiceNumber);
    const all = [
      ...["SB2-202611-0002", "INV-202611-0003", "SB1-202611-0002", "INV-202611-0002", "SB2-202611-0001"],
      ...["SB1-202611-0001", "INV-202611-0001"],
    ];
    expect(await numbers()).toEqual(all);
    expect(await numbers({ series: "Client 1" })).toEqual(["SB1-202611-0002", "SB1-202611-0001"]);
    expect(await numbers({ series: "Client 2", reference: "R" })).toEqual(["SB2-202611-0002"]);
    expect(await numbers({ series: "Client 2", client: "EXEMPLE", status: "SENT", to: "2026-11-20" })).toEqual([
      "SB2-202611-0002",
      "SB2-202611-0001",
    ]);
    expect(await numbers({ series: "Client 2", from: "2026-11-21" })).toEqual([]);
    expect(await acme.list({ series: "Client 1", page: 2, limit: 1 })).toMatchObject({
      total: 2,
      data: [{ series: "Client 1" }],
    });
    expect(await numbers({ series: "Client 3" })).toEqual([]);
    for (const number of all) expect((await acme.getByNumber(number)).invoiceNumber).toBe(number);
    for (const number of ["INV-202611-0004", "SB1-202611-0003", "SB3-202611-0001"])
      await expect(acme.getByNumber(number), number).rejects.toMatchObject({ code: "invoice_not_found" });
    const report = await acme.audit();
    expect(report).toMatchObject({ findings: [], invoices: 7, entries: 7 });
    expect((await store.billing.pending("acme")).length).toBe(7);
    expect((await store.events("webhooks").pending("acme", 10)).entries.length).toBe(7);
    await invoicing.close();
  });

  test("credit notes have one series, and payments and cancellations work in each", async () => {
    const { acme, invoicing } = await openSeries();
    const first = await acme.issue(order());
    const other = await acme.issue(order({ series: "Client 1" }));
    const notes = [
      await acme.credit(other.id, { reason: "returned" }),
      await acme.credit(first.id, { reason: "returned" }),
    ];
    expect(notes.map(({ creditNoteNumber }) => creditNoteNumber)).toEqual(["INV-CN-202611-0001", "INV-CN-202611-0002"]);
    const paid = await acme.issue(order({ series: "Client 1" }));
    expect((await acme.recordPayment(paid.id, { amount: paid.total })).status).toBe("PAID");
    expect((await acme.cancel((await acme.issue(order({ series: "Client 2" }))).id)).status).toBe("CANCELLED");
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });

  test("a series continues another one until its first invoice, and not before its last date", async () => {
    const { acme, invoicing } = await openSeries();
    await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-01" });
    await acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2026-11-02", series: "Client 1" });
    await acme.continueNumbering({ lastCounter: 99, lastIssueDate: "2026-11-21", series: "Client 1" });
    const issued = await acme.issueMany([
      order({ series: "Client 2" }),
      order(),
      order({ series: "Client 1" }),
      order(),
    ]);
    expect(issued.map(({ invoiceNumber, issueDate }) => [invoiceNumber, issueDate])).toEqual([
      ["SB2-202611-0001", "2026-11-20"],
      ["INV-202611-0042", "2026-11-20"],
      ["SB1-202611-0100", "2026-11-21"],
      ["INV-202611-0043", "2026-11-21"],
    ]);
    for (const { invoiceNumber } of issued)
      expect((await acme.getByNumber(invoiceNumber)).invoiceNumber).toBe(invoiceNumber);
    const started = { lastCounter: 99, lastIssueDate: "2026-11-20" };
    for (const position of [started, { ...started, series: "Client 1" }])
      await expect(acme.continueNumbering(position)).rejects.toMatchObject({ code: "numbering_started" });
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });

  test("a series keeps its numbers while it is away from the profile, and with another prefix", async () => {
    const { acme, invoicing } = await openSeries();
    await acme.issue(order({ series: "Client 1" }));
    await acme.saveProfile(germanProfile());
    const refused = await acme.issue(order({ series: "Client 1" })).catch((error: unknown) => error);
    expect(isRefusal(refused, "request_invalid") && refused.errors).toEqual([
      { pointer: "/series", detail: "must be left out: the company's profile has no series" },
    ]);
    await acme.saveProfile(germanProfile({ series: { "Client 1": { prefix: "NEW" } } }));
    expect((await acme.issue(order({ series: "Client 1" }))).invoiceNumber).toBe("NEW-202611-0002");
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });

  test("no two series ever have the same number, although they have had the same prefix", async () => {
    const { acme, invoicing, store } = await openSeries();
    await acme.issue(order({ series: "Client 1" }));
    await acme.issue(order());
    const rename = (invoicePrefix: string, series: Record<string, { prefix: string }>, creditNotePrefix = "CN") =>
      acme.saveProfile(germanProfile({ invoicePrefix, series, creditNotePrefix }));
    const before = await store.journal.head("acme");
    await rename("INV", { "Client 2": { prefix: "sb1" } });
    await expect(acme.issue(order({ series: "Client 2" })), "another named series").rejects.toMatchObject({
      code: "request_invalid",
    });
    await rename("A", { "Client 2": { prefix: "inv" } });
    await expect(acme.issue(order({ series: "Client 2" })), "the first series").rejects.toMatchObject({
      code: "request_invalid",
    });
    const fresh = await openBooks(await open(), { series: SERIES });
    await fresh.acme.issue(order({ series: "Client 1" }));
    await fresh.acme.saveProfile(germanProfile({ invoicePrefix: "SB1" }));
    await expect(fresh.acme.issue(order()), "a named series").rejects.toMatchObject({ code: "request_invalid" });
    await fresh.acme.saveProfile(germanProfile({ invoicePrefix: "A", creditNotePrefix: "CN" }));
    const { id } = await fresh.acme.issue(order());
    await fresh.acme.credit(id, { reason: "returned" });
    await fresh.acme.saveProfile(
      germanProfile({ invoicePrefix: "A", creditNotePrefix: "X", series: { new: { prefix: "CN" } } }),
    );
    await expect(fresh.acme.issue(order({ series: "new" })), "a credit note").rejects.toMatchObject({
      code: "request_invalid",
    });
    expect((await fresh.acme.audit()).findings).toEqual([]);
    await fresh.invoicing.close();
    expect(await store.journal.head("acme")).toEqual(before);
    await invoicing.close();
  });

  test("a hundred callers at once share one journal, and every series is without gaps", async () => {
    const { acme, invoicing } = await openSeries();
    const names = [undefined, "Client 1", "Client 2"];
    const orders = Array.from({ length: 99 }, (_, place) => order({ series: names[place % 3] }));
    await Promise.all(orders.map((each) => acme.issue(each, { idempotencyKey: randomUUID() })));
    const { data } = await acme.list({ limit: 100 });
    for (const prefix of ["INV", "SB1", "SB2"]) {
      const numbers = data.map(({ invoiceNumber }) => invoiceNumber).filter((number) => number.startsWith(prefix));
      const wanted = Array.from({ length: 33 }, (_, place) => `${prefix}-202611-${String(place + 1).padStart(4, "0")}`);
      expect(numbers.reverse()).toEqual(wanted);
    }
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });
});

test("prefixes must all differ, whatever the case of their letters, and are refused when the profile is saved", async () => {
  const { acme } = await openBooks();
  const series = { A: { prefix: "inv" }, "B/~": { prefix: "Inv-cn" }, C: { prefix: "X" }, D: { prefix: "x" } };
  await expect(acme.saveProfile(germanProfile({ series }))).rejects.toMatchObject({
    code: "request_invalid",
    errors: [
      { pointer: "/series/A/prefix", detail: "must differ from the prefix of the first series" },
      { pointer: "/series/B~1~0/prefix", detail: "must differ from the prefix of the credit notes" },
      { pointer: "/series/D/prefix", detail: 'must differ from the prefix of the series "C"' },
    ],
  });
});

test.each([
  [{ A: { prefix: "-" } }, "/series/A/prefix"],
  [{ A: {} }, "/series/A/prefix"],
  [{ " ": { prefix: "A" } }, "/series"],
  [{ ["a".repeat(101)]: { prefix: "A" } }, "/series"],
  [JSON.parse('{ "__proto__": { "prefix": "A" } }'), "/series/__proto__"],
  [["A"], "/series"],
])("a faulty series %j is refused at %s", async (series, pointer) => {
  const { acme } = await openBooks();
  const saved = acme.saveProfile(germanProfile({ series: series as never }));
  await expect(saved).rejects.toMatchObject({ code: "request_invalid", errors: [{ pointer }] });
});

test("an order's unknown series is refused with the known names, and leaves nothing", async () => {
  const { acme, store } = await openBooks(undefined, { series: SERIES });
  await expect(acme.issue(order({ series: "client 1" }))).rejects.toMatchObject({
    code: "request_invalid",
    errors: [{ pointer: "/series", detail: 'must be a series of the company\'s profile: "Client 1", "Client 2"' }],
  });
  await expect(acme.issueMany([order(), order({ series: "toString" })])).rejects.toMatchObject({
    errors: [{ pointer: "/1/series" }],
  });
  const position = { lastCounter: 1, lastIssueDate: "2026-11-20", series: "Client 3" };
  await expect(acme.continueNumbering(position)).rejects.toMatchObject({ errors: [{ pointer: "/series" }] });
  expect((await store.journal.head("acme")).position).toBe(0);
});

test("a host's own company whose series share a prefix is a mistake of the host's", async () => {
  const companies = { profile: async () => germanProfile({ series: { A: { prefix: "INV" } } }) };
  const { acme } = await openBooks(undefined, {}, { companies });
  await expect(acme.issue(order())).rejects.toThrow(TypeError);
});
