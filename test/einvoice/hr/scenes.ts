import type { CompanyProfile, InvoiceOrder } from "faktura";
import fc from "fast-check";
import { type Scene, scenes } from "../random-documents.ts";

/** Most often the first. */
const mostly = <Value>(first: Value, ...others: Value[]) =>
  fc.oneof({ weight: 8 + others.length, arbitrary: fc.constant(first) }, fc.constantFrom(...others));

const OPERATOR = { name: "Ana Horvat", oib: "12345678903" };
const AGENT = { name: "Zastupnik", vatNumber: "HR12345678903", country: "HR", address: { city: "Zagreb" } };

type Line = InvoiceOrder["items"][number];

const seller = fc.record({
  vatNumber: mostly<string | undefined>("HR33392005961", undefined),
  taxNumber: mostly<string | undefined>(undefined, "33392005961", "HR12345678903", "12345678901", "broj"),
  electronicAddress: mostly<CompanyProfile["electronicAddress"]>({ scheme: "9934", id: "33392005961" }, undefined),
  vatRegistered: mostly(true, false),
  cashAccounting: mostly<boolean | undefined>(undefined, true),
  businessProcess: mostly<string | undefined>(undefined, "P5", "P13"),
  taxRepresentative: mostly<CompanyProfile["taxRepresentative"]>(
    undefined,
    AGENT,
    { ...AGENT, vatNumber: "HR12345678901" },
    { ...AGENT, country: "DE", vatNumber: "DE136695976" },
  ),
  national: mostly<CompanyProfile["national"]>(
    { hr: { operator: OPERATOR } },
    undefined,
    { hr: {} },
    { hr: { operator: { ...OPERATOR, oib: "12345678901" } } },
  ),
});

const client = fc.record({
  isDomestic: mostly(true, false),
  clientVatNumber: mostly<string | undefined>("HR12345678903", undefined, "HR12345678901"),
  clientElectronicAddress: mostly<InvoiceOrder["clientElectronicAddress"]>(
    { scheme: "9934", id: "12345678903" },
    undefined,
  ),
  dueDate: mostly<string | undefined>("2026-12-20", undefined, "2100-01-01"),
  supplyDate: mostly<string | undefined>("2026-11-19", undefined, "1899-12-31"),
  precedingInvoices: mostly<InvoiceOrder["precedingInvoices"]>(
    undefined,
    [{ number: "A-1", issueDate: "2026-10-01" }],
    [{ number: "A-1", issueDate: "2026-10-01" }, { number: "A-2" }],
    [{ number: "A-1", issueDate: "1899-10-01" }],
  ),
  businessProcess: mostly<string | undefined>(undefined, ...["P1", "P12", "P0", "P99:X", "p1", " P2 ", "P99", "urn:x"]),
  contractReference: mostly<string | undefined>(undefined, "U-1"),
  documentType: mostly<InvoiceOrder["documentType"]>(undefined, "384", "386", "383", "326"),
  selfBilled: mostly<boolean | undefined>(undefined, true),
  national: mostly<InvoiceOrder["national"]>(undefined, { hr: { operator: { ...OPERATOR, name: "Ivo" } } }, { hr: {} }),
  currency: mostly("EUR", "USD", "KWD"),
  prepaidAmount: mostly<number | undefined>(undefined, 1, 100_000),
  line: fc.record({
    classifications: mostly<Line["classifications"]>(
      [{ list: "CG", code: "01.11.11" }],
      undefined,
      [{ list: "HS", code: "1001" }],
      [
        { list: "HS", code: "1001" },
        { list: "CG", code: "99.00.00" },
      ],
      [{ list: "CG", code: "011111" }],
    ),
    description: mostly("Pšenica", "ž".repeat(1024), "ž".repeat(1025), `x\n${"ž".repeat(3990)}`),
    period: mostly<Line["period"]>(undefined, { start: "1899-01-01", end: "1899-12-31" }),
  }),
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Scenes of Croatian sellers that have most of what HR-CIUS asks for, and some things wrong. */
export const croatianScenes: fc.Arbitrary<Scene> = fc
  .tuple(scenes, seller, client)
  .map(([scene, ofSeller, ofClient]) => ({
    ...scene,
    profile: { ...scene.profile, ...ofSeller, country: "HR", defaultCurrency: "EUR" },
    order: { ...scene.order, ...orderOf(scene.order, ofClient) },
  }));

function orderOf(order: InvoiceOrder, given: Of<typeof client>): Partial<InvoiceOrder> {
  const { isDomestic, line, ...rest } = given;
  return {
    ...rest,
    documentType: rest.selfBilled === true ? undefined : rest.documentType,
    clientCountry: isDomestic ? "HR" : "DE",
    clientVatNumber: isDomestic || rest.clientVatNumber === undefined ? rest.clientVatNumber : "DE136695976",
    exchangeRate: rest.currency === "EUR" ? undefined : { rate: 0.87, date: "2026-11-19", source: "HNB" },
    items: order.items.map((item) => ({ ...item, ...line, vatRates: undefined })),
    placeOfSupply: undefined,
    taxPointDate: undefined,
  };
}
