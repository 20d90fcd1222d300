import en from "i18n-iso-countries/langs/en.json" with { type: "json" };

const NAMES: Readonly<Record<string, string | string[]>> = en.countries;

/** Names that read better in a sentence than the formal ones, which the list gives first. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  AE: "the United Arab Emirates",
  CN: "China",
  CZ: "Czechia",
  GB: "the United Kingdom",
  IM: "the Isle of Man",
  NL: "the Netherlands",
  US: "the United States",
};

/** Codes that are common on invoices but are not ISO 3166-1's, and the code to use instead. */
const MISTAKEN: Readonly<Record<string, string>> = { EL: "GR", UK: "GB", XI: "GB" };

/** Whether `code` is an ISO 3166-1 alpha-2 code in capitals. `XK` (Kosovo), which ISO leaves to users, is one too. */
export function isCountryCode(code: string): boolean {
  return Object.hasOwn(NAMES, code);
}

/** The country's everyday name in English, fit for the middle of a sentence. `code` must be a country code. */
export function countryName(code: string): string {
  const name = EVERYDAY_NAMES[code] ?? NAMES[code] ?? code;
  return typeof name === "string" ? name : (name[0] ?? code);
}

/** What is wrong with `code` as a country code, as a sentence that names the code to use; `undefined` when it is one. */
export function countryCodeFault(code: string): string | undefined {
  if (typeof code !== "string") return 'must be an ISO 3166-1 alpha-2 code such as "DE"';
  if (isCountryCode(code)) return undefined;
  const upper = code.trim().toUpperCase();
  const meant = (Object.hasOwn(MISTAKEN, upper) ? MISTAKEN[upper] : undefined) ?? (isCountryCode(upper) ? upper : null);
  const shown = JSON.stringify(code.slice(0, 20));
  return `${shown} is not an ISO 3166-1 alpha-2 code; use ${meant ?? 'one such as "DE"'}`;
}
