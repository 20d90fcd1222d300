import { type EinvoiceDocument, numberOf } from "../document.ts";

/** The parts of a number in Croatia, such as `1/POSL1/12`. */
export type FiscalNumber = NonNullable<ReturnType<typeof fiscalNumberOf>>;

/** Premises, register or nothing, year, and how many numbers of earlier years the series has; then year, month and counter. */
const NUMBER = /^([0-9A-Za-z]+)\/(\d*)\/(\d{4})(?:\/(\d+))?-(\d{4})\d\d-(\d+)$/;

/**
 * The number of a document in Croatia: its prefix has the premises, the register, the year and how many numbers of the series
 * are of earlier years, and its counter less these is the place in the run of the year. `undefined` if the prefix has another
 * form.
 *
 * @see Zakon o fiskalizaciji (NN 89/2025)
 */
export function fiscalNumberOf(document: EinvoiceDocument) {
  const { national, seller } = document;
  const [, premises, own, yearOfPrefix, before = "0", year, counter] = NUMBER.exec(numberOf(document)) ?? [];
  if (premises === undefined) return undefined;
  return {
    ...{ premises, counter: Number(counter) - Number(before) },
    /** `undefined` if neither prefix nor field has it, which is a gap. */
    register: own || (national?.hr?.register ?? seller.national?.hr?.register),
    /** `OznSlijed`: whether the premises have one run of numbers, or each register its own. */
    run: own === "" ? "P" : "N",
    isOfYear: yearOfPrefix === year,
  };
}

/** As it is printed: `1/POSL1/12`. */
export function fiscalNumberText({ counter, premises, register }: FiscalNumber): string {
  return `${counter}/${premises}/${register}`;
}
