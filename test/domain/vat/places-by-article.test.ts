/**
 * Goal: a sale has the VAT that the articles of Directive 2006/112/EC give it, wherever its goods lie and go.
 * Method: a second table, written from the articles and the national acts without a look at the code: one row per
 * case, read from the top, the first that applies decides. It is compared with `determineVat` for every pair of states. The
 * number on the document is no part of a decision, so `decideVat` is called for it.
 */
import {
  determineVat,
  Refusal,
  type Supply,
  type VatClient,
  type VatCompany,
  type VatOptions,
  type VatRegistration,
} from "faktura/vat";
import { describe, expect, test } from "vitest";
import { decideVat } from "../../../src/domain/vat/determine-vat.ts";

const ON = "2026-11-20";

/** Standard rates on that day, as the European Commission's TEDB and the national authorities publish them. */
// biome-ignore format: a flat table
const STANDARD_RATE: Record<string, number> = {
  AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27,
  IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23,
  CH: 8.1, GB: 20, NO: 25,
};
const OUTSIDE = ["CH", "GB", "NO"];
const STATES = Object.keys(STANDARD_RATE).filter((state) => !OUTSIDE.includes(state));
const inEu = (country: string) => STATES.includes(country);

/** A well-formed number of each member state. */
// biome-ignore format: a flat table
const NUMBER: Record<string, string> = {
  AT: "ATU13585627", BE: "BE0403019261", BG: "BG175074752", CY: "CY10259033P", CZ: "CZ25123891", DE: "DE136695976",
  DK: "DK13585628", EE: "EE100931558", ES: "ESB58378431", FI: "FI20774740", FR: "FR40303265045", GR: "EL094259216",
  HR: "HR33392005961", HU: "HU12892312", IE: "IE6433435F", IT: "IT00743110157", LT: "LT119511515", LU: "LU15027442",
  LV: "LV40003521600", MT: "MT11679112", NL: "NL004495445B01", PL: "PL8567346215", PT: "PT501964843",
  RO: "RO18547290", SE: "SE123456789701", SI: "SI50223054", SK: "SK2022749619",
};

/** The schemes of a company; `usual` if it has OSS and names no scheme: the Union one in the EU, else the non-Union one. */
type Oss = "none" | "usual" | "union" | "non-union" | "import";
const OSS: readonly Oss[] = ["none", "usual", "union", "non-union", "import"];

/** A sale, as the articles see it. Countries are ISO 3166-1 alpha-2. */
interface Sale {
  readonly home: string;
  readonly registrations: readonly { readonly country: string; readonly establishment: boolean }[];
  readonly oss: Oss;
  readonly supply: Supply;
  /** Of goods: where their transport begins. */
  readonly dispatch: string;
  /** Of goods: where their transport ends. Of services: {@link Sale.client}. */
  readonly arrival: string;
  readonly client: string;
  /** The state whose VAT number the client gives. */
  readonly numberOf?: string | undefined;
  readonly isCompany?: boolean | undefined;
  readonly importer?: "client" | "seller" | undefined;
  readonly place?: string | undefined;
  /** Whether the call leaves out a place that is what its absence means. */
  readonly isTerse?: boolean | undefined;
}

/**
 * The treatment, the country whose rate it is and the state whose number the document shows (226(3); absent: the company's
 * own); or the field that a refusal points to.
 */
type Verdict = readonly [treatment: string, rateCountry: string | null, number?: string] | { readonly refused: string };

/** One case of the law: where it is written, which sales it covers and what it says of them. */
interface Article {
  readonly article: string;
  readonly covers: (sale: Sale) => boolean;
  readonly says: (sale: Sale) => Verdict;
}

const registered = ({ home, registrations }: Sale, state: string) =>
  home === state || registrations.some(({ country }) => country === state);
/** A fixed establishment (Regulation 282/2011, article 11), which a VAT number does not make (article 11(3)). */
const established = ({ home, registrations }: Sale, state: string) =>
  home === state || registrations.some(({ country, establishment }) => country === state && establishment);
