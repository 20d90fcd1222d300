import { determineVat, type Supply, type VatRates } from "faktura";
import en from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { expect, test } from "vitest";

const ON = "2026-11-20";
const YES_NO = [true, false];

const MEMBER_STATES = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const COUNTRIES = Object.keys(en.countries);

/** A well-formed number of each member state. Monaco's begin with FR. */
// biome-ignore format: a flat table
const OWN_NUMBER: Record<string, string> = {
  AT: "ATU13585627", BE: "BE0403019261", BG: "BG175074752", CY: "CY10259033P", CZ: "CZ25123891", DE: "DE136695976",
  DK: "DK13585628", EE: "EE100931558", ES: "ESB58378431", FI: "FI20774740", FR: "FR40303265045", GR: "EL094259216",
  HR: "HR33392005961", HU: "HU12892312", IE: "IE6433435F", IT: "IT00743110157", LT: "LT119511515", LU: "LU15027442",
  LV: "LV40003521600", MC: "FR53000004605", MT: "MT11679112", NL: "NL004495445B01", PL: "PL8567346215",
  PT: "PT501964843", RO: "RO18547290", SE: "SE123456789701", SI: "SI50223054", SK: "SK2022749619",
};

/** A rate of its own for each VAT territory, so that a rate identifies its territory. */
const PERCENT: Record<string, number> = Object.fromEntries(
  COUNTRIES.map((country, index) => [country, (index + 1) / 8]),
);
const RATES: VatRates = Object.fromEntries(
  COUNTRIES.filter((country) => country !== "MC" && country !== "IM").map((country) => [
    country,
    [{ since: "2000-01-01", percent: String(PERCENT[country]) }],
  ]),
);

interface Case {
  readonly seller: string;
  readonly client: string;
  readonly registered: boolean;
  readonly oss: boolean;
  readonly hasNumber: boolean;
  readonly isCompany?: boolean | undefined;
  readonly supply?: Supply;
}

const area = (country: string) => (country === "MC" ? "FR" : country === "IM" ? "GB" : country);
/** Swiss law makes Switzerland and Liechtenstein one territory, in which each has its own tax office. */
const inland = (country: string) => (country === "LI" ? "CH" : area(country));
const inEu = (country: string) => MEMBER_STATES.includes(area(country));

/** Places with their own code that belong to a member state, but not to the EU VAT area. */
const TIED: Record<string, string> = {
  ...{ AX: "FI", GF: "FR", GP: "FR", MF: "FR", MQ: "FR", RE: "FR", YT: "FR", FO: "DK", GL: "DK" },
  ...{ BL: "FR", NC: "FR", PF: "FR", PM: "FR", TF: "FR", WF: "FR", AW: "NL", BQ: "NL", CW: "NL", SX: "NL" },
};
const stateOf = (country: string) => TIED[country] ?? area(country);
const isService = ({ supply }: Case) => supply === "services" || supply === "digital";

/**
 * The place whose rate applies to a service between two places of one state; `null` if the state's law is not known.
 */
function nationalRate(sale: Case): string | null {
  const [seller, client] = [area(sale.seller), area(sale.client)];
  if (!isService(sale) || seller === client || stateOf(seller) !== stateOf(client)) return null;
  const isBusiness = sale.hasNumber || sale.isCompany === true;
  if (stateOf(seller) === "FI") return seller;
  const withFrenchVat = ["FR", "GP", "MQ", "RE"];
  if (!withFrenchVat.includes(seller) || !withFrenchVat.includes(client)) return null;
  return isBusiness || sale.supply === "digital" ? client : seller;
}

/**
 * The specification's table and the decisions in addition to it, written as nested ifs: an independent implementation.
 */
