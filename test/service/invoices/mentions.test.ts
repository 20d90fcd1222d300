/**
 * Goal: invoices mention self-billing and cash accounting where article 226 requires it, and nowhere else.
 * Method: the whole note of invoices in every treatment, in several languages.
 */
import type { CompanyProfile, InvoiceOrder } from "faktura";
import { describe, expect, test } from "vitest";
import { noteWithMentions } from "../../../src/domain/invoice/mentions/mentions.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

const SELF_BILLING = "Self-billing / Gutschrift (Directive 2006/112/EC, article 226(10a))";
const CASH_ACCOUNTING =
  "Cash accounting / Besteuerung nach vereinnahmten Entgelten (Directive 2006/112/EC, article 226(7a))";

async function issue(given: Partial<InvoiceOrder>, profile: Partial<CompanyProfile> = {}) {
  const { acme } = await openBooks(undefined, profile);
  return acme.issue(order(given));
}

const noteOf = async (given: Partial<InvoiceOrder>, profile?: Partial<CompanyProfile>) =>
  (await issue(given, profile)).vatNote;

describe("self-billing", () => {
  test("makes a document of type 389 that says so, and anything else one of type 380", async () => {
    const billed = await issue({ selfBilled: true });
    expect(billed).toMatchObject({ documentType: "389", selfBilled: true, vatNote: SELF_BILLING });
    expect(await issue({ selfBilled: false })).toMatchObject({ documentType: "380", selfBilled: false, vatNote: "" });
    const usual = await issue({});
    expect(usual).toMatchObject({ documentType: "380", vatNote: "" });
    expect(usual).not.toHaveProperty("selfBilled");
  });

  test("is mentioned after the note of the VAT, which alone is the exemption reason", async () => {
    const client = { clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" } as const;
    const plain = await noteOf(client);
    const invoice = await issue({ ...client, selfBilled: true });
    expect(invoice.vatNote).toBe(`${plain}; ${SELF_BILLING}`);
    expect(invoice.vatBreakdown).toMatchObject([{ category: "AE", exemptionReason: plain }]);
    expect(await noteOf({ autoVat: false, vatNote: "By law", selfBilled: true })).toBe(`By law; ${SELF_BILLING}`);
  });

  test("is mentioned by a company without VAT registration too, after its own note", async () => {
    const small = { vatRegistered: false, exemptionNote: "TVA non applicable", country: "FR", vatNumber: undefined };
    expect(await noteOf({ selfBilled: true }, small)).toBe(
      "TVA non applicable; Self-billing / Autofacturation (Directive 2006/112/EC, article 226(10a))",
    );
  });

  test("of a seller outside the EU cites no directive", async () => {
    const swiss = { country: "CH", vatNumber: undefined, language: "de", ossRegistered: false };
    expect(await noteOf({ selfBilled: true, clientCountry: "CH", autoVat: false }, swiss)).toBe(
      "Self-billing / Gutschrift",
    );
    const inTenerife = { country: "ES", address: { postalCode: "38001" }, vatNumber: undefined, ossRegistered: false };
    expect(await noteOf({ selfBilled: true, autoVat: false }, inTenerife)).toBe(
      "Self-billing / facturación por el destinatario",
    );
  });
});

describe("cash accounting", () => {
  const cash = { cashAccounting: true };
  const business = { clientCountry: "FR", clientVatNumber: "FR40303265045" };
  const zero = [{ description: "Book", quantity: 1, unitPrice: 1, taxRate: 0 }];

  test.each<[string, Partial<InvoiceOrder>, boolean]>([
    ["domestic VAT", {}, true],
    ["the seller's rate for a consumer abroad", { clientCountry: "FI", supply: "services" }, true],
    ["VAT by hand", { autoVat: false, taxRate: 7 }, true],
    ["VAT declared through OSS", { clientCountry: "FI", supply: "goods" }, false],
    ["reverse charge", { ...business, supply: "services" }, false],
    ["an intra-Community supply", { ...business, supply: "goods" }, false],
    ["an export", { clientCountry: "US" }, false],
    ["0 % by hand", { autoVat: false, items: zero }, false],
    [
      "the seller's rate beside that of OSS",
      {
        clientCountry: "FI",
        items: (["goods", "services"] as const).map((supply) => ({ ...zero[0]!, taxRate: undefined, supply })),
      },
      true,
    ],
  ])("with %s is mentioned: %s", async (_what, given, isMentioned) => {
    const [without, note] = [await noteOf(given), await noteOf(given, cash)];
    const mentioned = without === "" ? CASH_ACCOUNTING : `${without}; ${CASH_ACCOUNTING}`;
    expect(note).toBe(isMentioned ? mentioned : without);
    expect(await noteOf(given, { cashAccounting: false })).toBe(without);
  });

  test("is a fact about the seller, which every invoice repeats", async () => {
    expect((await issue({ clientCountry: "US" }, cash)).seller).toHaveProperty("cashAccounting", true);
    expect((await issue({})).seller).not.toHaveProperty("cashAccounting");
  });

  test("is not mentioned for VAT of another state beside a line without VAT", () => {
    const parts = [
      { taxRate: 25.5, rateCountry: "FI" },
      { taxRate: 0, rateCountry: null },
    ];
    const vat = { vatNote: "", parts };
    expect(noteWithMentions(germanProfile(cash), { items: [] }, vat, "2026-11-20")).toBe("");
  });

  test("in Monaco is that of France", async () => {
    const monaco = { ...cash, country: "MC", vatNumber: "FR53000004605" };
    expect(await noteOf({ clientCountry: "FR" }, monaco)).toBe(
      "Cash accounting (Directive 2006/112/EC, article 226(7a))",
    );
  });

  test.each([
    ["FR", "RE"],
    ["GP", "MQ"],
    ["RE", "FR"],
    ["AX", "FI"],
  ])("by a seller in %s who charges VAT in %s is mentioned, because both are one state", async (country, place) => {
    const seller = { ...cash, country, vatNumber: undefined, ossRegistered: false, language: "en" };
    const invoice = await issue({ clientCountry: place, isCompany: true, supply: "services" }, seller);
    expect(invoice.taxTotal).toBeGreaterThan(0);
    expect(invoice.vatNote).toMatch(/^Cash accounting/);
  });

  test("is mentioned after self-billing", async () => {
    expect(await noteOf({ selfBilled: true }, cash)).toBe(`${SELF_BILLING}; ${CASH_ACCOUNTING}`);
  });
});

test.each([
  ["it", "autofatturazione", "IVA per cassa"],
  ["pl", "samofakturowanie", "metoda kasowa"],
  ["nl", "factuur uitgereikt door afnemer", undefined],
  ["lt", undefined, undefined],
  ["en", undefined, undefined],
])("in %s the mentions are %s and %s", async (language, selfBilling, cashAccounting) => {
  const written = (english: string, local: string | undefined, article: string) =>
    `${english}${local === undefined ? "" : ` / ${local}`} (Directive 2006/112/EC, article ${article})`;
  expect(await noteOf({ selfBilled: true }, { language, cashAccounting: true })).toBe(
    `${written("Self-billing", selfBilling, "226(10a)")}; ${written("Cash accounting", cashAccounting, "226(7a)")}`,
  );
});
