import type { CompanyProfile, Identifier, InvoiceNote, InvoiceOrder, SchemeIdentifier } from "faktura";
import fc from "fast-check";
import { type Scene, scenes } from "../random-documents.ts";

/** Most often the first. */
const mostly = <Value>(first: Value, ...others: Value[]) =>
  fc.oneof({ weight: 6 + others.length, arbitrary: fc.constant(first) }, fc.constantFrom(...others));

const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, arbitrary);

const REGISTRATIONS: Partial<Identifier>[] = [
  { scheme: "0002", id: "303265045" },
  { scheme: "0002", id: "30326504" },
  { scheme: "0088", id: "303265045" },
  { id: "303265045" },
  {},
];
const registration = mostly(...(REGISTRATIONS as [Partial<Identifier>, ...Partial<Identifier>[]]));

const ADDRESSES = [
  { scheme: "0225", id: "303265045_A" },
  { scheme: "0225", id: "552100554" },
  { scheme: "0225", id: "303265045/é" },
  { scheme: "0088", id: "4012345000009" },
  undefined,
];
const electronicAddress = mostly(...(ADDRESSES as [(typeof ADDRESSES)[number], ...typeof ADDRESSES]));

const IDENTIFIERS: SchemeIdentifier[] = [
  { scheme: "0009", id: "30326504500011" },
  { scheme: "0009", id: "55210055400013" },
  { scheme: "0009", id: "3032650450001" },
  { scheme: "0088", id: "4012345000009" },
  { scheme: "0002", id: "303265045" },
  { scheme: "0002", id: "30326504X" },
  { scheme: "0224", id: "SERVICE_1" },
  { scheme: "0224", id: "SERVICE 1" },
  { scheme: "0231", id: "552100554" },
  { scheme: "0231", id: "5521005" },
];
const identifier = fc.constantFrom(...IDENTIFIERS);
const anyIdentifier = fc.oneof({ weight: 5, arbitrary: identifier }, fc.constant({ id: "L-1" }));

const LATE_PAYMENT = { penalties: "Taux BCE + 10 points", recoveryFee: "40 EUR", discount: "Pas d'escompte" };

const noteText = fc.constantFrom("Merci", "Nr. #12#", "voir #PMT# plus loin", "#TXD#", "a#BAR#b");
const note: fc.Arbitrary<InvoiceNote> = fc.oneof(
  fc.record({ text: noteText }),
  fc.record({ subject: fc.constantFrom("PMT", "PMD", "AAB", "REG"), text: noteText }),
  fc.record({ subject: fc.constant("TXD"), text: fc.constantFrom("MEMBRE_ASSUJETTI_UNIQUE", "Autre") }),
  ...[1, 2].map(() =>
    fc.record({
      subject: fc.constant("BAR"),
      text: fc.constantFrom("B2B", "B2B", "B2BINT", "B2C", "ARCHIVEONLY", "b2b", "OTHER"),
    }),
  ),
);

const seller = fc.record({
  registration,
  electronicAddress,
  latePayment: mostly<CompanyProfile["latePayment"]>(
    LATE_PAYMENT,
    undefined,
    { penalties: "x" },
    { ...LATE_PAYMENT, discount: undefined },
  ),
  identifiers: mostly(
    undefined,
    ...IDENTIFIERS.map((each) => [each]),
    [IDENTIFIERS[0]!, IDENTIFIERS[3]!],
    [IDENTIFIERS[0]!, IDENTIFIERS[1]!],
    [{ id: "L-1" }],
    [{ id: "L-1" }, IDENTIFIERS[3]!, IDENTIFIERS[3]!],
  ),
  isRepresented: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  invoicePrefix: mostly("F", "F.2026", "F/2026"),
  creditNotePrefix: mostly("A", "A.2026"),
  cashAccounting: mostly(undefined, true, false),
  national: mostly(undefined, { fr: { vatOnDebits: true } }, { fr: { vatOnDebits: true } }),
  taxNumber: fc.constant(undefined),
  vatRegistered: mostly(true, false),
});