const abroadToo = ({ home, registrations }: Sale) =>
  registrations.some(({ country, establishment }) => establishment && country !== home);
const business = ({ numberOf, isCompany }: Pick<Sale, "numberOf" | "isCompany">) =>
  numberOf !== undefined || isCompany === true;
const stays = ({ dispatch, arrival }: Sale) => dispatch === arrival && inEu(dispatch);
const crosses = ({ dispatch, arrival }: Sale) => dispatch !== arrival && inEu(dispatch) && inEu(arrival);
const leaves = ({ dispatch, arrival }: Sale) => inEu(dispatch) && !inEu(arrival);
const enters = ({ dispatch, arrival }: Sale) => !inEu(dispatch) && inEu(arrival);

/**
 * The states whose law of article 194 was read in the act and covers goods, with the clients who then owe the VAT. Germany's
 * (UStG, § 13b) does not cover goods.
 */
const CLIENT_OWES: Record<string, (sale: Sale) => boolean> = {
  ES: business, // LIVA, art. 84.Uno.2.º a): any business
  FR: ({ numberOf }) => numberOf === "FR", // CGI, art. 283-1: identified for VAT in France
  IT: (sale) => sale.client === "IT" && business(sale), // DPR 633/72, art. 17(2): established in Italy
};

const owes = (sale: Sale) => !established(sale, sale.arrival) && CLIENT_OWES[sale.arrival]?.(sale) === true;

const inUnionScheme = (sale: Sale) => sale.oss === "union" || (sale.oss === "usual" && inEu(sale.home));
const statesDispatch = ({ isTerse, dispatch, home }: Sale) => !isTerse || dispatch !== home;
const statesArrival = ({ isTerse, arrival, client }: Sale) => !isTerse || arrival !== client;

const NO_NUMBER = { refused: "/dispatchedFrom" };
const NO_IMPORTER = { refused: "/importer" };
const NO_CLIENT_NUMBER = { refused: "/clientVatNumber" };
/** The field that says where the goods leave or, without one, arrive. */
const atPlace = (sale: Sale) => ({
  refused: statesDispatch(sale) ? "/dispatchedFrom" : statesArrival(sale) ? "/deliverTo/country" : "/clientCountry",
});

