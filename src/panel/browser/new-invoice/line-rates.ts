import type { Invoice, InvoiceItem } from "faktura";
import { vatRates } from "faktura/vat";
import type { PanelOrder } from "../../figures.ts";
import type { Choice } from "../choices.ts";
import { rateText } from "../format.ts";
import type { PageContext } from "../page.ts";

/** Monaco and the Isle of Man have the rates of another country, under its code. */
const CHARGED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/**
 * The rates that a line can have at the seller's place and, with OSS, at the client's, apart from the standard ones, such
 * as `DE:7`. An area has the rates of its state, which the library maps.
 */
export function lineRates({ profile, rates }: PageContext, { clientCountry, supplyDate }: PanelOrder): Choice[] {
  if (!profile.vatRegistered || supplyDate === "") return [];
  const places = profile.ossRegistered ? [profile.country, clientCountry] : [profile.country];
  const countries = places.filter((place) => place !== "").map((place) => CHARGED_AS[place] ?? place);
  return [...new Set(countries)].flatMap((country) =>
    vatRates(country, { on: supplyDate, rates })
      .filter(({ kind }) => kind !== "standard")
      .map(({ rate }) => ({ value: `${country}:${rate}`, label: `${country} ${rateText(rate)}` })),
  );
}

/**
 * The rate of an issued line as the form has it: `""` if it is the standard rate or none, `undefined` if the form cannot
 * repeat it, because it is that of an area or of the host's own.
 */
export function chosenRateOf(
  { taxPointDate, vatBreakdown }: Invoice,
  { taxRate, vatCategory, rateCountry }: InvoiceItem,
): string | undefined {
  const group = vatBreakdown.find((each) => each.category === vatCategory && each.taxRate === taxRate);
  const country = rateCountry ?? group?.rateCountry ?? null;
  if (country === null) return "";
  const rate = vatRates(country, { on: taxPointDate }).find((each) => each.rate === taxRate);
  if (rate === undefined) return undefined;
  return rate.kind === "standard" ? "" : `${country}:${taxRate}`;
}
