import type { EinvoiceDocument } from "../document.ts";
import { ksefText } from "./ksef-text.ts";

/** The numbers of an article: those with a field in FA(3), and the others by name. */
export interface ArticleNumbers {
  /** `Indeks`. */
  readonly articleNumber?: string | undefined;
  readonly gtin?: string | undefined;
  /** `CN`, the Combined Nomenclature. */
  readonly nomenclature?: string | undefined;
  readonly others: readonly (readonly [name: string, number: string])[];
}

type Field = Exclude<keyof ArticleNumbers, "others">;

/** A number that is too long for its field is one of the others, because a part of it is another number. */
export function articleNumbersOf(item: EinvoiceDocument["items"][number]): ArticleNumbers {
  const { sku, standardId, classifications = [] } = item;
  const candidates: (readonly [name: string, number: string | undefined, field?: Field | undefined, shape?: RegExp])[] =
    [
      ["Indeks", sku, "articleNumber", /^.{1,50}$/u],
      ["Indeks nabywcy", item.buyerSku],
      ["Numer towaru", standardId?.id, standardId?.scheme === "0160" ? "gtin" : undefined, /^\d{8,14}$/],
      ...classifications.map(({ list, code }) =>
        list === "HS"
          ? (["CN", code.replace(/\s/g, ""), "nomenclature", /^\d{4,10}$/] as const)
          : ([`Klasyfikacja ${list}`, code] as const),
      ),
    ];
  const fields: { [Name in Field]?: string } = {};
  const others: (readonly [string, string])[] = [];
  for (const [name, given, field, shape] of candidates) {
    const number = ksefText(given ?? "");
    if (number === "") continue;
    if (field !== undefined && fields[field] === undefined && shape?.test(number) === true) fields[field] = number;
    else others.push([name, number]);
  }
  return { ...fields, others };
}