// biome-ignore format: a decision table
const GOODS: readonly Article[] = [
  { article: "31 and 32: the company's own state",
    covers: ({ home, dispatch, arrival }) => dispatch === home && arrival === home,
    says: ({ home }) => ["domestic", home] },
  { article: "226(4): the client owes the VAT, and the invoice has no number of it",
    covers: (sale) => stays(sale) && owes(sale) && sale.numberOf === undefined,
    says: () => NO_CLIENT_NUMBER },
  { article: "194: the client owes the VAT, whether the seller is registered or not",
    covers: (sale) => stays(sale) && owes(sale),
    says: () => ["reverse-charge", null] },
  { article: "31, 32 and 193: the state of the goods",
    covers: (sale) => stays(sale) && registered(sale, sale.arrival),
    says: ({ arrival }) => ["domestic", arrival, arrival] },
  { article: "193 and 214(1)(a): the seller must register there",
    covers: stays,
    says: () => NO_NUMBER },

  { article: "214(1)(a): a sale of goods that lie in a state needs its number",
    covers: (sale) => crosses(sale) && business(sale) && !registered(sale, sale.dispatch),
    says: () => NO_NUMBER },
  { article: "138(1)(b): a business with a number of a state other than that of dispatch",
    covers: (sale) => crosses(sale) && sale.numberOf !== undefined && sale.numberOf !== sale.dispatch,
    says: ({ dispatch }) => ["intra-community-supply", null, dispatch] },
  { article: "32: a business without such a number",
    covers: (sale) => crosses(sale) && business(sale),
    says: ({ dispatch }) => ["origin", dispatch, dispatch] },

  { article: "33(a) and 369b(a): a distance sale in the Union scheme, which all of them must be in",
    covers: (sale) => crosses(sale) && inUnionScheme(sale) && registered(sale, sale.dispatch),
    says: ({ dispatch, arrival }) => ["oss", arrival, dispatch] },
  { article: "369g(2): the return names the number of the state of dispatch",
    covers: (sale) => crosses(sale) && inUnionScheme(sale),
    says: () => NO_NUMBER },
  { article: "33(a): a distance sale, declared where it arrives",
    covers: (sale) => crosses(sale) && registered(sale, sale.arrival),
    says: ({ arrival }) => ["domestic", arrival, arrival] },
  { article: "59c(1): below the limit, from the only state where the seller is established",
    covers: (sale) => crosses(sale) && sale.dispatch === sale.home && !abroadToo(sale),
    says: ({ dispatch }) => ["origin", dispatch, dispatch] },
  { article: "33(a) and 214(1)(a): the seller must register where it arrives, or for OSS",
    covers: crosses,
    says: atPlace },

  { article: "146(1)(a): export",
    covers: (sale) => leaves(sale) && registered(sale, sale.dispatch),
    says: ({ dispatch }) => ["export", null, dispatch] },
  { article: "214(1)(a): an export needs the number of the state that it leaves",
    covers: leaves,
    says: () => NO_NUMBER },

  { article: "60 and 201: the state of import says who may import; nobody did",
    covers: (sale) => enters(sale) && sale.importer === undefined && sale.dispatch !== sale.home,
    says: () => NO_IMPORTER },
  { article: "33(c) and 369l: a consignment for a consumer that the seller imports, in the import scheme",
    covers: (sale) => enters(sale) && sale.importer === "seller" && sale.oss === "import" && !business(sale),
    says: ({ arrival }) => ["oss", arrival] },
  { article: "32(2), 194 and 226(4): the same, but the client gave no number",
    covers: (sale) => enters(sale) && sale.importer === "seller" && owes(sale) && sale.numberOf === undefined,
    says: () => NO_CLIENT_NUMBER },
  { article: "32(2) and 194: the seller imports under its number, and the client owes the VAT of the sale",
    covers: (sale) => enters(sale) && sale.importer === "seller" && registered(sale, sale.arrival) && owes(sale),
    says: ({ arrival }) => ["reverse-charge", null, arrival] },
  { article: "32(2) and 201: the seller imports, and sells where it imports",
    covers: (sale) => enters(sale) && sale.importer === "seller" && registered(sale, sale.arrival),
    says: ({ arrival }) => ["domestic", arrival, arrival] },
  { article: "214(1)(a): the seller imports, and must register there",
    covers: (sale) => enters(sale) && sale.importer === "seller",
    says: () => NO_IMPORTER },
  { article: "2(1)(d): the client imports goods; for the state outside the EU that they leave, they are an export",
    covers: ({ home, dispatch }) => dispatch === home,
    says: () => ["export", null] },
  { article: "2(1)(a), 31 and 32: goods that are sold neither in the EU nor in the company's own state",
    covers: () => true,
    says: () => ["outside-scope", null] },
];

/** Whether a scheme covers services to consumers in other member states: 369b(c) in the EU, 359 elsewhere. */
const schemeOfServices = ({ home, oss }: Sale) => oss === "usual" || oss === (inEu(home) ? "union" : "non-union");

