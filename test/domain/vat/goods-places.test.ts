/**
 * Goal: stated goods that leave one place and arrive at another, of sellers with registrations, have the VAT of the
 * directive, and show the number of the state that they leave, or whose VAT is charged.
 * Method: every combination of own state, dispatch, arrival, client, OSS and registrations is compared with the articles
 * written as nested ifs: an independent implementation. The number is no part of a decision, so `decideVat` is called.
 */
import { determineVat, standardVatRate, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";
import { expect, test } from "vitest";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { decideVat } from "../../../src/domain/vat/determine-vat.ts";
import { refusalOf, TODAY } from "../../support/sales.ts";

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ AT: "ATU13585627", DE: "DE136695976", ES: "ESB58378431", FR: "FR40303265045", IT: "IT00743110157" },
  PL: "PL8567346215",
};
const STATES = ["DE", "ES", "FR", "IT", "PL"];
const LAS_PALMAS = "ES-CN";
const isInEu = (place: string) => STATES.includes(place);
const registered = (country: string, establishment?: boolean) => ({
  ...{ country, vatNumber: NUMBERS[country]! },
  ...(establishment === undefined ? {} : { establishment }),
});
const placeOf = (id: string) => (id === LAS_PALMAS ? { country: "ES", postalCode: "35001" } : { country: id });

interface Sold {
  readonly own: string;
  readonly from: string | undefined;
  readonly to: string;
  /** Where the client is. */
  readonly client: string;
  /** A consumer, a company without a number, or the state of the client's number. */
  readonly buyer: string;
  readonly union: boolean;
  /** States, in capitals; with `!` an establishment too. */
  readonly registrations: readonly string[];
  readonly importer?: "client" | "seller" | undefined;
}

type Verdict = { refused: string } | { treatment: string; rateCountry: string | null; number: string };

/** The six steps, in their order. */
function opinion({ own, from: given, to, client, buyer, union, registrations, importer }: Sold): Verdict {
  const from = given ?? own;
  const ofArrival = to === client ? "/clientCountry" : "/deliverTo/country";
  const field = given === undefined ? ofArrival : "/dispatchedFrom";
  const has = (state: string) => state === own || registrations.some((each) => each.startsWith(state));
  const isEstablishedIn = (state: string) => state === own || registrations.includes(`${state}!`);
  const under = (state: string, treatment: string, rateCountry: string | null, at = field): Verdict =>
    has(state) ? { treatment, rateCountry, number: state } : { refused: at };
  const isBusiness = NUMBERS[buyer] !== undefined;
  const withinState = (state: string, at: string): Verdict => {
    const laws = { DE: false, ES: true, FR: buyer === "FR", IT: client === "IT", PL: false };
    if (buyer !== "consumer" && !isEstablishedIn(state) && laws[state as "DE"]) {
      if (!isBusiness) return { refused: "/clientVatNumber" };
      const needsNone: Verdict = { treatment: "reverse-charge", rateCountry: null, number: own };
      return at === "/importer" ? under(state, "reverse-charge", null, at) : needsNone;
    }
    return under(state, "domestic", state, at);
  };
  if (!isInEu(from)) {
    if (from === own && to === own) return { treatment: "domestic", rateCountry: own, number: own };
    if (isInEu(to) && importer === "seller") return withinState(to, "/importer");
    if (from === own) return { treatment: "export", rateCountry: null, number: own };
    if (isInEu(to) && importer === undefined) return { refused: "/importer" };
    return { treatment: "outside-scope", rateCountry: null, number: own };
  }
  if (!isInEu(to)) return under(from, "export", null);
  if (from === to) return withinState(from, field);
  if (isBusiness && buyer !== from) return under(from, "intra-community-supply", null);
  if (buyer !== "consumer") return under(from, "origin", from);
  if (union) return under(from, "oss", to);
  if (has(to)) return { treatment: "domestic", rateCountry: to, number: to };
  const isSmall = from === own && !STATES.some((state) => state !== own && isEstablishedIn(state));
  return isSmall ? { treatment: "origin", rateCountry: own, number: own } : { refused: field };
}

