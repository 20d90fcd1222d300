import type { CompanyProfile, DocumentFormat, InvoiceOrder } from "faktura";
import { en16931, peppol } from "faktura/einvoice";
import { expect, test } from "vitest";
import { FORMAT_DUTIES } from "../../../src/domain/invoice/warnings/format-duties.ts";
import { germanProfile, order } from "../../support/fixtures.ts";
import { ALL_FORMATS } from "../../support/formats.ts";
import { openBooks } from "../books.ts";

const BUSINESS = { isCompany: true } as const;
const CONSUMER = { isCompany: false } as const;
const EXEMPT = { exemption: { reason: "exempt", vatexCode: "VATEX-EU-132-1I" } } as const;
const HEALTH = { exemption: { reason: "exempt", vatexCode: "VATEX-EU-132-1C" } } as const;
const MARGIN = { exemption: { reason: "margin", vatexCode: "VATEX-EU-F" } } as const;
const SMALL = { vatRegistered: false, ossRegistered: false } as const;
const NUMBERS = { BE: "BE0403019261", HR: "HR69435151530" } as const;

type Changes = Partial<InvoiceOrder> & { readonly line?: object; readonly price?: number };
type Case = readonly [seller: string, client: string, day: string, order: Changes, profile?: Partial<CompanyProfile>];

/** For each duty: invoices that warn, and invoices that do not. */
const CASES: Readonly<Record<string, { readonly warns: readonly Case[]; readonly not: readonly Case[] }>> = {
  "BE businesses registered in Belgium": {
    warns: [
      ["BE", "BE", "2026-01-01", { clientVatNumber: NUMBERS.BE }],
      ["BE", "BE", "2026-11-20", { clientVatNumber: NUMBERS.BE }, { ...SMALL, vatNumber: "BE0428759497" }],
    ],
    not: [
      ["BE", "BE", "2025-12-31", { clientVatNumber: NUMBERS.BE }],
      ["BE", "BE", "2026-11-20", BUSINESS],
      ["BE", "BE", "2026-11-20", { clientVatNumber: NUMBERS.BE }, SMALL],
      ["BE", "NL", "2026-11-20", BUSINESS],
      ["DE", "BE", "2026-11-20", { clientVatNumber: NUMBERS.BE }],
      ["DE", "BE", "2028-11-20", { clientVatNumber: NUMBERS.BE }],
    ],
  },
  "DE businesses in Germany": {
    warns: [
      ["DE", "DE", "2028-01-01", BUSINESS],
      ["DE", "DE", "2028-01-01", { ...BUSINESS, price: 210.09 }], // 250.01 with VAT
      ["DE", "DE", "2028-01-01", { ...BUSINESS, line: MARGIN }],
      // UStDV § 33 sentence 3: not where the client owes the VAT
      ["DE", "DE", "2028-01-01", { ...BUSINESS, price: 200, autoVat: false, line: { vatCategory: "AE" } }],
    ],
    not: [
      ["DE", "DE", "2027-12-31", BUSINESS],
      ["DE", "DE", "2028-01-01", { ...BUSINESS, price: 210.08 }], // 250.00 with VAT
      ["DE", "DE", "2028-01-01", { ...BUSINESS, line: EXEMPT }],
      ["DE", "DE", "2028-01-01", BUSINESS, SMALL],
      ["DE", "DE", "2028-01-01", CONSUMER],
      ["DE", "AT", "2028-01-01", BUSINESS],
    ],
  },
  "FR businesses in France": {
    warns: [
      ["FR", "FR", "2027-09-01", BUSINESS],
      ["FR", "FR", "2027-09-01", BUSINESS, SMALL],
      ["FR", "GP", "2027-09-01", BUSINESS],
      ["RE", "FR", "2027-09-01", BUSINESS, SMALL],
    ],
    not: [
      ["FR", "FR", "2027-08-31", BUSINESS],
      ["FR", "FR", "2027-09-01", { ...BUSINESS, line: EXEMPT }],
      ["FR", "FR", "2027-09-01", CONSUMER],
      ["FR", "DE", "2027-09-01", BUSINESS],
    ],
  },
  "IT all clients": {
    warns: [
      ["IT", "IT", "2024-01-01", CONSUMER],
      ["IT", "US", "2026-11-20", BUSINESS],
      ["IT", "IT", "2026-11-20", { ...BUSINESS, line: HEALTH }],
    ],
    not: [
      ["IT", "IT", "2023-12-31", BUSINESS],
      ["IT", "IT", "2026-11-20", { ...CONSUMER, line: HEALTH }],
    ],
  },
  "PL businesses": {
    warns: [
      ["PL", "PL", "2027-01-01", BUSINESS],
      ["PL", "DE", "2027-01-01", BUSINESS],
    ],
    not: [
      ["PL", "PL", "2026-12-31", BUSINESS],
      ["PL", "PL", "2027-01-01", CONSUMER],
    ],
  },
  "RO businesses in Romania": {
    warns: [["RO", "RO", "2024-07-01", BUSINESS]],
    not: [
      ["RO", "RO", "2024-06-30", BUSINESS],
      ["RO", "DE", "2026-11-20", BUSINESS],
    ],
  },
  "RO consumers in Romania": {
    warns: [["RO", "RO", "2025-01-01", CONSUMER]],
    not: [
      ["RO", "RO", "2024-12-31", CONSUMER],
      ["RO", "DE", "2026-11-20", CONSUMER],
    ],
  },
  "HR businesses in Croatia": {
    warns: [["HR", "HR", "2027-01-01", BUSINESS]],
    not: [
      ["HR", "HR", "2026-12-31", { clientVatNumber: NUMBERS.HR }],
      ["HR", "SI", "2027-01-01", BUSINESS],
    ],
  },
  "HR consumers": {
    warns: [
      ["HR", "HR", "2026-01-01", CONSUMER],
      ["HR", "DE", "2026-11-20", CONSUMER],
    ],
    not: [
      ["HR", "HR", "2025-12-31", CONSUMER],
      ["HR", "HR", "2026-11-20", BUSINESS],
    ],
  },
  "ES all clients": {
    warns: [
      ["ES", "ES", "2027-07-01", CONSUMER],
      ["ES", "DE", "2027-07-01", BUSINESS, { address: { postalCode: "28001", city: "Madrid" } }],
    ],
    not: [
      ["ES", "ES", "2027-06-30", CONSUMER],
      ["ES", "ES", "2027-07-01", CONSUMER, { address: { postalCode: "48001", city: "Bilbao" } }],
      ["ES", "ES", "2027-07-01", CONSUMER, { address: { postalCode: "31001", city: "Pamplona" } }],
    ],
  },
  "SK businesses in Slovakia": {
    warns: [["SK", "SK", "2027-01-01", BUSINESS]],
    not: [
      ["SK", "SK", "2026-12-31", BUSINESS],
      ["SK", "SK", "2027-01-01", BUSINESS, SMALL],
      ["SK", "SK", "2027-01-01", CONSUMER],
    ],
  },
  // The package has no format for this yet, nor for Portugal.
  "GR businesses, and clients outside the EU": { warns: [], not: [["GR", "GR", "2027-01-01", BUSINESS]] },
  "HU all clients": {
    warns: [
      ["HU", "HU", "2021-01-04", CONSUMER],
      ["HU", "US", "2026-11-20", BUSINESS],
    ],
    not: [
      ["HU", "HU", "2021-01-03", BUSINESS],
      ["HU", "DE", "2026-11-20", { supply: "digital" }, { ossRegistered: true }],
    ],
  },
  "PT all clients": { warns: [["PT", "PT", "2027-01-01", BUSINESS]], not: [] },
};

