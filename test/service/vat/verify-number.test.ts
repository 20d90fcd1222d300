import { createInvoicing, type InvoicingOptions, type VatNumberInquiry, type VatNumberVerdict } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test, vi } from "vitest";
import { order } from "../../support/fixtures.ts";
import { HeldStore, NOON, openBooks, traceOf } from "../books.ts";

const VALID: VatNumberVerdict = { status: "valid", consultationNumber: "WAPIAAAAW1234567" };
const INVALID: VatNumberVerdict = { status: "invalid", consultationNumber: "WAPIAAAAW7654321" };
const DOWN: VatNumberVerdict = { status: "unavailable", detail: "MS_UNAVAILABLE" };
const FRENCH = { clientCountry: "FR", clientVatNumber: "FR 40 303 265 045", supply: "services" } as const;
const ADDRESS = { city: "Berlin" };
/** The same on an order, with what article 226 requires. */
const TO_FRANCE = { ...FRENCH, clientAddress: { city: "Paris" }, supplyDate: "2026-11-20" };

/** Books whose verifier gives this verdict and writes down what it was asked. */
async function openVerified(verdict: VatNumberVerdict, options: Partial<InvoicingOptions> = {}, vatNumber?: string) {
  const asked: VatNumberInquiry[] = [];
  const verify = async (inquiry: VatNumberInquiry) => {
    asked.push(inquiry);
    return verdict;
  };
  const profile = vatNumber === undefined ? { address: ADDRESS } : { address: ADDRESS, vatNumber };
  return { asked, ...(await openBooks(memoryStore(), profile, { verifier: { verify }, ...options })) };
}

test("a number in force is issued on, and the invoice keeps the evidence", async () => {
  const { acme, asked } = await openVerified(VALID);
  const invoice = await acme.issue(order(TO_FRANCE));
  const verification = { status: "valid", verifiedAt: NOON, consultationNumber: "WAPIAAAAW1234567" };
  expect(invoice).toMatchObject({ vatTreatment: "reverse-charge", vatNumberVerification: verification, warnings: [] });
  expect((await acme.get(invoice.id)).vatNumberVerification).toEqual(verification);
  expect(asked).toEqual([{ prefix: "FR", number: "40303265045", requester: "DE136695976" }]);
});

test("evidence without a consultation number says that the number was verified, and when", async () => {
  const { acme } = await openVerified({ status: "valid", consultationNumber: undefined });
  expect((await acme.issue(order(TO_FRANCE))).vatNumberVerification).toEqual({ status: "valid", verifiedAt: NOON });
});

test("a number that is not in force is refused and leaves nothing behind", async () => {
  const { acme, store } = await openVerified(INVALID);
  const before = await traceOf(store);
  const refusal = { code: "vat_number_invalid", errors: [{ pointer: "/clientVatNumber" }] };
  await expect(acme.issue(order(TO_FRANCE))).rejects.toMatchObject(refusal);
  expect(await traceOf(store)).toEqual(before);
});

describe("an outage", () => {
  test("is refused unless the host says otherwise: never as invalid, and nothing is left behind", async () => {
    for (const options of [{}, { vatNumberPolicy: { outage: "refuse" as const } }]) {
      const { acme, store } = await openVerified(DOWN, options);
      const before = await traceOf(store);
      const refusal = { code: "vat_number_unverified", message: expect.stringContaining("MS_UNAVAILABLE"), errors: [] };
      await expect(acme.issue(order(TO_FRANCE))).rejects.toMatchObject(refusal);
      expect(await traceOf(store)).toEqual(before);
    }
  });

  test("is accepted if the host says so, with a warning, and the invoice records it", async () => {
    const { acme } = await openVerified(DOWN, { vatNumberPolicy: { outage: "accept" } });
    const invoice = await acme.issue(order(TO_FRANCE));
    expect(invoice.vatNumberVerification).toEqual({ status: "unavailable", verifiedAt: NOON });
    expect(invoice.warnings).toMatchObject([
      { code: "vat_number_unverified", detail: expect.stringContaining("FR40") },
    ]);
    expect(invoice.vatTreatment).toBe("reverse-charge");
  });

  test("makes no suggestion fail, but it warns", async () => {
    const { acme } = await openVerified(DOWN);
    const { treatment, warnings } = await acme.suggestVat(FRENCH);
    expect([treatment, warnings.map(({ code }) => code)]).toEqual(["reverse-charge", ["vat_number_unverified"]]);
  });
});