const client = fc.record({
  registration,
  clientElectronicAddress: electronicAddress,
  clientIdentifier: seldom(identifier),
  clientNumber: seldom(fc.constant("C-1")),
  payee: seldom(
    fc.record({
      name: fc.constant("Affacturage SA"),
      identifier: anyIdentifier,
      registrationNumber: fc.constantFrom("303265045", "55210"),
      registrationScheme: fc.constantFrom("0002", "0088"),
    }),
  ),
  deliverTo: seldom(
    fc.record({ identifier: anyIdentifier, country: fc.constant("FR"), address: fc.constant({ city: "Lyon" }) }),
  ),
  notes: seldom(fc.array(note, { minLength: 1, maxLength: 3 })),
  note: seldom(noteText),
  isDomestic: mostly(true, false),
  hasNumber: mostly(true, false),
  isCompany: mostly<boolean | undefined>(true, undefined),
  supply: mostly<InvoiceOrder["supply"]>("services", "goods", undefined, "digital"),
  differ: mostly(false, true),
  businessProcess: mostly<string | undefined>(undefined, ...["S5", "B2", "M2", "B4", "B7", "X1", "urn:x"]),
  supportingDocuments: seldom(
    fc.array(
      fc.record(
        {
          reference: fc.constantFrom("1", "2"),
          description: fc.constantFrom("LISIBLE", "LISIBLE", "RIB", "Timesheet"),
        },
        { requiredKeys: ["reference"] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  dueDate: mostly<string | undefined>("2026-12-20", "2026-10-01", undefined),
  supplyDate: mostly<string | undefined>("2026-11-19", undefined, "1999-12-31"),
  precedingInvoices: mostly<InvoiceOrder["precedingInvoices"]>(
    undefined,
    [{ number: "A-1", issueDate: "2026-10-01" }],
    [{ number: "A 1" }],
    [{ number: "A-1" }, { number: `B-${"1".repeat(40)}`, issueDate: "1999-10-01" }],
    [{ number: `B-${"1".repeat(40)}` }, { number: "A.1" }],
    [{ number: "A-1", issueDate: "1999-10-01" }, { number: "A-2" }],
  ),
  documentType: mostly<InvoiceOrder["documentType"]>(undefined, "384", "386", "386", "393", "383", "326", "875"),
  selfBilled: mostly<boolean | undefined>(undefined, true),
  isPaid: mostly<"no" | "all" | "part">("no", "all", "part"),
  currency: mostly("EUR", "USD", "USD", "TND"),
  isConverted: fc.boolean(),
  vat: mostly<Partial<InvoiceOrder["items"][number]>>(
    { taxRate: 20 },
    ...[{ taxRate: 5.5 }, { taxRate: 19 }, { taxRate: 12.345 }, { taxRate: 2.1 }, { vatCategory: "AE" as const }],
    ...[{ vatCategory: "L" as const, taxRate: 7 }, { vatCategory: "G" as const }, { vatCategory: "O" as const }],
    { vatCategory: "E" as const, exemptionReason: "Art. 261" },
  ),
  quantity: mostly<number | undefined>(2, 12.34567, undefined),
  unitPrice: mostly<number | undefined>(100, 0.1234567, undefined),
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Scenes of French sellers that have most of what the French rules ask for, and some things wrong. */
export const frenchScenes: fc.Arbitrary<Scene> = fc
  .tuple(scenes, seller, client)
  .map(([scene, ofSeller, ofClient]) => ({
    ...scene,
    profile: { ...scene.profile, ...profileOf(ofSeller) },
    order: { ...scene.order, ...orderOf(scene.order, ofClient) },
  }));

function profileOf({ registration, isRepresented, ...rest }: Of<typeof seller>): Partial<CompanyProfile> {
  return {
    ...rest,
    country: "FR",
    vatNumber: "FR40303265045",
    registrationNumber: registration.id,
    registrationScheme: registration.scheme,
    taxRepresentative: isRepresented
      ? { name: "Groupe SA", vatNumber: "FR40303265045", country: "FR", address: { city: "Paris" } }
      : undefined,
  };
}

function orderOf(order: InvoiceOrder, given: Of<typeof client>): Partial<InvoiceOrder> {
  const { registration, isDomestic, hasNumber, differ, isPaid, isConverted, vat, quantity, unitPrice, ...rest } = given;
  const [line] = order.items;
  const items = (order.autoVat === false ? order.items : [line!]).map(
    ({ taxRate, vatCategory, exemptionReason, vatexCode, exemption, period, discount, ...item }, index) => ({
      ...item,
      ...(order.autoVat === false ? vat : { vatRates: undefined }),
      quantity: quantity ?? item.quantity,
      unitPrice: unitPrice ?? item.unitPrice,
      ...(differ && index === 0 ? { supply: "goods" as const } : { supply: undefined }),
    }),
  );
  const country = isDomestic ? "FR" : "DE";
  return {
    ...rest,
    items,
    prices: "net",
    documentType: rest.selfBilled === true ? undefined : rest.documentType,
    exchangeRate:
      isConverted && rest.currency !== "EUR" ? { rate: 0.87, date: "2026-11-19", source: "ECB" } : undefined,
    clientCountry: country,
    clientVatNumber: hasNumber ? (isDomestic ? "FR40303265045" : "DE136695976") : undefined,
    clientRegistrationNumber: registration.id,
    clientRegistrationScheme: registration.scheme,
    placeOfSupply: undefined,
    taxPointDate: undefined,
    // What is paid is known once the total is.
    prepaidAmount: isPaid === "no" ? undefined : paidOf(items, isPaid),
  };
}

/** Of an ordinary order of 2 × 100; of others, something that is too much and refused, or a part. */
function paidOf(items: readonly InvoiceOrder["items"][number][], isPaid: "all" | "part"): number {
  if (isPaid === "part") return 1;
  return items.length * 240;
}
