import { type CompanyProfile, createInvoicing, type DocumentFormat, type InvoiceOrder } from "faktura";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { EXEMPLE, KUNDIN } from "../../docs/examples/demo-clients.ts";
import { ATELIER, FIRMA } from "../../docs/examples/demo-companies.ts";
import { figuresOf } from "../../src/panel/browser/new-invoice/figures.ts";
import { type MissingGroup, missingContent, previewable } from "../../src/panel/browser/new-invoice/missing-content.ts";
import { draftFormats } from "../../src/panel/server/document-file.ts";
import type { PanelOrder } from "../../src/panel/shown-figures.ts";
import { germanProfile, order, TestClock } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";

const FORMATS = ALL_FORMATS.filter(({ id }) => !["en16931", "factur-x"].includes(id));

const DAY = "2026-11-20";
const ITEMS = [{ description: "Workshop", quantity: 2, unitPrice: 450 }];

const { exemptionNote: _, ...WITHOUT_NOTE } = ATELIER;
const SELLERS: readonly CompanyProfile[] = [FIRMA, ATELIER, WITHOUT_NOTE, germanProfile(), { ...FIRMA, country: "NL" }];

const draftOf = (changes: Partial<InvoiceOrder> = {}): PanelOrder => ({
  ...order(),
  isCompany: true,
  items: ITEMS,
  ...changes,
  supplyDate: DAY,
  clientCountry: changes.clientCountry ?? "DE",
});

const DRAFTS: readonly PanelOrder[] = [
  draftOf(),
  draftOf({ ...KUNDIN, clientCountry: "DE" }),
  draftOf({ ...EXEMPLE, clientCountry: "FR" }),
  draftOf({ clientCountry: "CH", supply: "goods", buyerReference: "x" }),
  draftOf({ clientCountry: "FI", isCompany: false, supply: "digital", prices: "gross" }),
  draftOf({ ...EXEMPLE, clientCountry: "FR", items: [{ ...ITEMS[0]!, supply: "goods" }] }),
  draftOf({ ...KUNDIN, clientCountry: "DE", clientElectronicAddress: { scheme: "0088", id: "123" } }),
  draftOf({ clientAddress: { postalCode: "50667" }, paymentTerms: "#SKONTO#" }),
  draftOf({
    ...{ ...KUNDIN, clientCountry: "DE", allowances: [{ percent: 10 }], charges: [{ amount: 5, reason: "Fracht" }] },
    ...{ roundingAmount: 0.03, deliverTo: { country: "DE", address: { city: "Köln" } } },
  }),
];

async function openCompany(profile: CompanyProfile) {
  const company = createInvoicing({
    ...{ store: memoryStore(), clock: new TestClock(`${DAY}T12:00:00Z`), formats: ALL_FORMATS },
  }).company("acme");
  await company.saveProfile(profile);
  return company;
}

/** The draft as the page knows it once the server has answered. */
async function typedOf(
  profile: CompanyProfile,
  draft: PanelOrder,
  unchosen: readonly string[] = [],
  passed: readonly DocumentFormat[] = FORMATS,
) {
  const order = previewable(draft);
  const figures = draft.clientCountry === "" ? undefined : figuresOf(profile, order, {});
  const issued = figures && (await (await openCompany(profile)).preview(order));
  const preview = issued && {
    formats: draftFormats(issued, passed, profile),
    warnings: issued.warnings.map(({ code }) => code),
    unprintable: [],
  };
  return { profile, order: draft, figures, preview, unchosen, taxCurrency: "EUR" };
}

test("a draft lacks for each format what its invoice lacks", async () => {
  for (const profile of SELLERS) {
    const company = await openCompany(profile);
    for (const [index, draft] of DRAFTS.entries()) {
      const invoice = await company.issue(draft);
      const document = await company.preview(previewable(draft));
      for (const format of ALL_FORMATS) {
        const where = `${profile.name} ${profile.country}, draft ${index}, ${format.id}`;
        expect(format.gaps(document), where).toEqual(format.gaps(invoice));
      }
    }
  }
});