function partiesOf({ own, from, to, client, buyer, union, registrations, importer }: Sold) {
  const company: VatCompany = {
    ...{ country: own, vatRegistered: true, ossRegistered: union, vatNumber: NUMBERS[own] },
    ...(union && !isInEu(own) ? { ossSchemes: ["union"] as const } : {}),
    registrations: registrations.map((each) => registered(each.slice(0, 2), each.endsWith("!"))),
  };
  const isCompany = { consumer: false, company: true }[buyer];
  const buying: VatClient = { ...placeOf(client), isCompany, vatNumber: NUMBERS[buyer], arrival: placeOf(to) };
  const options: VatOptions = { on: TODAY, supply: "goods", dispatchedFrom: from, importer };
  return [company, buying, options] as const;
}

function verdictOf(sold: Sold): Verdict {
  const parties = partiesOf(sold);
  try {
    const { treatment, rateCountry, rate } = determineVat(...parties);
    expect(rate).toBe(rateCountry === null ? 0 : standardVatRate(rateCountry, TODAY));
    return { treatment, rateCountry, number: decideVat(...parties).registration?.country ?? sold.own };
  } catch (error) {
    if (!isRefusal(error, "request_invalid")) throw error;
    const [fault] = error.errors;
    return { refused: "pointer" in fault! ? fault.pointer : "" };
  }
}

function* everySale(): Generator<Sold> {
  const buyers = ["consumer", "company", "DE", "FR", "ES", "IT", "PL"];
  for (const own of ["DE", "FR", "CH"])
    for (const from of [undefined, ...STATES, LAS_PALMAS, "CH"])
      for (const to of [...STATES, LAS_PALMAS, "CH", "US"])
        for (const client of new Set([to, "IT"]))
          for (const buyer of buyers)
            for (const union of [true, false])
              for (const registrations of [["ES"], ["IT!"], ["PL!", "ES", "IT"], ["DE", "FR"], []])
                if (!registrations.some((each) => each.startsWith(own)))
                  for (const importer of isInEu(from ?? own) ? [undefined] : ([undefined, "client", "seller"] as const))
                    yield { own, from, to, client, buyer, union, registrations, importer };
}

test("goods between every two places have the VAT, and show the number, that the articles name", () => {
  const kinds = new Set<string>();
  let count = 0;
  for (const sold of everySale()) {
    const [expected, verdict] = [opinion(sold), verdictOf(sold)];
    if (JSON.stringify(expected) !== JSON.stringify(verdict))
      expect({ sold, verdict }).toEqual({ sold, verdict: expected });
    kinds.add("refused" in verdict ? verdict.refused : verdict.treatment);
    count += 1;
  }
  const treatments = [
    "domestic",
    "export",
    "intra-community-supply",
    "origin",
    "oss",
    "outside-scope",
    "reverse-charge",
  ];
  const fields = ["/clientCountry", "/clientVatNumber", "/deliverTo/country", "/dispatchedFrom", "/importer"];
  expect([...kinds].sort()).toEqual([...fields, ...treatments]);
  expect(count).toBeGreaterThan(15_000);
});

test("places that say nothing new change nothing", () => {
  let count = 0;
  for (const own of ["DE", "FR", "CH", LAS_PALMAS])
    for (const to of [...STATES, LAS_PALMAS, "CH", "US"])
      for (const buyer of ["consumer", "company", "DE", "FR"])
        for (const ossRegistered of [true, false])
          for (const vatRegistered of [true, false]) {
            const company = { ...placeOf(own), vatRegistered, ossRegistered };
            const isCompany = { consumer: false, company: true }[buyer];
            const client = { ...placeOf(to), isCompany, vatNumber: NUMBERS[buyer] };
            const decide = (...given: Parameters<typeof determineVat>) => {
              try {
                const { reason, warnings, ...decision } = determineVat(...given);
                return { ...decision, warnings: warnings.map(({ code }) => code) };
              } catch (error) {
                return (error as Error).message;
              }
            };
            const before = decide(company, client, { on: TODAY, supply: "goods" });
            const stated = { ...client, arrival: placeOf(to) };
            const options = { on: TODAY, supply: "goods", dispatchedFrom: own } as const;
            expect(decide({ ...company, registrations: [] }, stated, options)).toEqual(before);
            count += 1;
          }
  expect(count).toBe(4 * 8 * 4 * 2 * 2);
});

const DE: VatCompany = { country: "DE", vatRegistered: true, ossRegistered: false, vatNumber: NUMBERS["DE"] };
const IN_POLAND = { ...DE, registrations: [registered("PL")] };
const GOODS = { on: TODAY, supply: "goods" } as const;
const FROM_POLAND = { ...GOODS, dispatchedFrom: "PL" };

