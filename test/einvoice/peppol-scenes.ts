import type { CompanyProfile, Identifier, InvoiceOrder } from "faktura";
import fc from "fast-check";
import { type Scene, scenes } from "./random-documents.ts";

/** A VAT number of each state that sellers are in: first those whose rules Peppol enforces. */
const NUMBERS = {
  DE: "DE136695976",
  DK: "DK13585628",
  GR: "EL094259216",
  IS: "12345",
  IT: "IT00743110157",
  NL: "NL004495445B01",
  NO: "974760673MVA",
  SE: "SE556702693401",
  AT: "ATU13585627",
  BE: "BE0403019261",
  BG: "BG175074752",
  CH: "CHE-123.456.788 MWST",
  CZ: "CZ25123891",
  ES: "ESA28015865",
  FI: "FI20774740",
  FR: "FR40303265045",
  GB: "GB980780684",
  LU: "LU15027442",
  PL: "PL8567346215",
  PT: "PT501964843",
  RO: "RO18547290",
  US: "12-3456789",
} as const;

type State = keyof typeof NUMBERS;

/** The states that sellers are in. */
export const STATES = Object.keys(NUMBERS) as State[];

/** What a rule asks of a number, right, almost right and wrong. */
const REGISTRATIONS: readonly Partial<Identifier>[] = [
  { scheme: "0184", id: "13585628" },
  { scheme: "0184", id: "DK1358562" },
  { scheme: "0184", id: " DK13585628" },
  { scheme: "0096", id: "1234567890" },
  { scheme: "0198", id: "13585628" },
  { scheme: "0196", id: "4903051680" },
  { scheme: "0106", id: "12345678" },
  { scheme: "0190", id: "00000001234567890000" },
  { scheme: "0007", id: "5567026934" },
  { scheme: "0007", id: "5567026935" },
  { scheme: "0192", id: "974760673" },
  { scheme: "0192", id: "000000000" },
  { id: "5567026934" },
  { id: " 5567026934 " },
  { id: "55670269340" },
  { id: "556702-6934" },
  {},
];
const SCHEMES: Partial<Record<State, string>> = { DK: "0184", IS: "0196", NL: "0106", SE: "0007" };

/** Most often what is right for the state. */
const registrationIn = (state: State) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(REGISTRATIONS.find(({ scheme }) => scheme === SCHEMES[state]) ?? {}) },
    fc.constantFrom(...REGISTRATIONS),
  );

const greekAddress = { scheme: "9933", id: "094259216" };
const electronicAddressIn = (state: State) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(state === "GR" ? greekAddress : { scheme: "0088", id: "4012345000009" }) },
    fc.constantFrom(
      ...[greekAddress, { scheme: "9933", id: "094259217" }, { scheme: "9933", id: "0942592160" }, undefined],
      ...[
        { scheme: "EM", id: "a@example.com" },
        { scheme: "0219", id: "1" },
        { scheme: "0198", id: "DK13585628" },
      ],
      ...[
        { scheme: "0096", id: "123456789" },
        { scheme: "0184", id: "13585628" },
        { scheme: "0088", id: "0" },
      ],
    ),
  );

const address = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ line1: "A 1", postalCode: "1000", city: "X" }) },
  fc.constantFrom(
    { line1: "A 1", postalCode: "1000" },
    { line1: "A 1", city: "X" },
    { postalCode: "1", city: "X" },
    {},
  ),
);

const payment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(undefined, { means: "58" }) },
  fc.constantFrom(
    ...["1", "9", "10", "30", "31", "42", "48", "50", "57", "93", "97", "ZZZ"].map((means) => ({ means })),
    ...[
      { means: "49", mandateReference: "M" },
      { means: "59", debitedAccount: "DE89370400440532013000" },
    ],
    { means: "49", mandateReference: "M", debitedAccount: "DE89370400440532013000" },
  ),
);
const paymentReference = fc.constantFrom(
  ...[undefined, undefined, "01#", "04#1234567890123456", "04#1", "15#1", "71#123456789012345", "73#", "75#1"],
);

const documents = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.subarray(
    [
      ...[{ reference: "400001" }, { reference: "0" }].map((each) => ({ ...each, description: "##M.AR.K##" })),
      ...[{ url: "https://example.com/a" }, {}].map((each) => ({
        ...each,
        reference: "a",
        description: "##INVOICE|URL##",
      })),
    ],
    { minLength: 1 },
  ),
  fc
    .constantFrom("2026-12-31", "2026-12-20", "2026-12-01", "2026-02-30", "31.12.2026")
    .map((reference) => [{ reference, description: "EINDAGI" }]),
);

