import { isEuVatTerritory, vatRates } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { parseTypedNumber } from "../../typed-number.ts";
import { type Choice, COUNTRIES, SUPPLIES } from "../fields/choices.ts";
import { areaField, inputField, selectField } from "../fields/fields.ts";
import { numberField } from "../fields/number-field.ts";
import type { PageContext } from "../page.ts";
import { amountText, countryText, rateText, todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.newInvoice;

type Fields = Readonly<Record<string, string>>;

/** The fields of an article that a line has under the same names. */
const LINE_FIELDS = ["description", "unit", "unitPrice", "supply", "sku", "standardId/id"];

const RATE = "/rates/";

/** Monaco has the rates of France, under its code. */
const WITHOUT_OWN_RATES = "MC";

/** The fields of an article's page. `prices` says whether its price includes VAT, as that of an invoice. */
export function articleFields({ profile, rates, timeZone }: PageContext): TemplateResult {
  const { country, defaultCurrency: currency } = profile;
  const on = todayIn(timeZone);
  const rateField = (state: string) => {
    const others = vatRates(state, { on, rates }).filter(({ kind }) => kind !== "standard");
    // Last, so that typing 7 does not choose the 7.8 % of farmers.
    others.sort((one, other) => Number(one.kind === "scheme") - Number(other.kind === "scheme"));
    const choices: Choice[] = others.map(({ rate, kind }) => {
      return { value: String(rate), label: `${rateText(rate)} ${texts.words.rateKinds[kind]}` };
    });
    const standard = { value: "", label: words.standardRate };
    const label = texts.articles.rateIn(countryText(state));
    return selectField({ pointer: RATE + state, label, isSet: true }, [standard, ...choices]);
  };
  const states = COUNTRIES.map(({ value }) => value).filter((state) => {
    return state !== country && state !== WITHOUT_OWN_RATES && isEuVatTerritory(state, on);
  });
  return html`
    <fieldset>
      <legend>${texts.articles.article}</legend>
      ${areaField({ pointer: "/description", label: words.description, required: true, maxLength: 4000 })}
      ${numberField({ pointer: "/unitPrice", label: texts.articles.price(currency), format: (price) => amountText(price, currency) })}
      ${selectField({ pointer: "/prices", label: words.prices, required: true }, [
        { value: "net", label: words.netPrices },
        { value: "gross", label: words.grossPrices },
      ])}
      ${inputField({ pointer: "/unit", label: words.unit, maxLength: 50 })}
      ${selectField({ pointer: "/supply", label: words.supplyType, isSet: true }, [{ value: "", label: texts.fields.notStated }, ...SUPPLIES])}
      ${profile.vatRegistered ? rateField(country) : nothing}
      ${inputField({ pointer: "/sku", label: words.articleNumber, maxLength: 100 })}
      ${inputField({ pointer: "/standardId/id", label: "GTIN", maxLength: 100 })}
      ${
        profile.vatRegistered && profile.ossRegistered
          ? html`
              <details class="wide">
                <summary>${texts.articles.otherStates}</summary>
                <div class="fields">${states.map(rateField)}</div>
              </details>
            `
          : nothing
      }
    </fieldset>
  `;
}

/** What a list shows of an article beside its name: its price, and its number. */
export function articleDetails(fields: Fields, currency: string): string {
  return [articlePrice(fields, currency), fields["/sku"] ?? ""].filter((text) => text !== "").join(", ");
}

/** The price of an article with its unit, empty if it has none: "€95.00 / hour". */
export function articlePrice(fields: Fields, currency: string): string {
  const price = parseTypedNumber(fields["/unitPrice"] ?? "");
  const unit = fields["/unit"] ?? "";
  if (price.kind !== "number") return unit;
  const amount = amountText(price.value, currency);
  return unit === "" ? amount : `${amount} / ${unit}`;
}

/** The fields of a line that an article fills. What it does not state is emptied: it would be that of another article. */
export function lineOf(fields: Fields, index: number, hasPrice: boolean): Fields {
  const names = LINE_FIELDS.filter((name) => name !== "supply" || (fields["/supply"] ?? "") !== "");
  const rates = Object.entries(fields).filter(([name, rate]) => name.startsWith(RATE) && rate !== "");
  const chosen = rates.map(([name, rate]) => `${name.slice(RATE.length)}:${rate}`).join();
  const line = names.map((name) => {
    return [`/items/${index}/${name}`, name === "unitPrice" && !hasPrice ? "" : (fields[`/${name}`] ?? "")];
  });
  return { ...Object.fromEntries(line), [`/items/${index}/vatRates`]: chosen };
}

/** The article that a line would be, of the fields of a draft. A price in another currency is not the article's. */
export function articleOf(draft: Fields, index: number, ownCurrency: string): Fields {
  const hasPrice = [ownCurrency, ""].includes(draft["/currency"] ?? "");
  const line = LINE_FIELDS.filter((name) => name !== "unitPrice" || hasPrice).map((name) => [
    `/${name}`,
    draft[`/items/${index}/${name}`] ?? "",
  ]);
  const rates = (draft[`/items/${index}/vatRates`] ?? "").split(",").map((each) => each.split(":"));
  const fields = [
    ...line,
    ["/prices", hasPrice ? (draft["/prices"] ?? "net") : ""],
    ...rates.map(([state = "", rate = ""]) => [RATE + state, rate]),
  ];
  return Object.fromEntries(fields.filter(([, text]) => text !== "" && text !== undefined));
}