// biome-ignore format: a table is read by its columns
const DECIDED: [what: string, VatCompany, VatClient, VatOptions, treatment: string, rateCountry: string | null][] = [
  ["parcels to a consumer in the seller's own state",  { ...IN_POLAND, ossRegistered: true }, { country: "DE" }, FROM_POLAND, "oss", "DE"],
  ["one's own stock in another state",                 IN_POLAND, { country: "PL", vatNumber: "PL8567346215" }, GOODS, "intra-community-supply", null],
  ["to Las Palmas",                                    IN_POLAND, { country: "ES", arrival: { country: "ES", postalCode: "35001" } }, FROM_POLAND, "export", null],
  ["the same by the address",                          IN_POLAND, { country: "ES", arrival: { country: "ES", address: { postalCode: "35001" } } }, FROM_POLAND, "export", null],
  ["handed over in a shop abroad",                     IN_POLAND, { country: "DE" }, { ...GOODS, placeOfSupply: "PL" }, "domestic", "PL"],
  ["handed over in a shop at home",                    IN_POLAND, { country: "PL" }, { ...GOODS, placeOfSupply: "DE" }, "domestic", "DE"],
  ["the last day of a registration",                   { ...DE, registrations: [{ ...registered("PL"), until: TODAY }] }, { country: "PL" }, FROM_POLAND, "domestic", "PL"],
  ["its first day",                                    { ...DE, registrations: [{ ...registered("PL"), since: TODAY }] }, { country: "PL" }, FROM_POLAND, "domestic", "PL"],
  ["delivered to another state than the client's",     DE, { country: "FR", vatNumber: NUMBERS["FR"], arrival: { country: "DE" } }, GOODS, "domestic", "DE"],
  ["for a business outside the EU, with its number",   DE, { country: "CH", vatNumber: "CHE-123.456.788", arrival: { country: "FR" } }, GOODS, "origin", "DE"],
  ["for a British one",                                DE, { country: "GB", vatNumber: "GB980780684", arrival: { country: "FR" } }, GOODS, "origin", "DE"],
  ["from Basel, with OSS",                             { country: "CH", vatRegistered: true, ossRegistered: true }, { country: "FR" }, GOODS, "export", null],
  ["a Swiss stock in Germany, by the Union scheme",    { country: "CH", vatRegistered: true, ossRegistered: true, ossSchemes: ["non-union", "union"], registrations: [registered("DE")] }, { country: "FR" }, { ...GOODS, dispatchedFrom: "DE" }, "oss", "FR"],
  ["services ignore the place of dispatch",            DE, { country: "FR", vatNumber: NUMBERS["FR"] }, { ...FROM_POLAND, supply: "services" }, "reverse-charge", null],
  ["a Monegasque client of French stock",              { ...DE, registrations: [registered("FR")] }, { country: "MC", vatNumber: "FR53000004605" }, { ...GOODS, dispatchedFrom: "FR" }, "reverse-charge", null],
  ["digital services without the Union scheme",        { ...DE, ossRegistered: true, ossSchemes: ["import"] }, { country: "FR" }, { on: TODAY, supply: "digital" }, "origin", "DE"],
];

test.each(DECIDED)("%s", (_, company, client, options, treatment, rateCountry) => {
  expect(determineVat(company, client, options)).toMatchObject({ treatment, rateCountry });
});

