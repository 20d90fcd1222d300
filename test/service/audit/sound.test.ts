import { type Company, createInvoicing, type InvoicingStore, type JournalReader, type OrderItem } from "faktura";
import { expect, test } from "vitest";
import { germanProfile, order, TestClock } from "../../support/fixtures.ts";
import { EVERY_STORE } from "../../support/stores.ts";
import { auditedThrough } from "./audited-rows.ts";

/** Books with everything that the library can write. */
async function writeEverything(store: InvoicingStore): Promise<Company> {
  const clock = new TestClock("2026-11-20T23:30:00Z");
  const invoicing = createInvoicing({ store, clock });
  const acme = invoicing.company("acme", { actor: "anna\nof acme" });
  await acme.saveProfile(germanProfile({ timeZone: "Europe/Berlin" }));
  await acme.continueNumbering({ lastCounter: 7, lastIssueDate: "2026-10-31" });
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-20" });
  const [paid, partly, cancelled] = await acme.issueMany([order(), order(), order({ currency: "JPY" })]);
  await acme.recordPayment(paid!.id, { amount: 38.1, method: "bank_transfer" });
  await acme.recordPayment(paid!.id, { amount: 199.9, reference: "two" });
  await acme.recordPayment(partly!.id, { amount: 0.07 });
  await acme.cancel(cancelled!.id, { reason: "ordered twice" });
  await acme.cancel(partly!.id);
  clock.set("2026-12-01T08:00:00Z");
  await invoicing.company("acme", { source: "panel" }).issue(order());
  const line = { description: "Lamp", quantity: 3, unitPrice: 0.333 };
  const lines: OrderItem[] = [line, { ...line, taxRate: 0 }, { ...line, quantity: -1 }, { ...line, taxRate: 7 }];
  lines.push({ ...line, taxRate: 0, vatCategory: "E" }, { ...line, taxRate: 0, vatCategory: "Z" });
  const exchangeRate = { rate: 0.9, date: "2026-11-30", source: "ECB" };
  await acme.issue(order({ autoVat: false, currency: "USD", taxRate: 19, exchangeRate, items: lines }));
  const exempt: OrderItem = { ...line, taxRate: 0, vatCategory: "E" };
  await acme.issue(order({ autoVat: false, taxRate: 0, items: [exempt, { ...line, unitPrice: 0 }, line] }));
  await acme.issue(order({ items: [{ description: "Nothing", quantity: 1, unitPrice: 0 }] }));
  const [first, second] = await store.billing.pending("acme");
  await store.billing.acknowledge("acme", [first!.id, second!.id]);
  return acme;
}

/** Invoices are looked for one by one only where entries do not add up. */
const NOTHING_TO_FIND = { reader: { find: () => expect.fail("no invoice is missing") } };

test.each(EVERY_STORE)("books on $name that only the library wrote are sound", async ({ open }) => {
  const store = await open();
  await writeEverything(store);
  const seen: string[] = [];
  const report = await auditedThrough(store, NOTHING_TO_FIND).audit({
    pageSize: 2,
    onProgress: ({ read, total }) => seen.push(`${read}/${total}`),
  });
  expect(report).toMatchObject({
    companyId: "acme",
    invoices: 7,
    entries: 14,
    unchained: 0,
    countedByHost: false,
    guarded: true,
    findings: [],
    findingCount: 0,
  });
  expect(report.head).toEqual({ position: 14, digest: expect.stringMatching(/^[\da-f]{64}$/) });
  // Seven invoices and seven entries, two to a page; each of the two ends with a page that has nothing on it.
  expect(seen).toEqual(["2/14", "4/14", "7/14", "9/14", "10/14", "11/14", "13/14", "14/14"]);
  await store.close();
});

test.each(EVERY_STORE)("books on $name that end with a payment are sound", async ({ open }) => {
  const store = await open();
  const acme = await writeEverything(store);
  const { id } = await acme.issue(order());
  await acme.recordPayment(id, { amount: 1 });
  const report = await auditedThrough(store, NOTHING_TO_FIND).audit();
  expect(report).toMatchObject({ entries: 16, findings: [] });
  await store.close();
});

test.each(EVERY_STORE)("on $name books without anything in them are sound", async ({ open }) => {
  const store = await open();
  const report = await createInvoicing({ store }).company("nobody").audit();
  expect(report).toMatchObject({
    invoices: 0,
    entries: 0,
    head: { position: 0, digest: "0".repeat(64) },
    findingCount: 0,
  });
  await store.close();
});

test.each(EVERY_STORE)(
  "on $name a head that was noted down is found as long as the history is unchanged",
  async ({ open }) => {
    const store = await open();
    const acme = await writeEverything(store);
    const { head } = await acme.audit();
    await acme.issue(order());
    for (const expect_ of [
      head,
      `${head.position}:${head.digest}`,
      head.digest,
      { position: 0, digest: "0".repeat(64) },
    ]) {
      expect((await acme.audit({ expect: expect_ })).findings).toEqual([]);
    }
    const elsewhere = [`${head.position - 1}:${head.digest}`, "a".repeat(64), { ...head, position: 99 }];
    const places = [
      `not at position ${head.position - 1} of the journal`,
      "not in the journal",
      "not at position 99 of the journal",
    ];
    for (const [index, expect_] of elsewhere.entries()) {
      const detail =
        `the expected digest ${index === 1 ? "a".repeat(64) : head.digest} is ${places[index]}, which ends at position ` +
        `${head.position + 1}: its entries were cut off or rewritten`;
      expect((await acme.audit({ expect: expect_ })).findings).toEqual([{ code: "history_rewritten", detail }]);
    }
    await store.close();
  },
);

test.each(EVERY_STORE)("an audit on $name lets others in the process go on between its pages", async ({ open }) => {
  const store = await open();
  const acme = await writeEverything(store);
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await acme.audit({ pageSize: 1 });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
  await store.close();
});

test.each(EVERY_STORE)("an audit on $name ends where the books stood when it began", async ({ open }) => {
  const store = await open();
  const acme = await writeEverything(store);
  const { head } = await acme.audit();
  const { data } = await acme.list({ status: "SENT" });
  const unpaid = data.filter(({ amountDue }) => amountDue > 0);
  let added = 0;
  const invoicesAfter: JournalReader["invoicesAfter"] = async (...page) => {
    const invoices = await store.journal.invoicesAfter(...page);
    if (added < 50) await acme.issueMany([order(), order()]);
    if (added === 0) for (const { id } of unpaid) await acme.recordPayment(id, { amount: 0.01 });
    added += 2;
    return invoices;
  };
  const report = await auditedThrough(store, { journal: { invoicesAfter }, ...NOTHING_TO_FIND }).audit({ pageSize: 2 });
  expect(report).toMatchObject({ invoices: 7, entries: 14, head, findings: [] });
  await store.close();
});
