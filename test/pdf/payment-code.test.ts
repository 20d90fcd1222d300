import { expect, test } from "vitest";
import { type CodedPayment, paymentCodeText } from "../../src/pdf/payment-code.ts";

const PAYMENT: CodedPayment = {
  currency: "EUR",
  amount: 1948.95,
  transfer: { account: "DE02120300000000202051", isIban: true, accountName: "Söhne & Co", bic: "BYLADEM1001" },
  reference: "INV-202611-0001",
};
const lines = (changes: Partial<CodedPayment> = {}) => paymentCodeText({ ...PAYMENT, ...changes })?.split("\n");
const transfer = (changes: object) => ({ transfer: { ...PAYMENT.transfer!, ...changes } });

test("the text has the elements of EPC069-12 in their order", () => {
  expect(lines()).toEqual([
    ...["BCD", "002", "1", "SCT", "BYLADEM1001", "Söhne & Co", "DE02120300000000202051", "EUR1948.95"],
    ...["", "", "INV-202611-0001"],
  ]);
});

test("an RF reference with right check digits is structured, any other one is text", () => {
  expect(lines({ reference: "RF18 5390 0754 7034" })!.slice(8)).toEqual(["", "RF18539007547034"]);
  expect(lines({ reference: "RF19 5390 0754 7034" })!.slice(8)).toEqual(["", "", "RF19 5390 0754 7034"]);
});

test("a missing BIC is an empty line", () => {
  expect(lines(transfer({ bic: undefined }))![4]).toBe("");
});

test.each([
  [0.01, "EUR0.01"],
  [7, "EUR7.00"],
  [999_999_999.99, "EUR999999999.99"],
])("%d is written %s", (amount, expected) => {
  expect(lines({ amount })![7]).toBe(expected);
});

test.each<[string, Partial<CodedPayment>]>([
  ["another currency", { currency: "USD" }],
  ["nothing to pay", { amount: 0 }],
  ["more than EPC069-12 allows", { amount: 1e9 }],
  ["no transfer", { transfer: undefined }],
  ["an account outside SEPA", transfer({ account: "TR330006100519786457841326" })],
  ["more bytes than EPC069-12 allows", { ...transfer({ accountName: "Ω".repeat(70) }), reference: "Ω".repeat(140) }],
])("%s has no code", (_, changes) => {
  expect(lines(changes)).toBeUndefined();
});

test("long names and texts are cut, between characters and in one line", () => {
  const [name, text] = [`${"x".repeat(69)}🧾y`, `a\nb\t${"c".repeat(200)}`];
  const [, , , , , shownName, , , , , shownText] = lines({ ...transfer({ accountName: name }), reference: text })!;
  expect(shownName).toBe(`${"x".repeat(69)}🧾`);
  expect(shownText).toBe(`a b ${"c".repeat(136)}`);
});