// biome-ignore format: a decision table
const SERVICES: readonly Article[] = [
  { article: "47 to 57: a place in the company's own state",
    covers: ({ home, place }) => place === home,
    says: ({ home }) => ["domestic", home] },
  { article: "47 to 57: a place outside the EU",
    covers: ({ place }) => place !== undefined && !inEu(place),
    says: () => ["outside-scope", null] },
  { article: "192a, 193 and 369b(c): a place where the seller is established, whose VAT no scheme declares",
    covers: (sale) => sale.place !== undefined && established(sale, sale.place),
    says: ({ place }) => ["domestic", place!, place!] },
  { article: "359, 369b(c): a consumer at a place in another member state",
    covers: (sale) => sale.place !== undefined && !business(sale) && schemeOfServices(sale),
    says: ({ place }) => ["oss", place!] },
  { article: "193: a consumer at a place where the seller is registered",
    covers: (sale) => sale.place !== undefined && !business(sale) && registered(sale, sale.place),
    says: ({ place }) => ["domestic", place!, place!] },
  { article: "193 and 214(1)(a): without a scheme the seller must register at the place; for a business, 194 may apply",
    covers: ({ place }) => place !== undefined,
    says: () => ({ refused: "/placeOfSupply" }) },

  { article: "44 and 45: the client is where the company is",
    covers: ({ home, client }) => client === home,
    says: ({ home }) => ["domestic", home] },
  { article: "44, 59 and 59a: the client is outside the EU",
    covers: ({ client }) => !inEu(client),
    says: () => ["outside-scope", null] },
  { article: "44 and 196: a business in another member state",
    covers: ({ home, numberOf }) => inEu(home) && numberOf !== undefined,
    says: () => ["reverse-charge", null] },
  { article: "58 and 369b(c): digital services where the seller is established, whose VAT no scheme declares",
    covers: (sale) => sale.supply === "digital" && sale.numberOf === undefined && established(sale, sale.client),
    says: ({ client }) => ["domestic", client, client] },
  { article: "58, 359 and 369b(c): digital services to a consumer, in the scheme",
    covers: (sale) => sale.supply === "digital" && sale.numberOf === undefined && schemeOfServices(sale),
    says: ({ client }) => ["oss", client] },
  { article: "58 and 193: digital services to a consumer where the seller is registered",
    covers: (sale) => sale.supply === "digital" && !business(sale) && registered(sale, sale.client),
    says: ({ client }) => ["domestic", client, client] },
  { article: "45 and 59c(1): other services to a consumer, and digital ones below the limit",
    covers: ({ home }) => inEu(home),
    says: ({ home }) => ["origin", home] },
  { article: "44, 45: a company outside the EU",
    covers: () => true,
    says: () => ["outside-scope", null] },
];

/** Categories of EN 16931 by treatment, and their codes of exemption. */
// biome-ignore format: a flat table
const CATEGORY: Record<string, readonly [category: string, vatexCode: string | null]> = {
  "domestic": ["S", null], "oss": ["S", null], "origin": ["S", null], "export": ["G", "VATEX-EU-G"],
  "reverse-charge": ["AE", "VATEX-EU-AE"], "intra-community-supply": ["K", "VATEX-EU-IC"],
  "outside-scope": ["O", "VATEX-EU-O"],
};

const articleOf = (sale: Sale) =>
  (sale.supply === "goods" ? GOODS : SERVICES).find(({ covers }) => covers(sale)) ?? expect.fail("no row");

function expected(sale: Sale): string {
  const verdict = articleOf(sale).says(sale);
  if ("refused" in verdict) return `refused at ${verdict.refused}`;
  const [treatment, rateCountry, number = sale.home] = verdict;
  const rate = rateCountry === null ? 0 : STANDARD_RATE[rateCountry];
  return [treatment, rateCountry, rate, ...CATEGORY[treatment]!, number].join(" ");
}

function companyOf({ home, registrations, oss }: Sale): VatCompany {
  return {
    ...{ country: home, vatRegistered: true, ossRegistered: oss !== "none", vatNumber: NUMBER[home] },
    registrations: registrations.map((at): VatRegistration => ({ ...at, vatNumber: NUMBER[at.country]! })),
    ...(oss === "none" || oss === "usual" ? {} : { ossSchemes: [oss] }),
  };
}

/** What `determineVat` says. */
function got(sale: Sale): string {
  const { supply, dispatch, arrival, client, numberOf, isCompany, importer, place } = sale;
  const isGoods = supply === "goods";
  const buyer: VatClient = {
    ...{ country: client, vatNumber: numberOf && NUMBER[numberOf], isCompany },
    arrival: isGoods && statesArrival(sale) ? { country: arrival } : undefined,
  };
  const dispatchedFrom = isGoods && statesDispatch(sale) ? dispatch : undefined;
  try {
    const parties = [
      companyOf(sale),
      buyer,
      { on: ON, supply, dispatchedFrom, importer, placeOfSupply: place },
    ] as const;
    const { treatment, rateCountry, rate, category, vatexCode } = determineVat(...parties);
    const number = decideVat(...parties).registration?.country;
    return [treatment, rateCountry, rate, category, vatexCode, number ?? sale.home].join(" ");
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "request_invalid") throw error;
    return `refused at ${error.errors.map((field) => ("pointer" in field ? field.pointer : field.parameter)).join()}`;
  }
}

