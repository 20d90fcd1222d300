import type { Address, CompanyProfile, InvoiceOrder } from "faktura";
import fc from "fast-check";
import { type Scene, scenes } from "../random-documents.ts";

/** Most often the first. */
const mostly = <Value>(first: Value, ...others: Value[]) =>
  fc.oneof({ weight: 12 + others.length, arbitrary: fc.constant(first) }, fc.constantFrom(...others));

const text = (most: number) => mostly("Text", "ă".repeat(most), "ă".repeat(most + 1), `${"a  ".repeat(most / 2)}\n`);
const optionalText = (most: number) => fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, text(most));

const address: fc.Arbitrary<Address> = fc
  .record({
    line1: mostly<string | undefined>("Strada A 1", undefined, "a".repeat(150), "a".repeat(151)),
    line2: optionalText(100),
    line3: optionalText(100),
    postalCode: fc.constant("400001"),
    place: mostly(
      { city: "Cluj-Napoca", region: "RO-CJ" },
      ...[
        { city: "SECTOR1", region: "RO-B" },
        { city: "București", region: "RO-B" },
        { city: "Cluj", region: "Cluj" },
      ],
      ...[
        { city: undefined, region: "RO-CJ" },
        { city: "Cluj", region: undefined },
        { city: "a".repeat(51), region: "RO-CJ" },
      ],
    ),
  })
  .map(({ place, ...rest }) => ({ ...rest, ...place }));

const seller = fc.record({
  address,
  contact: mostly(
    { name: "Ana" },
    { name: "a".repeat(101) },
    { name: "Ana", email: `${"a".repeat(60)}@${"b".repeat(50)}.ro` },
  ),
  isNumbered: mostly(true, false),
  taxNumber: mostly<string | undefined>(undefined, "18547290"),
  isRepresented: mostly(false, true),
  place: address,
  identifiers: mostly<CompanyProfile["identifiers"]>(undefined, [{ scheme: "0225", id: "1" }]),
  electronicAddress: mostly<CompanyProfile["electronicAddress"]>(
    { scheme: "9947", id: "RO18547290" },
    { scheme: "0225", id: "1" },
    { scheme: "0208", id: "1" },
  ),
  paymentTerms: mostly<string | undefined>("30 de zile", "a".repeat(300), "a".repeat(301), undefined, undefined),
  vatRegistered: mostly(true, false),
});

const client = fc.record({
  clientAddress: address,
  isDomestic: mostly(true, false),
  hasNumber: mostly(true, false),
  clientRegistrationNumber: mostly<string | undefined>(undefined, "J40/1/2026"),
  clientContact: mostly<InvoiceOrder["clientContact"]>(undefined, { name: "a".repeat(101) }, { name: "Ion" }),
  deliverTo: mostly<"no" | "here" | "abroad">("no", "here", "abroad"),
  place: address,
  buyerAccountingReference: optionalText(100),
  paymentReference: optionalText(140),
  payment: mostly<InvoiceOrder["payment"]>(undefined, { means: "10", meansText: "a".repeat(101) }),
  note: optionalText(300),
  notes: mostly<InvoiceOrder["notes"]>(
    undefined,
    [{ subject: "AAB", text: "a".repeat(296) }],
    Array.from({ length: 20 }, () => ({ text: "a" })),
  ),
  supportingDocuments: mostly<InvoiceOrder["supportingDocuments"]>(
    undefined,
    [{ reference: "1", description: "a".repeat(101) }],
    [{ reference: "1", url: `https://example.com/${"a".repeat(200)}` }],
  ),
  documentType: mostly<InvoiceOrder["documentType"]>(undefined, "384", "386"),
  selfBilled: mostly<boolean | undefined>(undefined, true),
  currency: mostly("RON", "EUR", "EUR", "TND", "VES"),
  isConverted: fc.boolean(),
  line: fc.record({
    description: mostly("Consultanță", "a".repeat(101), `a\n${"b".repeat(201)}`),
    standardId: mostly<InvoiceOrder["items"][number]["standardId"]>(undefined, { scheme: "0235", id: "1" }),
    note: optionalText(300),
    buyerAccountingReference: optionalText(100),
    discount: mostly<InvoiceOrder["items"][number]["discount"]>(undefined, { percent: 10, reason: "a".repeat(101) }),
    charges: mostly<InvoiceOrder["items"][number]["charges"]>(undefined, [{ amount: 1, reason: "a".repeat(101) }]),
    attributes: mostly<InvoiceOrder["items"][number]["attributes"]>(
      undefined,
      [{ name: "a".repeat(51), value: "x" }],
      [{ name: "x", value: "a".repeat(101) }],
    ),
  }),
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Scenes of Romanian sellers that have most of what CIUS-RO asks for, and some things wrong. */
export const romanianScenes: fc.Arbitrary<Scene> = fc
  .tuple(scenes, seller, client, fc.constantFrom<Scene["credit"]>("none", "none", "all", "part"))
  .map(([scene, ofSeller, ofClient, credit]) => ({
    credit,
    profile: { ...scene.profile, ...profileOf(ofSeller) },
    order: { ...scene.order, ...orderOf(scene.order, ofClient) },
  }));

function profileOf({ isNumbered, isRepresented, place, ...rest }: Of<typeof seller>): Partial<CompanyProfile> {
  return {
    ...rest,
    country: "RO",
    vatNumber: isNumbered ? "RO18547290" : undefined,
    defaultCurrency: "RON",
    legalNote: undefined,
    taxRepresentative: isRepresented
      ? { name: "Fisc", vatNumber: "RO18547290", country: "RO", address: place }
      : undefined,
  };
}

function orderOf(order: InvoiceOrder, given: Of<typeof client>): Partial<InvoiceOrder> {
  const { isDomestic, hasNumber, deliverTo, place, isConverted, line, ...rest } = given;
  return {
    ...rest,
    documentType: rest.selfBilled === true ? undefined : rest.documentType,
    deliverTo:
      deliverTo === "no" ? undefined : { name: "Depozit", country: deliverTo === "here" ? "RO" : "DE", address: place },
    clientCountry: isDomestic ? "RO" : "DE",
    clientVatNumber: hasNumber ? (isDomestic ? "RO18547290" : "DE136695976") : undefined,
    exchangeRate: isConverted && rest.currency !== "RON" ? { rate: 5, date: "2026-11-19", source: "BNR" } : undefined,
    items: order.items.map((item) => ({ ...item, ...line, vatRates: undefined, ...withoutSpanishVat(item) })),
    allowances: order.allowances?.map((each) => ({ ...each, ...withoutSpanishVat(each) })),
    charges: order.charges?.map((each) => ({ ...each, ...withoutSpanishVat(each) })),
    taxPointDate: undefined,
  };
}

/** The categories of the Canary Islands, Ceuta and Melilla, which no Romanian seller has. */
function withoutSpanishVat({
  vatCategory,
}: Pick<InvoiceOrder["items"][number], "vatCategory">): Pick<InvoiceOrder["items"][number], "vatCategory" | "taxRate"> {
  return vatCategory === "L" || vatCategory === "M" ? { vatCategory: "S", taxRate: 19 } : {};
}
