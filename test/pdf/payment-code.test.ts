import type { Invoice, InvoiceSeller } from "faktura";
import { printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";

const { acme } = await openBooks(undefined, {
  ...{ iban: "DE02120300000000202051", accountName: "Söhne & Co", bic: "BYLADEM1001" },
});
const INVOICE = await acme.issue(order());

/** The lines of the code of an invoice with other fields; `undefined` if it has none. */
async function lines(
  changes: Partial<Invoice> = {},
  seller: Partial<InvoiceSeller> = {},
): Promise<string[] | undefined> {
  const { payment } = await printedContent({ ...INVOICE, ...changes, seller: { ...INVOICE.seller, ...seller } });
  return payment?.code?.text.split("\n");
}
/** An invoice of which so much is due. */
const due = (total: number): Partial<Invoice> => ({ total, amountDue: total });

test("the text has the elements of EPC069-12 in their order", async () => {
  expect(await lines(due(1948.95))).toEqual([
    ...["BCD", "002", "1", "SCT", "BYLADEM1001", "Söhne & Co", "DE02120300000000202051", "EUR1948.95"],
    ...["", "", "INV-202611-0001"],
  ]);
});

test("an RF reference with right check digits is structured, any other one is text", async () => {
  const end = async (paymentReference: string) => (await lines({ paymentReference }))!.slice(8);
  expect(await end("RF18 5390 0754 7034")).toEqual(["", "RF18539007547034"]);
  expect(await end("RF19 5390 0754 7034")).toEqual(["", "", "RF19 5390 0754 7034"]);
});

test("a missing BIC is an empty line", async () => {
  expect((await lines({}, { bic: undefined }))![4]).toBe("");
});

test.each([
  [0.01, "EUR0.01"],
  [7, "EUR7.00"],
  [999_999_999.99, "EUR999999999.99"],
])("%d is written %s", async (amount, expected) => {
  expect((await lines(due(amount)))![7]).toBe(expected);
});

test.each<[string, Partial<Invoice>, Partial<InvoiceSeller>]>([
  ["another currency", { currency: "USD" }, {}],
  ["nothing to pay", due(0), {}],
  ["more than EPC069-12 allows", due(1e9), {}],
  ["no transfer", {}, { iban: undefined }],
  ["an account outside SEPA", {}, { iban: "TR330006100519786457841326" }],
  ["more bytes than EPC069-12 allows", { paymentReference: "Ω".repeat(140) }, { accountName: "Ω".repeat(70) }],
])("%s has no code", async (_, changes, seller) => {
  expect(await lines(changes, seller)).toBeUndefined();
});

test("long names and texts are cut, between characters and in one line", async () => {
  const [accountName, paymentReference] = [`${"x".repeat(69)}🧾y`, `a\nb\t${"c".repeat(200)}`];
  const [, , , , , shownName, , , , , shownText] = (await lines({ paymentReference }, { accountName }))!;
  expect(shownName).toBe(`${"x".repeat(69)}🧾`);
  expect(shownText).toBe(`a b ${"c".repeat(136)}`);
});