/** Compares all sales; fails with the first that differ, each with the article that decides it. Answers how many there were. */
function compare(sales: Iterable<Sale>): number {
  const faults = new Map<string, { count: number; first: string }>();
  let count = 0;
  for (const sale of sales) {
    count += 1;
    const [law, code] = [expected(sale), got(sale)];
    if (law === code) continue;
    const kind = `article ${articleOf(sale).article}`;
    const fault = faults.get(kind) ?? { count: 0, first: `${law}, but got ${code}: ${JSON.stringify(sale)}` };
    faults.set(kind, { ...fault, count: fault.count + 1 });
  }
  const report = [...faults].map(([kind, fault]) => `${kind}: ${fault.count}, such as ${fault.first}`);
  expect(report.join("\n")).toBe("");
  return count;
}

/** A member state that is none of these; another one for each `turn`. */
function another(turn: number, ...taken: readonly string[]): string {
  const free = STATES.filter((state) => !taken.includes(state));
  return free[turn % free.length]!;
}

/** The registrations that a seller can have for goods between two states, with a third that has no part in the sale. */
function registrationsFor(home: string, dispatch: string, arrival: string, third: string) {
  const sets = [
    ...[[], [dispatch], [arrival], [dispatch, arrival]].map((countries) => ({ countries, at: "" })),
    ...[dispatch, arrival, third].map((at) => ({ countries: [dispatch, arrival, third], at })),
    { countries: [third], at: third },
  ];
  return sets.map(({ countries, at }) =>
    [...new Set(countries)]
      .filter((country) => country !== home && inEu(country))
      .map((country) => ({ country, establishment: country === at })),
  );
}

type Client = Pick<Sale, "client" | "numberOf" | "isCompany">;

/**
 * Every kind of client of such a sale. Where the client is, which only Italy asks, differs in turn; within one state a
 * number of another state comes from there and from elsewhere.
 */
function clientsOf(home: string, dispatch: string, arrival: string, third: string, turn: number): Client[] {
  const numbers = [...new Set([dispatch, arrival, third, home].filter(inEu))];
  const places = (numberOf: string) =>
    dispatch === arrival ? new Set([numberOf, arrival, third]) : [[numberOf, arrival][turn % 2]!];
  return [
    { client: ["US", arrival, third][turn % 3]!, isCompany: [undefined, false][turn % 2] },
    { client: arrival, isCompany: true },
    ...numbers.flatMap((numberOf) => [...places(numberOf)].map((client) => ({ client, numberOf }))),
  ];
}

/**
 * Every kind of seller and client of goods between two places, at home in either, in a third state and outside the EU, with
 * one set of registrations each in turn, or with all of them.
 */
function* goodsBetween(dispatch: string, arrival: string, turn: number, withAll: boolean): Generator<Sale> {
  const third = another(turn, dispatch, arrival);
  const importers = inEu(dispatch) || !inEu(arrival) ? [undefined] : ([undefined, "client", "seller"] as const);
  let count = turn;
  // The scheme only matters for consumers, so the others take one in turn.
  for (const home of new Set([dispatch, arrival, another(turn + 5, dispatch, arrival, third), "CH"]))
    for (const client of clientsOf(home, dispatch, arrival, third, turn))
      for (const oss of business(client) ? [OSS[turn % 4]!] : OSS)
        for (const importer of importers) {
          count += 1;
          const sets = registrationsFor(home, dispatch, arrival, third);
          const sale = { home, oss, supply: "goods", dispatch, arrival, importer, ...client } as const;
          if (!withAll) yield { ...sale, registrations: sets[count % sets.length]!, isTerse: turn % 2 === 0 };
          else
            for (const registrations of sets)
              for (const isTerse of [false, true]) yield { ...sale, registrations, isTerse };
        }
}