// biome-ignore format: a table is read by its columns
const REFUSED: [what: string, code: string, at: string, VatCompany, VatClient, VatOptions][] = [
  ["after the last day of a registration",       "request_invalid", "/dispatchedFrom", { ...DE, registrations: [{ ...registered("PL"), until: "2026-11-19" }] }, { country: "PL" }, FROM_POLAND],
  ["before its first day",                       "request_invalid", "/dispatchedFrom", { ...DE, registrations: [{ ...registered("PL"), since: "2026-11-21" }] }, { country: "PL" }, FROM_POLAND],
  ["in a shop without a registration",           "request_invalid", "/placeOfSupply", DE, { country: "PL" }, { ...GOODS, placeOfSupply: "PL" }],
  ["in a shop in a third state",                 "request_invalid", "/placeOfSupply", IN_POLAND, { country: "FR" }, { ...GOODS, placeOfSupply: "FR" }],
  ["without any VAT registration",               "request_invalid", "/dispatchedFrom", { ...DE, vatRegistered: false }, { country: "PL" }, FROM_POLAND],
  ["registered elsewhere, for the home state",   "request_invalid", "/dispatchedFrom", { ...IN_POLAND, vatRegistered: false }, { country: "DE" }, FROM_POLAND],
  ["no number of a company where any owes",      "request_invalid", "/clientVatNumber", { ...DE, registrations: [registered("ES")] }, { country: "ES", isCompany: true }, { ...GOODS, dispatchedFrom: "ES" }],
  ["a number of none of the member states",      "request_invalid", "/clientVatNumber", DE, { country: "US", vatNumber: "12-3456789", arrival: { country: "ES" } }, { ...GOODS, dispatchedFrom: "ES" }],
  ["a damaged number where any business owes",   "vat_number_invalid", "/clientVatNumber", DE, { country: "ES", vatNumber: "ES123", isCompany: true }, { ...GOODS, dispatchedFrom: "ES" }],
  ["handed over elsewhere than it arrives",      "request_invalid", "/placeOfSupply", { ...DE, registrations: [registered("AT")] }, { country: "DE", arrival: { country: "FR" } }, { ...GOODS, placeOfSupply: "AT" }],
  ["the same at home",                           "request_invalid", "/placeOfSupply", DE, { country: "DE", arrival: { country: "FR" } }, { ...GOODS, placeOfSupply: "DE" }],
  ["a damaged number that decides",              "vat_number_invalid", "/clientVatNumber", IN_POLAND, { country: "FR", vatNumber: "FR123" }, FROM_POLAND],
  ["a damaged number that article 194 needs",    "vat_number_invalid", "/clientVatNumber", DE, { country: "FR", vatNumber: "FR123" }, { ...GOODS, dispatchedFrom: "FR" }],
  ["an exemption that the client's state grants", "request_invalid", "/exemption", DE, { country: "FR", vatNumber: NUMBERS["FR"] }, { ...GOODS, dispatchedFrom: "FR", exemption: { reason: "x" } }],
  ["no country",                                 "request_invalid", "/dispatchedFrom", DE, { country: "FR" }, { ...GOODS, dispatchedFrom: "Poland" }],
  ["no importer",                                "request_invalid", "importer", DE, { country: "FR" }, { ...GOODS, importer: "buyer" as "client" }],
  ["an arrival that is no place",                "request_invalid", "client.arrival.country", DE, { country: "FR", arrival: "FR" as unknown as VatClient }, GOODS],
  ["schemes that are none",                      "request_invalid", "company.ossSchemes", { ...DE, ossSchemes: ["ioss" as "import"] }, { country: "FR" }, GOODS],
];

test.each(REFUSED)("%s is refused", (_, code, at, company, client, options) => {
  const refusal = refusalOf(company, client, options);
  const [error] = refusal.errors;
  expect([refusal.code, "pointer" in error! ? error.pointer : error?.parameter]).toEqual([code, at]);
});

test.each([
  ["the company's own state", [registered("DE")]],
  ["Monaco as well as France", [registered("FR"), { country: "CH", vatNumber: "CHE-123.456.788" }]],
  ["a state outside the EU", [{ country: "GB", vatNumber: "GB980780684" }]],
  ["another state's number", [{ country: "FR", vatNumber: NUMBERS["PL"] }]],
  ["no number", [{ country: "FR" }]],
  ["days in the wrong order", [{ ...registered("FR"), since: "2026-02-01", until: "2026-01-31" }]],
  ["no day", [{ ...registered("FR"), until: "2026-02-30" }]],
  ["an establishment in words", [{ ...registered("FR"), establishment: "yes" }]],
  ["nothing", [null]],
  ["one that is no list", registered("FR")],
])("a registration with %s is refused", (_, registrations) => {
  const company = { ...DE, registrations } as VatCompany;
  expect(refusalOf(company, { country: "FR" }, { on: TODAY }).errors).toMatchObject([
    { parameter: "company.registrations" },
  ]);
});

test("a place of dispatch that is not read is named in a warning", () => {
  const { warnings } = determineVat(DE, { country: "DE" }, { on: TODAY, dispatchedFrom: "PL" });
  expect(warnings.map(({ code, detail }) => [code, detail.includes("dispatchedFrom")])).toEqual([
    ["supply_not_stated", true],
  ]);
  expect(determineVat(DE, { country: "DE" }, { on: TODAY }).warnings).toEqual([]);
});

