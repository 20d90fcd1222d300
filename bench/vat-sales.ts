import type { VatClient, VatCompany } from "faktura/vat";

/** A client, in the terms of both libraries. */
export interface Buyer {
  readonly client: VatClient;
  /** The state, for countries in which sales-tax needs one. Ours does not use it. */
  readonly state: string | undefined;
}

/** A seller and all its buyers. */
export interface Seller {
  readonly company: VatCompany;
  readonly buyers: readonly Buyer[];
}

export const MEMBERS = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Monaco counts as France, the Isle of Man as the United Kingdom. Åland and Réunion are outside the EU VAT area. */
export const OTHER_PLACES = "MC IM AX RE GB CH NO US CA".split(" ");

/** A well-formed tax number of each place, with a correct check digit. AX, IM, MC and RE use those of their state. */
// biome-ignore format: a flat table
const NUMBERS: Readonly<Record<string, string>> = {
  AT: "ATU13585627", AX: "FI01449838", BE: "BE0403019261", BG: "BG175074752", CA: "847871746",
  CH: "CHE-105.909.036", CY: "CY10259033P", CZ: "CZ25123891", DE: "DE136695976", DK: "DK13585628",
  EE: "EE100931558", ES: "ESB58378431", FI: "FI20774740", FR: "FR40303265045", GB: "GB980780684",
  GR: "EL094259216", HR: "HR33392005961", HU: "HU12892312", IE: "IE6433435F", IM: "GB980780684",
  IT: "IT00743110157", LT: "LT119511515", LU: "LU15027442", LV: "LV40003521600", MC: "FR53000004605",
  MT: "MT11679112", NL: "NL004495445B01", NO: "923609016MVA", PL: "PL8567346215", PT: "PT501964843",
  RE: "FR40303265045", RO: "RO18547290", SE: "SE556016068001", SI: "SI50223054", SK: "SK2022749619",
  US: "94-2404110",
};

/**
 * California and Ontario. Without a state, sales-tax has no rate for the United States, and only the federal one for
 * Canada.
 */
const STATES: Readonly<Record<string, string>> = { US: "CA", CA: "ON" };

/** Every sale between the places: with and without OSS, to a consumer and to a business with a VAT number. */
export function salesBetween(places: readonly string[]): Seller[] {
  const buyers = places.flatMap((country) => {
    const state = STATES[country];
    return [
      { client: { country }, state },
      { client: { country, vatNumber: NUMBERS[country]! }, state },
    ];
  });
  return places.flatMap((country) =>
    [true, false].map((ossRegistered) => ({ company: { country, vatRegistered: true, ossRegistered }, buyers })),
  );
}

/** Sales from every other member state to 104,000 French businesses. No number occurs twice, in any `batch`. */
export function salesToNewClients(batch: number): Seller[] {
  return MEMBERS.filter((country) => country !== "FR").map((country, index) => ({
    company: { country, vatRegistered: true, ossRegistered: true },
    buyers: Array.from({ length: 4000 }, (_, buyer) => {
      const vatNumber = frenchNumber(30_000_000 + (batch * 26 + index) * 4000 + buyer);
      return { client: { country: "FR", vatNumber }, state: undefined };
    }),
  }));
}

/** A French VAT number: two check digits and the SIREN, whose last digit is the Luhn check digit of the other eight. */
function frenchNumber(eightDigits: number): string {
  const digits = Array.from(String(eightDigits), Number);
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!),
    0,
  );
  const siren = eightDigits * 10 + ((10 - (sum % 10)) % 10);
  return `FR${String((12 + 3 * (siren % 97)) % 97).padStart(2, "0")}${siren}`;
}

/** Written again here, so that the library is not used to classify its own differences. */
export function isInEu(country: string): boolean {
  return MEMBERS.includes(territoryOf(country));
}

/** The country whose VAT rules apply. */
export function territoryOf(country: string): string {
  return { MC: "FR", IM: "GB" }[country] ?? country;
}
