import type { CompanyProfile } from "../generated/company-profile.ts";
import { type FieldError, inputRefusal, type Refusal } from "../refusal.ts";
import { requireCreditNotePrefix } from "./credit/credit-document.ts";
import { isSameNumber, parseInvoiceNumber } from "./number.ts";

/** How many known names a refusal lists. */
const MOST_NAMED = 20;

/**
 * The prefix of an order's series.
 *
 * @throws Refusal `request_invalid` if the profile does not have the series; it lists the known names
 */
export function prefixOfSeries(
  { invoicePrefix, series: known = {} }: CompanyProfile,
  name: string | undefined,
): string {
  if (name === undefined) return invoicePrefix;
  if (Object.hasOwn(known, name)) return known[name]!.prefix;
  const names = Object.keys(known);
  const listed = names.slice(0, MOST_NAMED).map((each) => JSON.stringify(each));
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  const detail =
    names.length === 0
      ? "must be left out: the company's profile has no series"
      : `must be a series of the company's profile: ${listed.join(", ")}${more}`;
  throw inputRefusal("The order is not valid", [{ pointer: "/series", detail }]);
}

/** A number of the company's own. */
export interface OwnNumber {
  readonly counter: number;
  /** Absent: it is of the first series, or of the credit notes. */
  readonly series?: string | undefined;
  readonly isCredit: boolean;
}

/** A number with a prefix that the profile has now; `undefined` for any other. */
export function ownNumber(profile: CompanyProfile, number: string): OwnNumber | undefined {
  const { prefix, counter } = parseInvoiceNumber(number) ?? { prefix: "", counter: 0 };
  const { invoicePrefix, series = {} } = profile;
  const isCredit = isSameNumber(prefix, requireCreditNotePrefix(profile));
  if (isCredit || isSameNumber(prefix, invoicePrefix)) return { counter, isCredit };
  const named = Object.keys(series).find((each) => isSameNumber(prefix, series[each]!.prefix));
  return named === undefined ? undefined : { counter, isCredit, series: named };
}

/**
 * Checks that each series has a prefix of its own, whatever the case of its letters: two numbers that differ only in case
 * are the same number to most readers.
 *
 * @throws Refusal `request_invalid`
 */
export function requireDistinctPrefixes(profile: CompanyProfile): void {
  const { invoicePrefix, series } = profile;
  if (series === undefined) return;
  const used = new Map([[requireCreditNotePrefix(profile).toLowerCase(), "the credit notes"]]);
  used.set(invoicePrefix.toLowerCase(), "the first series");
  const faults: FieldError[] = [];
  for (const [name, { prefix }] of Object.entries(series)) {
    const owner = used.get(prefix.toLowerCase());
    if (owner === undefined) used.set(prefix.toLowerCase(), `the series ${JSON.stringify(name)}`);
    else {
      const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
      faults.push({ pointer: `/series/${escaped}/prefix`, detail: `must differ from the prefix of ${owner}` });
    }
  }
  if (faults.length > 0) throw inputRefusal("The profile is not valid", faults);
}

/**
 * The refusal of an invoice whose number another series already has: its prefix was that series' earlier in the same
 * month.
 */
export function numberOfOtherSeries(): Refusal {
  const detail =
    "gives the invoice a number that another series already has; choose a prefix that no other series has had";
  return inputRefusal("The order is not valid", [{ pointer: "/series", detail }]);
}
