import { html, nothing, type TemplateResult } from "lit-html";
import { parseTypedNumber } from "../../typed-number.ts";
import { numberField } from "../fields/number-field.ts";
import { dayText, quantityText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { daysOf } from "./return-period.ts";

/** `rate.SEK.2026-Q4` is the rate of a quarter for OSS, `rate.SEK.2026` that of a year for small enterprises, `threshold.SEK` that of the threshold. */
const NAME = /^(?:rate\.([A-Z]{3})\.(\d{4}(?:-(?:Q[1-4]|\d\d))?)|threshold\.([A-Z]{3}))$/;

/** What the library accepts. */
const [MIN, MAX] = [0.000001, 1_000_000_000];

/** The rates in a query, by their names. */
export interface GivenRates {
  /** As they were typed. */
  readonly typed: Readonly<Record<string, string>>;
  /** Those that are rates, as the server reads them. */
  readonly valid: Readonly<Record<string, string>>;
}

export function givenRates(asked: URLSearchParams): GivenRates {
  const typed = [...asked].filter(([name]) => NAME.test(name));
  const valid = typed.flatMap(([name, text]) => {
    const number = parseTypedNumber(text);
    const isRate = number.kind === "number" && number.value >= MIN && number.value <= MAX;
    return isRate ? [[name, String(number.value)]] : [];
  });
  return { typed: Object.fromEntries(typed), valid: Object.fromEntries(valid) };
}

/** The fields for the rates that are missing and for those that were given; nothing if there are none. */
export function rateForm(
  needed: readonly string[],
  { typed, valid }: GivenRates,
  asked: URLSearchParams,
): TemplateResult | typeof nothing {
  const { ratesTitle, ratesHint, rateUnclear, convert } = texts.returns;
  const names = [...new Set([...needed, ...Object.keys(typed)])].sort();
  if (names.length === 0) return nothing;
  const isUnclear = Object.keys(typed).some((name) => !Object.hasOwn(valid, name));
  return html`
    <form class="rates" aria-labelledby="rates-title">
      <h2 id="rates-title">${ratesTitle}</h2>
      <p>${ratesHint}</p>
      ${isUnclear ? html`<p role="alert" class="problem">${rateUnclear}</p>` : nothing}
      ${["period", "asOf"].map((name) => {
        const value = asked.get(name);
        return value === null ? nothing : html`<input type="hidden" name=${name} value=${value} />`;
      })}
      ${names.map((name) => numberField({ pointer: name, label: labelOf(name), value: typed[name], format: rateNumber }))}
      <button>${convert}</button>
    </form>
  `;
}

function labelOf(name: string): string {
  const [, currency = "", period, ofThreshold] = NAME.exec(name) ?? [];
  const { rate, thresholdRate } = texts.returns;
  if (period === undefined) return thresholdRate(ofThreshold!);
  const { from, to } = daysOf(period);
  return rate(currency, dayText(period.includes("Q") ? to : from));
}

function rateNumber(value: number): string {
  return quantityText(value, undefined);
}
