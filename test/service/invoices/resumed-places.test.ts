/** Goal: dates are resumed by the company's own day, and where they cannot be, the answer says what can be done. */
import { createInvoicing } from "faktura";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { misdate, NOON, openBooks } from "../books.ts";

const REASON = "The clock of server 2 was 400 days ahead.";

// biome-ignore format: a table
test.each([
  ["Pacific/Kiritimati", "2026-11-20T10:00:00.000Z", "2026-11-21"],
  ["Pacific/Pago_Pago",  "2026-11-20T10:59:59.999Z", "2026-11-19"],
  ["Etc/GMT+12",         "2026-11-20T11:59:59.999Z", "2026-11-19"],
])("in %s at %s dates go on from %s, also where the last one is but two days ahead", async (timeZone, now, today) => {
  const { acme, clock } = await openBooks(undefined, { timeZone });
  clock.set(new Date(Date.parse(now) + 2 * 86_400_000).toISOString());
  await acme.issue(order());
  clock.set(now);
  await expect(acme.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
  await acme.resumeDates({ reason: REASON });
  expect(await acme.issue(order())).toMatchObject({ issueDate: today });
});

test.each([[{}], [{ reason: "" }], [{ reason: " " }], [{ reason: "x".repeat(1001) }], [{ reason: "x", day: "y" }]])(
  "%j is refused",
  async (resumption) => {
    const { acme, clock } = await openBooks();
    await misdate({ acme, clock });
    await expect(acme.resumeDates(resumption as never)).rejects.toMatchObject({ code: "request_invalid" });
  },
);

test("an adopted sequence whose last date was mistyped is corrected by adopting it again", async () => {
  const { acme, clock, store } = await openBooks();
  clock.set("2027-12-25T12:00:00.000Z");
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2027-12-25" });
  clock.set(NOON);
  const refusal = { code: "request_invalid", message: expect.stringContaining("continueNumbering") };
  await expect(acme.resumeDates({ reason: REASON })).rejects.toMatchObject(refusal);
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-19" });
  expect(await acme.issue(order())).toMatchObject({ invoiceNumber: "INV-202611-0042" });
  await store.close();
});

test("a store whose sequence cannot resume dates says so", async () => {
  const { store, acme, clock } = await openBooks();
  await misdate({ acme, clock });
  const bare: typeof store = {
    ...store,
    companies: store.companies,
    reader: store.reader,
    billing: store.billing,
    journal: store.journal,
    search: store.search,
    apiKeys: store.apiKeys,
    close: () => store.close(),
    transaction: (companyId, work) =>
      store.transaction(companyId, ({ numbers, ...ports }) =>
        work({ ...ports, numbers: { lock: () => numbers.lock(), take: (count) => numbers.take(count) } }),
      ),
  };
  const other = createInvoicing({ store: bare, clock }).company("acme");
  await expect(other.issue(order())).rejects.toMatchObject({ code: "clock_out_of_step" });
  await expect(other.resumeDates({ reason: REASON })).rejects.toThrow(TypeError);
});