const seller = (state: State) =>
  fc.record({
    isNumbered: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    representative: fc.integer({ min: 0, max: 9 }),
    registration: registrationIn(state),
    taxNumber: fc.constantFrom(
      ...(state === "IT" ? ["00743110157", "00743110157"] : state === "SE" ? ["Godkänd för F-skatt"] : ["1"]),
      ...[undefined, undefined, undefined, " GODKÄND  FÖR f-skatt", "RSSMRA80A01H501U", "rssmra80a01h501u"],
    ),
    identifiers: fc.constantFrom(undefined, undefined, undefined, [{ id: "1" }], [{ scheme: "0088", id: "1" }]),
    electronicAddress: electronicAddressIn(state),
    tradingName: fc.constantFrom("Trader", "Trader", undefined),
    address,
    iban: fc.constantFrom(...["DE89370400440532013000", "DE89370400440532013000", undefined]),
  });

const client = (state: State) =>
  fc.record({
    isDomestic: fc.integer({ min: 0, max: 2 }).map((n) => n > 0),
    isNumbered: fc.boolean(),
    registration: registrationIn(state),
    electronicAddress: electronicAddressIn(state),
    clientTradingName: fc.constantFrom("Client", "Client", undefined),
    clientAddress: address,
    clientNumber: fc.constantFrom(undefined, undefined, undefined, "C-1"),
    clientIdentifier: fc.constantFrom(undefined, undefined, { scheme: "0088", id: "4012345000009" }),
    payment,
    paymentReference,
    supportingDocuments: documents,
    dueDate: fc.constantFrom("2026-12-20", "2026-12-20", undefined),
    buyerReference: fc.constantFrom("B", "B", "B", undefined),
    version: fc.constantFrom(undefined, undefined, "19.05.01", "26.0801", "20.0601", ""),
    isDescribed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    taxRate: fc.constantFrom(25, 25, 12, 6, 24, undefined),
    selfBilled: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  });

/** Scenes of sellers in a state that have most of what Peppol's rules ask for there, and some things wrong. */
export function scenesFrom(state: State): fc.Arbitrary<Scene> {
  return fc.tuple(scenes, seller(state), client(state)).map(([scene, ofSeller, ofClient]) => ({
    ...scene,
    profile: { ...scene.profile, ...profileIn(state, ofSeller) },
    order: { ...scene.order, ...orderIn(state, scene.order, ofClient) },
  }));
}

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

function profileIn(state: State, given: Of<ReturnType<typeof seller>>): Partial<CompanyProfile> {
  const { isNumbered, representative, registration, ...rest } = given;
  const number = ([NUMBERS.IT, NUMBERS.GR, NUMBERS.NL] as const)[representative];
  return {
    ...rest,
    country: state,
    vatRegistered: true,
    vatNumber: isNumbered ? NUMBERS[state] : undefined,
    registrationNumber: registration.id,
    registrationScheme: registration.scheme,
    taxRepresentative:
      number === undefined
        ? undefined
        : {
            ...{ name: "Fisc", vatNumber: number, country: number.slice(0, 2).replace("EL", "GR") },
            address: representative === 2 && isNumbered ? { line1: "A 1", postalCode: "1", city: "X" } : {},
          },
  };
}

function orderIn(state: State, order: InvoiceOrder, given: Of<ReturnType<typeof client>>): Partial<InvoiceOrder> {
  const { isDomestic, isNumbered, registration, electronicAddress, version, isDescribed, taxRate, ...rest } = given;
  const country = isDomestic ? state : "FR";
  const line = version === undefined ? {} : { classifications: [{ code: "1", list: "TST", listVersion: version }] };
  return {
    ...rest,
    clientCountry: country,
    clientVatNumber: isNumbered ? NUMBERS[country] : undefined,
    clientElectronicAddress: electronicAddress,
    clientRegistrationNumber: registration.id,
    clientRegistrationScheme: registration.scheme,
    currency: "EUR",
    exchangeRate: undefined,
    items: order.items.map((item) => ({
      ...item,
      ...(isDescribed ? line : {}),
      ...(order.autoVat === false && item.taxRate !== undefined && item.vatCategory === undefined && { taxRate }),
      purchaseOrderLine: isDescribed ? item.purchaseOrderLine : undefined,
      period: undefined,
    })),
  };
}