function secondOpinion(sale: Case): [string, string | null, string] {
  const { seller, client, registered, oss, hasNumber, isCompany, supply } = sale;
  if (!registered) return ["not-registered", null, "E"];
  if (inland(seller) === inland(client)) return ["domestic", area(seller), "S"];
  const national = nationalRate(sale);
  if (national !== null) return ["domestic", national, "S"];
  const abroad: [string, null, string] = isService(sale) ? ["outside-scope", null, "O"] : ["export", null, "G"];
  if (!inEu(client)) return abroad;
  const isDistanceSale = supply !== "services" && !(supply === "goods" && isCompany === true);
  if (!inEu(seller)) {
    if (!oss || hasNumber || !isDistanceSale || supply === "goods") return abroad; // goods are imported
    if (stateOf(seller) === area(client) && supply !== "digital") return abroad;
    return ["oss", area(client), "S"];
  }
  if (hasNumber) return supply === "goods" ? ["intra-community-supply", null, "K"] : ["reverse-charge", null, "AE"];
  return oss && isDistanceSale ? ["oss", area(client), "S"] : ["origin", area(seller), "S"];
}

const VATEX: Record<string, string> = { AE: "VATEX-EU-AE", K: "VATEX-EU-IC", G: "VATEX-EU-G", O: "VATEX-EU-O" };
const NO_NOTE = ["not-registered", "domestic", "oss", "origin"];
const CONSUMER_ROWS = ["oss", "origin"];

/** Whether a sale may be a service between places of one state, one of them outside the EU VAT area. */
function isWithinOneState(sale: Case, treatment: string): boolean {
  const [seller, client] = [area(sale.seller), area(sale.client)];
  if (sale.supply === "goods" || ["not-registered", "oss"].includes(treatment) || seller === client) return false;
  const inFrance = ["GP", "MQ", "RE"].includes(seller) && ["GP", "MQ", "RE", "GF", "YT"].includes(client);
  return stateOf(seller) === stateOf(client) && (inEu(seller) !== inEu(client) || inFrance);
}

/** The expected warnings about a sale to a number of the seller's own country, in order. */
function expectedWarnings(sale: Case, treatment: string): string[] {
  const { isCompany } = sale;
  const isOwnArea = stateOf(sale.seller) === stateOf(sale.client);
  const mayUseOss = sale.oss && !inEu(sale.seller) && inEu(sale.client) && !(isOwnArea && sale.supply !== "digital");
  const keepsOssAway = mayUseOss && sale.supply !== "services" && sale.supply !== "goods";
  const abroad = ["export", "outside-scope"].includes(treatment);
  const exempt = ["reverse-charge", "intra-community-supply"].includes(treatment);
  const numberCounted = sale.hasNumber && (exempt || (abroad && keepsOssAway));
  const isBusiness = sale.hasNumber || isCompany === true;
  const crossesBorder = !["not-registered", "domestic"].includes(treatment);
  const forCompany = isCompany === true && !sale.hasNumber && sale.supply === "goods";
  const nameless = isCompany === true && !sale.hasNumber && ["oss", "origin"].includes(treatment);
  const bothInEu = inEu(sale.seller) && inEu(sale.client) && area(sale.seller) !== area(sale.client);
  const scopeOpen = treatment === "outside-scope" && sale.supply === "services" && inEu(sale.seller);
  const fromOutside = treatment === "outside-scope" && !inEu(sale.seller) && inEu(sale.client) && !sale.hasNumber;
  return [
    ...(numberCounted && isCompany === false ? ["vat_number_of_a_consumer"] : []),
    ...(sale.supply === undefined && crossesBorder ? ["supply_not_stated"] : []),
    ...(nameless ? ["company_without_number"] : []),
    ...(scopeOpen && isCompany === undefined && !sale.hasNumber ? ["client_status_not_stated"] : []),
    ...(!sale.registered && isBusiness && bothInEu && sale.supply !== "goods"
      ? ["service_abroad_without_registration"]
      : []),
    ...(sale.oss && !sale.registered ? ["oss_without_registration"] : []),
    ...(treatment === "origin" && sale.supply !== "services" && !forCompany ? ["oss_threshold"] : []),
    ...(treatment === "origin" && sale.supply === "services" && isCompany !== true ? ["place_of_event_unstated"] : []),
    ...(scopeOpen && isCompany === false ? ["services_to_a_consumer_outside_the_eu"] : []),
    ...(fromOutside && sale.supply === "digital" && isCompany !== true ? ["digital_services_from_outside_the_eu"] : []),
    ...(isWithinOneState(sale, treatment) ? ["national_rule_for_services"] : []),
  ];
}