function* goods(from: readonly string[], to: readonly string[], withAll = false): Generator<Sale> {
  let turn = 0;
  for (const dispatch of from)
    for (const arrival of to) {
      turn += 1;
      yield* goodsBetween(dispatch, arrival, turn, withAll);
    }
}

describe("goods", () => {
  test("between every pair of member states", () => {
    expect(compare(goods(STATES, STATES))).toBe(26_865);
  });

  test("with every set of registrations, where national laws differ", () => {
    const unlike = ["DE", "ES", "FR", "IT", "PL"];
    expect(compare(goods(unlike, unlike, true))).toBe(14_480);
  });

  test("out of the EU, into it and past it", () => {
    expect(compare(goods(STATES, OUTSIDE))).toBe(2_457);
    expect(compare(goods(OUTSIDE, STATES))).toBe(7_371);
    expect(compare(goods(OUTSIDE, OUTSIDE, true))).toBe(3_504);
  });
});

/** Services between every pair of states, with the registrations of each in turn. */
function* services(
  supplies: readonly Supply[],
  places: readonly ("home" | "client" | "third" | "NO")[],
): Generator<Sale> {
  let turn = 0;
  for (const home of [...STATES, ...OUTSIDE])
    for (const client of [...STATES, ...OUTSIDE]) {
      turn += 1;
      const third = another(turn, home, client);
      const registrations = registrationsFor(home, home, client, third)[Math.floor(turn / 4) % 8]!;
      const place = places.length === 0 ? undefined : { home, client, third, NO: "NO" }[places[turn % places.length]!];
      for (const supply of supplies)
        for (const { numberOf, isCompany } of clientsOf(home, home, client, third, turn))
          for (const oss of numberOf === undefined ? OSS : [OSS[turn % 4]!])
            yield {
              ...{ home, registrations, oss, supply, dispatch: home, arrival: client },
              ...{ client, numberOf, isCompany, place },
            };
    }
}

describe("services", () => {
  test("between every pair of states", () => {
    expect(compare(services(["services", "digital"], []))).toBe(23_100);
  });

  test("at a place", () => {
    expect(compare(services(["services"], ["home", "client", "third", "NO"]))).toBe(11_550);
  });
});

test("places of goods and registrations decide nothing of an unstated supply", () => {
  for (const sale of goods(STATES, ["DE", "FR", "CH"])) {
    if (sale.oss !== "none" && sale.oss !== "usual") continue;
    const { registrations, ...plain } = companyOf(sale);
    const client: VatClient = {
      country: sale.arrival,
      vatNumber: NUMBER[sale.numberOf ?? ""],
      isCompany: sale.isCompany,
    };
    const { warnings: _, ...decided } = determineVat(
      { ...plain, registrations },
      { ...client, arrival: { country: sale.client } },
      { on: ON, dispatchedFrom: sale.dispatch, importer: sale.importer },
    );
    expect(determineVat(plain, client, { on: ON })).toMatchObject(decided);
  }
});

test("each row of the tables decides some of these sales", () => {
  const sales = [goods(["ES", "PL"], ["ES", "PL"], true), goods(["PL"], ["CH"]), goods(["CH"], ["CH", "ES"], true)];
  const ofServices = [services(["services", "digital"], []), services(["services"], ["home", "client", "third", "NO"])];
  const rows = new Set<Article>();
  for (const some of [...sales, ...ofServices]) for (const sale of some) rows.add(articleOf(sale));
  expect([...GOODS, ...SERVICES].filter((row) => !rows.has(row))).toEqual([]);
});

const SELLER: VatCompany = { country: "DE", vatRegistered: true, ossRegistered: false, vatNumber: NUMBER["DE"] };
const registeredIn = (...countries: string[]) => ({
  registrations: countries.map((country) => ({ country, vatNumber: NUMBER[country]! })),
});
const IN_OSS = { ossRegistered: true, ...registeredIn("PL") };

