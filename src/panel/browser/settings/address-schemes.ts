import { collator, countryText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.schemes;

/** The schemes of VAT numbers in the list EAS, with their countries. */
// biome-ignore format: a flat table
const VAT_SCHEMES = {
  "9910": "HU", "9914": "AT", "9920": "ES", "9925": "BE", "9926": "BG", "9928": "CY", "9929": "CZ", "9930": "DE",
  "9931": "EE", "9932": "GB", "9933": "GR", "9934": "HR", "9935": "IE", "9937": "LT", "9938": "LU", "9939": "LV",
  "9943": "MT", "9944": "NL", "9945": "PL", "9946": "PT", "9947": "RO", "9949": "SI", "9950": "SK", "9957": "FR",
  "0211": "IT",
} as const;

/** The schemes of national registers in both lists, EAS and ICD, with their countries. */
// biome-ignore format: a flat table
const REGISTERS = {
  "0007": "SE", "0106": "NL", "0184": "DK", "0191": "EE", "0192": "NO", "0196": "IS", "0208": "BE", "0216": "FI",
} as const;

/** Schemes that are the same in every language. */
const INTERNATIONAL = { "0088": "GLN", "0060": "D-U-N-S", "0199": "LEI" } as const;

interface Scheme {
  readonly value: string;
  readonly label: string;
}

/** The usual schemes of electronic addresses, in words. */
export function addressSchemes(): Scheme[] {
  return sorted([
    ...Object.entries(VAT_SCHEMES).map(([code, country]) => [code, words.vatNumber(countryText(country))] as const),
    ...registerNames(),
    ["0225", words.siren],
    ["0009", words.siret],
    ["0204", words.leitwegId],
    ["0210", words.codiceFiscale],
    ["EM", words.email],
  ]);
}

/** The usual registers of companies, in words. */
export function registers(): Scheme[] {
  return sorted([...registerNames(), ["0002", words.siren], ["0009", words.siret]]);
}

/** The usual schemes of identifiers of clients, in words. */
export function identifierSchemes(): Scheme[] {
  return sorted([...registerNames(), ["0002", words.siren], ["0009", words.siret], ["0210", words.codiceFiscale]]);
}

function registerNames(): (readonly [code: string, name: string])[] {
  return [
    ...Object.entries(REGISTERS).map(([code, country]) => [code, words.register(countryText(country))] as const),
    ...Object.entries(INTERNATIONAL),
  ];
}

function sorted(schemes: readonly (readonly [code: string, name: string])[]): Scheme[] {
  return schemes
    .map(([value, name]) => ({ value, label: `${name} (${value})` }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