/** A company and a client of the same state, with a business client's number of that state. */
const AT_HOME = [
  { country: "IT", vatNumber: "IT00743110157", client: "IT00488410010" },
  { country: "FR", vatNumber: "FR40303265045", client: "FR83404833048" },
  { country: "RO", vatNumber: "RO361757", client: "RO6503413" },
  { country: "HR", vatNumber: "HR33392005961", client: "HR69435151530" },
] as const;

test.each(AT_HOME)("a draft in $country lacks for its state's format what its invoice lacks", async (state) => {
  const { country, vatNumber, client } = state;
  const profile = germanProfile({ country, vatNumber, invoicePrefix: "A.B", language: "en" });
  const company = await openCompany(profile);
  const ofState = ALL_FORMATS.find(({ sellers }) => sellers?.includes(country))!;
  for (const [index, changes] of [
    { supply: "services" } as const,
    { isCompany: false },
    { clientVatNumber: client, clientAddress: { line1: "Road 1", postalCode: "1", city: "Town" } },
    { clientVatNumber: client, dueDate: "2026-12-01", paymentTerms: "30 days", supply: "goods" } as const,
  ].entries()) {
    const draft = draftOf({ clientCountry: country, ...changes });
    const invoice = await company.issue(draft);
    const document = await company.preview(previewable(draft));
    expect(ofState.gaps(document), `draft ${index}`).toEqual(ofState.gaps(invoice));
  }
});