test("a suggestion refuses what an order would: a number that is not in force, by its parameter", async () => {
  const { acme } = await openVerified(INVALID);
  const refusal = { code: "vat_number_invalid", errors: [{ parameter: "clientVatNumber" }] };
  await expect(acme.suggestVat(FRENCH)).rejects.toMatchObject(refusal);
});

test.each([
  ["no number", { clientCountry: "FR" }],
  ["a number at home", { clientCountry: "DE", clientVatNumber: "DE136695976" }],
  ["a number outside the EU", { clientCountry: "CH", clientVatNumber: "CHE-123.456.788" }],
  ["a rate given by hand", { ...FRENCH, autoVat: false, taxRate: 19 }],
])("the verifier is not asked about %s, which does not affect the VAT", async (_what, change) => {
  const { acme, asked } = await openVerified(INVALID);
  await acme.issue(order(change));
  await acme.suggestVat({ clientCountry: change.clientCountry });
  expect(asked).toEqual([]);
});

test("the verifier is not asked about a refused order or a repeated one", async () => {
  const { acme, asked } = await openVerified(VALID);
  await expect(acme.issue(order({ ...FRENCH, taxRate: 19 }))).rejects.toMatchObject({ code: "tax_rate_conflict" });
  expect(asked).toHaveLength(0);
  const first = await acme.issue(order(TO_FRANCE), { idempotencyKey: "1" });
  expect(await acme.issue(order(TO_FRANCE), { idempotencyKey: "1" })).toEqual(first);
  expect(asked).toHaveLength(1);
});

