import { vatRates } from "faktura/vat";
import en from "i18n-iso-countries/langs/en.json" with { type: "json" };

/** All country codes: ISO 3166-1 alpha-2, and `XK`. */
export const COUNTRY_CODES: readonly string[] = Object.keys(en.countries).sort();

/** The member states of the EU. */
export const MEMBER_STATES: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Areas of states with rates of their own, and Northern Ireland for goods. */
const AREAS = ["AT-Jungholz", "AT-Mittelberg", "FR-20R", "GR-islands", "PT-20", "PT-30", "XI"];

/** The territories whose rates the library knows; Monaco and the Isle of Man have those of France and Great Britain. */
export const RATED_TERRITORIES: readonly string[] = [...COUNTRY_CODES, ...AREAS].filter(
  (key) => !["IM", "MC"].includes(key) && vatRates(key, { on: "2026-11-20" }).length > 0,
);
