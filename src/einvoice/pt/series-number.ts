import type { PortugueseSeries } from "../../domain/generated/national.ts";
import type { EinvoiceDocument } from "../document.ts";

/** The number of a document as the tax authority knows it. */
export interface SeriesNumber extends PortugueseSeries {
  /** Its place in the series, from 1; 0 of a preview. */
  readonly counter: string;
  /** `InvoiceNo`: type, series and place, such as `FT A2026/42`. */
  readonly invoiceNo: string;
}

/** The number of a document of the seller's; `undefined` if its prefix is that of no series in the profile. */
export function seriesNumber({ seller }: EinvoiceDocument, number: string): SeriesNumber | undefined {
  const [, prefix, digits = "0"] = /^(.+)-\d{6}-(\d+)$/.exec(number) ?? [];
  const own = seller.national?.pt?.series?.find((each) => each.prefix === prefix);
  if (own === undefined) return undefined;
  const counter = digits.replace(/^0+(?=\d)/, "");
  return { ...own, counter, invoiceNo: `${own.type} ${own.prefix}/${counter}` };
}

/** The code of a document (Portaria 195/2020). */
export function atcudOf({ code, counter }: SeriesNumber): string {
  return `${code}-${counter}`;
}