test("orders for one client at once ask its register once, and the next one asks anew", async () => {
  const { acme, asked } = await openVerified(VALID);
  const invoices = await Promise.all(Array.from({ length: 20 }, () => acme.issue(order(TO_FRANCE))));
  expect(new Set(invoices.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(20);
  expect(asked).toHaveLength(1);
  await acme.issue(order(TO_FRANCE));
  await acme.issue(order({ ...FRENCH, clientVatNumber: "FR23334175221" }));
  expect(asked).toHaveLength(3);
});

test("a call whose verification fails while another has issued under its key answers as that one did", async () => {
  const waiting: ((verdict: VatNumberVerdict) => void)[] = [];
  const verify = () => new Promise<VatNumberVerdict>((resolve) => waiting.push(resolve));
  const { acme, store } = await openBooks(undefined, {}, { verifier: { verify } });
  const first = acme.issueOrReplay(order(TO_FRANCE), { idempotencyKey: "1" });
  await vi.waitUntil(() => waiting.length === 1);
  // A second server, on the same store, whose register answers at another time.
  const { acme: second } = await openBooks(store, {}, { verifier: { verify } });
  const later = second.issueOrReplay(order(TO_FRANCE), { idempotencyKey: "1" });
  await vi.waitUntil(() => waiting.length === 2);
  waiting[0]!(VALID);
  const { invoice } = await first;
  waiting[1]!(DOWN);
  expect(await later).toEqual({ invoice, replayed: true });
  expect(await traceOf(store)).toMatchObject({ total: 1 });
});

test.each([
  ["DE 136 695 976", "DE136695976"],
  ["136695976", "DE136695976"],
  ["GB980780684", undefined],
  ["XI980780684", "XI980780684"],
])("a profile's number %s names the requester as %s", async (vatNumber, requester) => {
  const { acme, asked } = await openVerified(VALID, {}, vatNumber);
  await acme.issue(order(TO_FRANCE));
  expect(asked).toMatchObject([{ requester }]);
});

test("the register is asked before the sequence is locked", async () => {
  const store = new HeldStore();
  let transactionsWhenAsked = -1;
  const verify = async () => {
    transactionsWhenAsked = store.transactions;
    return VALID;
  };
  const { acme } = await openBooks(store, {}, { verifier: { verify } });
  await acme.issue(order(TO_FRANCE));
  expect([transactionsWhenAsked, store.transactions]).toEqual([0, 1]);
});

test("a verifier that breaks its promise is a mistake, and nothing is issued", async () => {
  const answers = [
    ...[undefined, null, {}, { status: "VALID" }, { status: "unavailable" }, { status: "unavailable", detail: " " }],
    ...[null, 17, "", {}, "\ud800", "a\0b", "1".repeat(101)].map((it) => ({ status: "valid", consultationNumber: it })),
  ] as unknown as VatNumberVerdict[];
  for (const verdict of answers) {
    const { acme } = await openVerified(verdict);
    await expect(acme.issue(order(TO_FRANCE))).rejects.toThrow(TypeError);
  }
  const broken = { verify: () => Promise.reject(new Error("no route to host")) };
  const { acme, store } = await openBooks(undefined, {}, { verifier: broken });
  await expect(acme.issue(order(TO_FRANCE))).rejects.toThrow("no route to host");
  expect(await traceOf(store)).toMatchObject({ total: 0 });
});

test.each([
  [{ verifier: {} }, /verifier.*verify/],
  [{ verifier: null }, /verifier.*verify/],
  [{ vatNumberPolicy: null }, /vatNumberPolicy/],
  [{ vatNumberPolicy: { outage: "ignore" } }, /outage.*refuse, accept/],
  [{ vatNumberPolicy: { failedChecksum: true } }, /failedChecksum.*warn, refuse/],
  [{ vatNumberPolicy: { outages: "accept" } }, /outages is not a known option; did you mean outage\?/],
  [{ vatNumberPolicy: { toString: "accept" } }, /toString/],
])("options that are none are a mistake at start-up (%#)", (options, message) => {
  const given = { store: memoryStore(), ...options } as unknown as InvoicingOptions;
  expect(() => createInvoicing(given)).toThrow(message);
  expect(() => createInvoicing(given)).toThrow(TypeError);
});

test("a policy that leaves its choices open is the usual one", async () => {
  const vatNumberPolicy = { outage: undefined, failedChecksum: undefined };
  const { acme } = await openVerified(DOWN, { vatNumberPolicy });
  await expect(acme.issue(order(TO_FRANCE))).rejects.toMatchObject({ code: "vat_number_unverified" });
});

test("the policy on failed checks holds for orders and suggestions", async () => {
  const mistyped = { clientCountry: "FR", clientVatNumber: "FR40303265046", supply: "services" } as const;
  const { acme } = await openBooks(undefined, {}, { vatNumberPolicy: { failedChecksum: "refuse" } });
  await expect(acme.issue(order(mistyped))).rejects.toMatchObject({ code: "vat_number_invalid" });
  await expect(acme.suggestVat(mistyped)).rejects.toMatchObject({ code: "vat_number_invalid" });
  const { acme: lenient } = await openBooks(undefined, { address: ADDRESS });
  expect((await lenient.issue(order({ ...TO_FRANCE, ...mistyped }))).warnings).toMatchObject([
    { code: "vat_number_checksum_failed" },
  ]);
});

test("evidence of a hundred characters is kept", async () => {
  const consultationNumber = "x".repeat(100);
  const { acme } = await openBooks(
    undefined,
    {},
    { verifier: { verify: async () => ({ status: "valid", consultationNumber }) } },
  );
  const issued = await acme.issue(order({ clientCountry: "FR", clientVatNumber: "FR40303265045" }));
  expect(issued.vatNumberVerification).toMatchObject({ consultationNumber });
});