async function warningsOf(formats: readonly DocumentFormat[], [seller, client, day, changes, profile]: Case) {
  const { clock, acme } = await openBooks(undefined, {}, { formats });
  clock.set(`${day}T12:00:00.000Z`);
  await acme.saveProfile(germanProfile({ country: seller, vatNumber: undefined, ...profile }));
  const { line, price = 1000, ...given } = changes;
  const items = [{ description: "Consulting", quantity: 1, unitPrice: price, ...line }];
  const draft = { ...order({ clientCountry: client, clientVatNumber: undefined }), ...given, items };
  return (await acme.preview(draft)).warnings.filter(({ code }) => code === "format_required");
}

const ROWS = FORMAT_DUTIES.map((duty) => ({ ...duty, name: `${duty.seller} ${duty.clients}` }));

test("every duty has its cases", () => {
  expect(Object.keys(CASES)).toEqual(ROWS.map(({ name }) => name));
});

test.each(ROWS)("$name: warns where the duty applies, and nowhere else", async (duty) => {
  const { warns, not } = CASES[duty.name]!;
  expect(warns.length > 0).toBe(duty.formats.length > 0);
  for (const each of warns) {
    const warnings = await warningsOf([], each);
    expect(warnings, JSON.stringify(each)).toHaveLength(1);
    expect(warnings[0]!.detail).toContain(`Since ${duty.since} the law of ${duty.seller} asks for ${duty.formats[0]}`);
    expect(warnings[0]!.detail).toMatch(/import \{ \w+ \} from "faktura\/einvoice(?:\/\w\w)?"; createInvoicing/);
    const satisfying = ALL_FORMATS.filter(({ id }) => duty.formats.includes(id));
    for (const format of satisfying) expect(await warningsOf([format], each), format.id).toEqual([]);
    const others = ALL_FORMATS.filter((one) => !satisfying.includes(one));
    expect(await warningsOf(others, each)).toHaveLength(1);
    const own = { ...en16931, id: "own", sellers: [duty.seller] };
    expect(await warningsOf([own], each), "a format of one's own for the state").toEqual([]);
  }
  for (const each of not) expect(await warningsOf([], each), JSON.stringify(each)).toEqual([]);
});

test("an order without a requirement is not warned where the format was passed", async () => {
  const sale = ["BE", "BE", "2026-11-20", { clientVatNumber: NUMBERS.BE, requires: false }] as const;
  expect(await warningsOf([peppol], sale)).toEqual([]);
});
