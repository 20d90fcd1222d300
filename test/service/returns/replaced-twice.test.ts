import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { order } from "../../support/fixtures.ts";
import { freshFile } from "../../support/stores.ts";
import { openBooks } from "../books.ts";

test("an invoice that was corrected, and corrected again after the first was cancelled, is taken back once", async () => {
  const store = await openSqliteStore(freshFile());
  const { acme, clock } = await openBooks(store);
  const items = (unitPrice: number) => [{ description: "Chair", quantity: 1, unitPrice }];
  clock.set("2027-01-10T12:00:00.000Z");
  const { invoiceNumber: number } = await acme.issue(order({ items: items(100) }));
  const correct = (unitPrice: number) =>
    acme.issue(order({ items: items(unitPrice), documentType: "384", precedingInvoices: [{ number }] }));
  const { id } = await correct(90);
  clock.set("2027-05-05T12:00:00.000Z");
  await acme.cancel(id);
  clock.set("2027-05-10T12:00:00.000Z");
  await correct(80);
  const may = { from: "2027-05-01", to: "2027-05-31" };
  expect(await acme.documentSums(may)).toMatchObject([{ month: "2027-05", subtotal: -20 }]);
  expect((await acme.vatReport(may)).domestic.lines).toMatchObject([{ taxableAmount: -20 }]);
  await store.close();
});