test("reason and note name what article 194 and an exemption rest on", () => {
  const business = { country: "IT", vatNumber: NUMBERS["IT"] };
  const owed = determineVat(DE, business, { ...GOODS, dispatchedFrom: "IT" });
  expect(owed.reason).toContain("DPR 633/1972 art. 17(2)");
  expect(owed.vatNote).toContain("Reverse charge");
  expect(owed.vatNote).toContain("(Directive 2006/112/EC, article 194)");
  const exempt = determineVat(IN_POLAND, { country: "PL" }, { ...FROM_POLAND, exemption: { reason: "art. 43" } });
  expect(exempt).toMatchObject({ treatment: "domestic", category: "E", rate: 0 });
  expect(exempt.reason).toContain("Exempt in Poland");
});

/** States whose act of article 194 nobody read: a number, and the law that a source names. */
// biome-ignore format: a flat table
const UNSURE: Readonly<Record<string, readonly [number: string, law: string]>> = {
  AT: ["ATU13585627", "UStG § 19(1)"], BE: ["BE0403019261", "CTVA art. 51 § 2"], BG: ["BG175074752", "ZDDS art. 82(2)"],
  CY: ["CY10259033P", "VAT Law 95(I)/2000 s. 11"], CZ: ["CZ25123891", "ZDPH § 108(1)"], DK: ["DK13585628", "ML § 46"],
  EE: ["EE100931558", "KMS § 3"], FI: ["FI20774740", "AVL 9 §"], GR: ["EL094259216", "ν. 5144/2024 art. 40"],
  HR: ["HR33392005961", "Zakon o PDV art. 75(2)"], HU: ["HU12892312", "Áfa tv. § 140"], IE: ["IE6433435F", "VATCA 2010 s. 9, 10"],
  LT: ["LT119511515", "PVMI art. 95"], LU: ["LU15027442", "LTVA art. 61"], LV: ["LV40003521600", "PVN likums s. 86"],
  MT: ["MT11679112", "VAT Act art. 20(2)"], NL: ["NL004495445B01", "Wet OB art. 12(3)"], PL: ["PL8567346215", "ustawa o VAT art. 17(1)"],
  PT: ["PT501964843", "CIVA art. 2(1)(g)"], RO: ["RO18547290", "Cod fiscal art. 307(6)"], SE: ["SE123456789701", "ML 16 kap. 6-8 §§"],
  SI: ["SI50223054", "ZDDV-1 art. 76(1)"], SK: ["SK2022749619", "222/2004 § 69(2)"],
};

test.each(Object.entries(UNSURE))(
  "refusal and reason name what article 194 may rest on in %s",
  (state, [vatNumber, law]) => {
    const [client, options] = [
      { country: state, vatNumber },
      { ...GOODS, dispatchedFrom: state },
    ];
    const way = `order with autoVat: false, with vatCategory AE if the client owes the VAT (article 194; ${law})`;
    expect(refusalOf(DE, client, options).message).toContain(way);
    const named = (registration: object, to: VatClient = client) =>
      determineVat({ ...DE, registrations: [{ country: state, vatNumber, ...registration }] }, to, options).reason;
    expect(named({})).toContain(way);
    expect(named({ establishment: true })).not.toContain("194");
    expect(named({}, { country: state })).not.toContain("194");
  },
);

test("what a refusal of article 194 says to do", () => {
  const { message } = refusalOf(DE, { country: "ES", isCompany: true }, { ...GOODS, dispatchedFrom: "ES" });
  expect(message).toContain("LIVA art. 84.Uno.2.º a)");
  expect(message).toContain("for a consumer, set isCompany to false");
});

test("a seller's missing or British number is named in a warning", () => {
  const business = { country: "FR", vatNumber: NUMBERS["FR"] };
  const codes = (company: Partial<VatCompany>, dispatchedFrom: string) =>
    determineVat({ ...DE, ...company }, business, { ...GOODS, dispatchedFrom }).warnings.map(({ code }) => code);
  expect(codes({ country: "ES", postalCode: "35001", vatNumber: undefined }, "ES")).toContain(
    "seller_vat_number_missing",
  );
  expect(codes({ country: "GB", vatNumber: "GB980780684" }, "XI")).toContain("seller_vat_number_missing");
  expect(codes({ country: "GB", vatNumber: "XI980780684" }, "XI")).toEqual([]);
});