describe("missing content", () => {
  const idOf = ({ for: purpose }: MissingGroup) => (typeof purpose === "string" ? purpose : purpose.id);
  const lacking = async (...typed: Parameters<typeof typedOf>) => {
    const groups = missingContent(await typedOf(...typed));
    return Object.fromEntries(groups.map((group) => [idOf(group), group.fields]));
  };

  test("of a demo company and its clients is none", async () => {
    expect(await lacking(FIRMA, draftOf({ ...KUNDIN, clientCountry: "DE" }))).toEqual({
      law: [],
      peppol: [],
      xrechnung: [],
    });
    expect(await lacking(FIRMA, draftOf({ ...KUNDIN, clientCountry: "DE" }), [], [])).toEqual({ law: [] });
    expect(await lacking(ATELIER, draftOf({ isCompany: false, clientCountry: "FR" }))).toEqual({ law: [] });
  });

  test("of an empty draft is everything, in the order of the form", async () => {
    const items = [{ description: "", quantity: Number.NaN, unitPrice: Number.NaN }];
    const { isCompany: __, ...draft } = draftOf({ clientName: "", clientCountry: "", items });
    expect(await lacking(germanProfile(), { ...draft, supplyDate: "" }, ["isCompany", "items.0.supply"])).toEqual({
      law: [
        ...["clientName", "clientCountry", "isCompany"],
        ...["items.0.description", "items.0.quantity", "items.0.unitPrice", "items.0.supply", "supplyDate"],
        ...["seller.address.line1", "seller.address.city"],
      ],
      payment: ["seller.iban", "dueDate"],
    });
  });

  test("is asked for once, and electronic addresses only of businesses", async () => {
    const draft = draftOf();
    expect(await lacking(FIRMA, draft)).toEqual({
      law: ["clientAddress.line1", "clientAddress.city"],
      xrechnung: ["clientAddress.postalCode", "buyerReference"],
      peppol: ["buyerReference", "clientElectronicAddress", "clientAddress.postalCode"],
    });
    expect(await lacking(FIRMA, { ...draft, isCompany: false })).toEqual({ law: [] });
    expect(
      await lacking({ ...FIRMA, requires: "en16931" }, draftOf({ clientCountry: "CH" }), [], ALL_FORMATS),
    ).toMatchObject({
      en16931: [],
    });
    expect(await lacking(FIRMA, draftOf({ clientCountry: "CH" }))).not.toHaveProperty("peppol");
  });

  test("is asked for the format of the company's own state, of consumers where their invoices go through its portal", async () => {
    const formatsOf = async (seller: string, changes: Partial<InvoiceOrder>) => {
      const profile: CompanyProfile = { ...germanProfile(), country: seller, vatNumber: undefined };
      const typed = await typedOf(profile, draftOf({ clientCountry: seller, ...changes }));
      return missingContent(typed)
        .map(idOf)
        .filter((purpose) => !["law", "payment"].includes(purpose));
    };
    expect(await formatsOf("PL", {})).toEqual(["ksef"]);
    expect(await formatsOf("PL", { isCompany: false })).toEqual([]);
    expect(await formatsOf("IT", {})).toEqual(["fatturapa"]);
    expect(await formatsOf("IT", { isCompany: false })).toEqual(["fatturapa"]);
    expect(await formatsOf("IT", { clientCountry: "DE" })).toEqual(["fatturapa", "peppol", "xrechnung"]);
    expect(await formatsOf("FR", {})).toEqual(["ctc-fr"]);
    expect(await formatsOf("FR", { isCompany: false })).toEqual([]);
    expect(await formatsOf("FR", { clientCountry: "BE" })).toEqual(["peppol"]);
    expect(await formatsOf("RO", { isCompany: false })).toEqual(["cius-ro"]);
    expect(await formatsOf("HR", {})).toEqual(["hr-cius"]);
    expect(await formatsOf("NL", {})).toEqual(["peppol"]);
  });

  test("of an invoice in another currency is the exchange rate, if it has VAT and its state asks for it", async () => {
    const ofDollars = async (changes: Partial<InvoiceOrder>, taxCurrency: string | null = "EUR") => {
      const typed = await typedOf(FIRMA, draftOf({ currency: "USD", isCompany: false, ...changes }));
      return missingContent({ ...typed, taxCurrency })[0]!.fields;
    };
    expect(await ofDollars({})).toEqual(["exchangeRate.rate"]);
    expect(await ofDollars({}, null)).toEqual([]); // such as in Switzerland
    expect(await ofDollars({ clientCountry: "CH", supply: "goods" })).toEqual([]);
    expect(await ofDollars({ exchangeRate: { rate: 0.92, date: DAY, source: "ECB" } })).toEqual([]);
    expect(await ofDollars({ currency: "EUR" })).toEqual([]);
  });

  test("of a period is the day that it lacks", async () => {
    expect((await lacking(FIRMA, draftOf({ isCompany: false, period: { start: "", end: DAY } })))["law"]).toEqual([
      "period.start",
    ]);
    expect((await lacking(FIRMA, draftOf({ isCompany: false, period: { start: DAY, end: "" } })))["law"]).toEqual([
      "period.end",
    ]);
  });

  test("of a small domestic sale has no address of the client", async () => {
    const items = [{ description: "Book", quantity: 1, unitPrice: 84.03 }];
    const lacked = [84.03, 84.04].map(async (unitPrice) => {
      return (await lacking(FIRMA, draftOf({ items: [{ ...items[0]!, unitPrice }] })))["law"];
    });
    const [small, larger] = await Promise.all(lacked);
    expect(small).toEqual([]); // 100.00 with VAT
    expect(larger).toEqual(["clientAddress.line1", "clientAddress.city"]);
  });

  test("of the profile is the VAT number, or the note of a small business", async () => {
    const { vatNumber: __, ...unnumbered } = FIRMA;
    expect((await lacking(unnumbered, draftOf({ isCompany: false })))["law"]).toEqual(["seller.vatNumber"]);
    expect((await lacking(WITHOUT_NOTE, draftOf({ isCompany: false })))["law"]).toEqual([]); // German law has one
    const austrian = { ...WITHOUT_NOTE, country: "AT" };
    expect((await lacking(austrian, draftOf({ isCompany: false })))["law"]).toEqual(["seller.exemptionNote"]);
    expect((await lacking({ ...unnumbered, country: "US" }, draftOf({ isCompany: false })))["law"]).toEqual([]);
  });
});