/** A company, where goods leave, the client, and what the articles say. */
type Row = [
  string,
  Partial<VatCompany>,
  Partial<VatOptions>,
  VatClient,
  [treatment: string, country?: string, rate?: number],
];

// biome-ignore format: a flat table
const AREAS: Row[] = [
  ["6(1)(b): Las Palmas", registeredIn("PL"), { dispatchedFrom: "PL" }, { country: "DE", arrival: { country: "ES", postalCode: "35001" } }, ["export"]],
  ["6(1)(b): Las Palmas to Las Palmas", registeredIn("ES"), { dispatchedFrom: "ES-CN" }, { country: "ES", postalCode: "35001" }, ["outside-scope"]],
  ["6(1)(b), 32(2): imported from Las Palmas", registeredIn("ES"), { dispatchedFrom: "ES-CN", importer: "seller" }, { country: "ES" }, ["domestic", "ES", 21]],
  ["6(1)(c): Réunion", registeredIn("FR"), { dispatchedFrom: "FR" }, { country: "RE" }, ["export"]],
  ["6(2)(e): Livigno", registeredIn("IT"), { dispatchedFrom: "IT" }, { country: "IT", postalCode: "23041" }, ["export"]],
  ["7(1): Monaco is in France", registeredIn("FR"), { dispatchedFrom: "MC" }, { country: "FR" }, ["domestic", "FR", 20]],
  ["105(2): Madeira, through OSS", IN_OSS, { dispatchedFrom: "PL" }, { country: "PT", postalCode: "9000-001" }, ["oss", "PT", 22]],
  ["105(2): Madeira, registered", registeredIn("PT"), {}, { country: "PT", postalCode: "9000-001" }, ["domestic", "PT", 22]],
  ["104: Jungholz, through OSS", IN_OSS, { dispatchedFrom: "PL" }, { country: "AT", postalCode: "6691" }, ["oss", "AT", 19]],
  ["Windsor Framework: a consumer in Belfast", IN_OSS, { dispatchedFrom: "PL" }, { country: "GB", postalCode: "BT1 1AA" }, ["oss", "GB", 20]],
  ["138: mainland stock of a seller in Las Palmas", { country: "ES", postalCode: "35001", vatNumber: NUMBER["ES"]! }, { dispatchedFrom: "ES" }, { country: "FR", vatNumber: NUMBER["FR"] }, ["intra-community-supply"]],
  ["6(1)(b): its own stock", { country: "ES", postalCode: "35001", vatNumber: NUMBER["ES"]! }, { dispatchedFrom: "ES-CN" }, { country: "FR", vatNumber: NUMBER["FR"] }, ["export"]],
  ["31: mainland stock of a seller in Madeira", { country: "PT", postalCode: "9000-001" }, { dispatchedFrom: "PT" }, { country: "PT" }, ["domestic", "PT", 23]],
  ["Windsor Framework: stock in Belfast", { country: "GB", vatNumber: "GB980780684" }, { dispatchedFrom: "XI" }, { country: "FR", vatNumber: NUMBER["FR"] }, ["intra-community-supply"]],
  ["Windsor Framework: stock in London", { country: "GB", vatNumber: "XI980780684" }, { dispatchedFrom: "GB" }, { country: "FR", vatNumber: NUMBER["FR"] }, ["export"]],
  ["Windsor Framework: a business in Belfast", IN_OSS, { dispatchedFrom: "PL" }, { country: "GB", vatNumber: "XI980780684" }, ["intra-community-supply"]],
];

