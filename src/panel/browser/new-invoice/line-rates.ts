import type { Invoice, InvoiceItem } from "faktura";
import { type LawfulVatRate, type VatDecision, vatRates } from "faktura/vat";
import type { PanelOrder } from "../../shown-figures.ts";
import type { Choice } from "../fields/choices.ts";
import type { PageContext } from "../page.ts";
import { rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import type { Figures } from "./figures.ts";

/** Monaco and the Isle of Man have the rates of another country, under its code. */
const CHARGED_AS: Readonly<Record<string, string>> = { MC: "FR", IM: "GB" };

/** A rate to choose, as `DE:7`; the standard one is empty. */
export interface RateChoice extends Choice {
  /** In percent; `undefined` if it is not known, or if there are several. */
  readonly rate: number | undefined;
}

/** What a line's VAT rate can be. */
export interface LineRates {
  /** No choice if the line has no VAT. */
  readonly choices: readonly RateChoice[];
  /** What is charged instead of a rate: "0%, reverse charge". */
  readonly without: string;
}

type Seller = Pick<PageContext, "profile" | "rates">;

/** The VAT of a line as far as it is decided: its own, else that of the lines that are finished. */
export interface LineVat {
  readonly own: VatDecision | undefined;
  readonly others: VatDecision | undefined;
}

/**
 * The rates of the place that the VAT of a line belongs to, and the chosen one if it is of another place. As long as the VAT is
 * not decided, the seller's. An area has the rates of its state, which the library maps.
 */
export function lineRates(seller: Seller, order: PanelOrder, { own, others }: LineVat, chosen: string): LineRates {
  const vat = own ?? others;
  const found = lawfulWhere(seller, order, vat, chosen);
  if (found === undefined) return withoutRates(vat);
  const { country, prefix, lawful } = found;
  const usual = lawful.find(({ kind }) => kind === "standard");
  // In an area, the standard rate can be another than in its state.
  const standard = chosen === "" && own !== undefined ? own.rate : usual?.rate;
  const choices = [
    {
      value: "",
      rate: standard,
      label:
        standard === undefined
          ? texts.newInvoice.standardRate
          : rateWithKind(prefix, { rate: standard, kind: "standard" }),
    },
    ...lawful
      .filter(({ kind }) => kind !== "standard")
      .map((each) => ({ value: `${country}:${each.rate}`, rate: each.rate, label: rateWithKind(prefix, each) })),
  ];
  return withChosen(choices, chosen);
}

/**
 * The lawful rates where the VAT belongs to; `undefined` if there is none. Those of a scheme, such as farmers', only if one is
 * chosen, as by an article: to everybody else they look like reduced rates.
 */
function lawfulWhere({ profile, rates }: Seller, order: PanelOrder, vat: VatDecision | undefined, chosen: string) {
  if (!profile.vatRegistered || (vat !== undefined && vat.rateCountry === null)) return undefined;
  const charged = vat?.rateCountry ?? profile.country;
  const country = CHARGED_AS[charged] ?? charged;
  const prefix = country === (CHARGED_AS[profile.country] ?? profile.country) ? "" : `${country} `;
  const lawful = order.supplyDate === "" ? [] : vatRates(country, { on: order.supplyDate, rates });
  const isAsked = lawful.some(({ rate, kind }) => kind === "scheme" && rate === ratesOf(chosen)?.[country]);
  return { country, prefix, lawful: lawful.filter(({ kind }) => isAsked || kind !== "scheme") };
}

function withoutRates(vat: VatDecision | undefined): LineRates {
  const { treatment } = vat ?? { treatment: "not-registered" };
  return { choices: [], without: `${rateText(0)} · ${texts.words.treatments[treatment]}` };
}

function withChosen(choices: readonly RateChoice[], chosen: string): LineRates {
  const isOffered = choices.some(({ value }) => value === chosen);
  const other = { value: chosen, rate: undefined, label: chosenText(chosen) };
  return { choices: isOffered ? choices : [...choices, other], without: "" };
}

function rateWithKind(prefix: string, { rate, kind }: Pick<LawfulVatRate, "rate" | "kind">): string {
  return `${prefix}${rateText(rate)} ${texts.words.rateKinds[kind]}`;
}

/** `DE:7,AT:10` in words: "DE 7%, AT 10%". */
function chosenText(chosen: string): string {
  const rates = Object.entries(ratesOf(chosen) ?? {});
  return rates.map(([country, rate]) => `${country} ${rateText(rate)}`).join(", ");
}

/** The rates of a line by state, chosen as `DE:7` or, for an article of several states, as `DE:7,AT:10`. */
export function ratesOf(chosen: string | undefined): Readonly<Record<string, number>> | undefined {
  if (chosen === undefined || chosen === "") return undefined;
  return Object.fromEntries(
    chosen.split(",").map((each) => {
      const [country = "", rate] = each.split(":");
      return [country, Number(rate)];
    }),
  );
}

/** The VAT of each line of an order. `unfinished` are the numbers of those that have none of their own yet. */
export function lineVats(figures: Figures | undefined, unfinished: readonly number[], count: number): LineVat[] {
  const finished = [...(figures?.lines ?? [])];
  const others = figures?.decisions[0]?.vat;
  return Array.from({ length: count }, (_, index) => {
    return { own: unfinished.includes(index + 1) ? undefined : finished.shift(), others };
  });
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