/** Whether the reason must say that the supply type was assumed. */
function assumes({ seller, supply }: Case, treatment: string): boolean {
  if (supply !== undefined) return false;
  return ["reverse-charge", "oss", "origin"].includes(treatment) || (treatment === "export" && inEu(seller));
}

/** Small enterprises of these states have a note of their law. */
function hasOwnNote({ seller, registered }: Case): boolean {
  return !registered && ["DE", "FR", "GP", "MQ", "RE"].includes(seller);
}

/**
 * What is wrong with the decision on one sale; `undefined` if nothing is. It must be fast, because it runs half a
 * million times.
 */
function disagreement(sale: Case): string | undefined {
  const { isCompany } = sale;
  const flags = { vatRegistered: sale.registered, ossRegistered: sale.oss };
  const company = { country: sale.seller, ...flags, vatNumber: "DE136695976" };
  const number = sale.hasNumber ? { vatNumber: OWN_NUMBER[sale.client] ?? "CHE-123.456.788" } : {};
  const client = { country: sale.client, isCompany, ...number };
  const decided = determineVat(company, client, { on: ON, supply: sale.supply, rates: RATES });
  const [treatment, rateCountry, category] = secondOpinion(sale);
  const warned = expectedWarnings(sale, treatment);
  const holds =
    decided.treatment === treatment &&
    decided.rateCountry === rateCountry &&
    decided.rate === (rateCountry === null ? 0 : PERCENT[rateCountry]) &&
    decided.category === category &&
    decided.vatexCode ===
      (VATEX[category] ?? (hasOwnNote(sale) && sale.seller !== "DE" ? "VATEX-FR-FRANCHISE" : null)) &&
    (decided.vatNote === "") === (NO_NOTE.includes(treatment) && !hasOwnNote(sale)) &&
    /With (?:its|a business's) VAT number,/.test(decided.reason) === CONSUMER_ROWS.includes(treatment) &&
    decided.reason.includes("Supply type not stated") === assumes(sale, treatment) &&
    decided.warnings.map(({ code }) => code).join() === warned.join();
  return holds ? undefined : JSON.stringify({ sale, expected: [treatment, rateCountry, warned], decided });
}

/** Every sale between these countries. */
function* salesBetween(countries: readonly string[], supplies: readonly (Supply | undefined)[]): Generator<Case> {
  for (const seller of countries)
    for (const client of countries)
      for (const registered of YES_NO)
        for (const oss of YES_NO)
          for (const hasNumber of YES_NO)
            for (const supply of supplies)
              yield { seller, client, registered, oss, hasNumber, ...(supply === undefined ? {} : { supply }) };
}

const COMPANY_OR_NOT = [undefined, true, false];

function expectAgreement(sale: Case): void {
  const fault = disagreement(sale);
  if (fault !== undefined) expect.fail(`a sale on the wrong row: ${fault}`);
}

test("every sale between any two countries falls on the row that the specification names", () => {
  expect(COUNTRIES).toHaveLength(250);
  let count = 0;
  for (const sale of salesBetween(COUNTRIES, [undefined])) {
    expectAgreement({ ...sale, isCompany: COMPANY_OR_NOT[count % 3] }); // in turn, because which one it is only matters for warnings
    count += 1;
  }
  expect(count).toBe(250 * 250 * 2 * 2 * 2);
});

test("a stated supply refines the rows, between every kind of country", () => {
  const kinds = ["DE", "FR", "MC", "GR", "FI", "HR", "GB", "IM", "AX", "GP", "RE", "CH", "NO", "US", "XK"];
  let count = 0;
  for (const sale of salesBetween(kinds, ["goods", "services", "digital", undefined]))
    for (const isCompany of COMPANY_OR_NOT) {
      expectAgreement({ ...sale, isCompany });
      count += 1;
    }
  expect(count).toBe(15 * 15 * 2 * 2 * 2 * 4 * 3);
});