// biome-ignore format: a flat table
const OTHERS: Row[] = [
  ["31: handed over in a shop", registeredIn("AT"), { placeOfSupply: "AT" }, { country: "US" }, ["domestic", "AT", 20]],
  ["31 and 194: handed over to a business", registeredIn("PL"), { placeOfSupply: "IT" }, { country: "IT", vatNumber: NUMBER["IT"] }, ["reverse-charge"]],
  ["31 and 194: the same, by a seller without registrations", {}, { placeOfSupply: "IT" }, { country: "IT", vatNumber: NUMBER["IT"] }, ["reverse-charge"]],
  ["31: handed over outside the EU", {}, { placeOfSupply: "CH" }, { country: "US" }, ["outside-scope"]],
  ["33(a): a seller without VAT registration at home, from registered stock", { ...registeredIn("PL"), vatRegistered: false }, { dispatchedFrom: "PL" }, { country: "PL" }, ["domestic", "PL", 23]],
  ["138: the same to a business", { ...registeredIn("PL"), vatRegistered: false }, { dispatchedFrom: "PL" }, { country: "FR", vatNumber: NUMBER["FR"] }, ["intra-community-supply"]],
  ["201: a Swiss seller without VAT registration at home imports", { ...registeredIn("AT"), country: "CH", vatRegistered: false }, { importer: "seller" }, { country: "AT" }, ["domestic", "AT", 20]],
  ["282: a seller without VAT registration, from its own state", { ...registeredIn("PL"), vatRegistered: false }, {}, { country: "DE" }, ["not-registered"]],
  ["5: a seller without VAT registration, from stock outside the EU", { vatRegistered: false }, { dispatchedFrom: "US" }, { country: "CH" }, ["not-registered"]],
  ["17(1) and 138(2)(c): to one's own stock", registeredIn("PL"), {}, { country: "PL", vatNumber: NUMBER["PL"] }, ["intra-community-supply"]],
  ["138(1)(b): a client outside the EU with a French number", registeredIn("PL"), { dispatchedFrom: "PL" }, { country: "US", vatNumber: NUMBER["FR"], arrival: { country: "FR" } }, ["intra-community-supply"]],
  ["32: a client outside the EU with another number", registeredIn("PL"), { dispatchedFrom: "PL" }, { country: "US", vatNumber: "12-3456789", arrival: { country: "FR" } }, ["origin", "PL", 23]],
  ["98: the rate of what is sold, where it is taxed", registeredIn("PL"), { dispatchedFrom: "PL", vatRates: { DE: 7, PL: 8 } }, { country: "PL" }, ["domestic", "PL", 8]],
];

test.each([...AREAS, ...OTHERS])(
  "article %s",
  (_, company, options, client, [treatment, rateCountry = null, rate = 0]) => {
    const decided = determineVat({ ...SELLER, ...company }, client, { on: ON, supply: "goods", ...options });
    expect([decided.treatment, decided.rateCountry, decided.rate]).toEqual([treatment, rateCountry, rate]);
  },
);

/** When a registration is in force: `until` is its last day. */
const PERIODS: [Partial<VatRegistration>, boolean][] = [
  [{ since: ON }, true],
  [{ since: "2026-11-21" }, false],
  [{ until: ON }, true],
  [{ until: "2026-11-19" }, false],
];

test.each(PERIODS)("a registration %o counts on 2026-11-20: %s", (period, counts) => {
  const austrian = { country: "AT", vatNumber: NUMBER["AT"]!, ...period };
  const sell = (registration: VatRegistration, dispatchedFrom: string) =>
    determineVat(
      { ...SELLER, registrations: [registration] },
      { country: "AT" },
      { on: ON, supply: "goods", dispatchedFrom },
    );
  if (counts) expect(sell(austrian, "AT").treatment).toBe("domestic");
  else expect(() => sell(austrian, "AT")).toThrow("needs a number of Austria");
  // Article 59c: an establishment that is no more does not count either.
  const established = { ...austrian, establishment: true };
  expect(sell(established, "DE")).toMatchObject(counts ? { rateCountry: "AT" } : { treatment: "origin" });
});

test.each(Object.entries({ ES: "84.Uno.2", FR: "283-1", IT: "17(2)" }))(
  "the reason of a reverse charge in %s names its act",
  (state, article) => {
    const client = { country: state, vatNumber: NUMBER[state] };
    const { reason, vatNote } = determineVat(SELLER, client, { on: ON, supply: "goods", dispatchedFrom: state });
    expect(reason).toContain(article);
    expect(vatNote).toContain("article 194");
  },
);
