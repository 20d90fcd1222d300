import { type CalendarDay, laterDay } from "../calendar.ts";
import type { InvoiceDocument } from "../invoice/generated/invoice.ts";
import { Refusal } from "../refusal.ts";
import { countryName } from "../vat/territory/country.ts";
import { vatTerritoryOf } from "../vat/territory/territory.ts";
import { type DeclaredPart, hasVatToReturn } from "./booking.ts";
import { supplyDay } from "./chargeable-day.ts";
import { sellerPlaceOf } from "./reported-document.ts";

/** What the law of a state wants before the VAT of a bad debt comes back. */
interface BadDebtRule {
  readonly law: string;
  /** The document that corrects the VAT. Absent: none. */
  readonly document?: string;
  /** Whether we have not read the act itself, so that nothing rests on it. Absent: we have. */
  readonly isUnread?: true;
  /** Months after the due date and the supply before which the VAT does not come back. Absent: at once. */
  readonly fromMonth?: number;
  /** Months after them within which it comes back. Absent: at any time. */
  readonly untilMonth?: number;
}

/** The states whose law we know. In Germany, Austria and the Netherlands a debt may be certain to be lost on any day. */
// biome-ignore format: a table of legal facts, one state a row
const RULES: Readonly<Record<string, BadDebtRule>> = {
  AT: { law: "UStG 1994 § 16(3) no. 1" },
  BE: { law: "WBTW art. 77 § 1, 7°; KB no. 4 art. 3-4", document: "a correcting document with the sentence of KB no. 4 art. 4", isUnread: true },
  CH: { law: "MWSTG art. 41(1)", isUnread: true },
  CZ: { law: "ZDPH § 46-46g", document: "an opravný doklad", isUnread: true },
  DE: { law: "UStG § 17(2) no. 1" },
  ES: { law: "LIVA art. 80.Tres, Cuatro, Cinco", document: "a factura rectificativa (R2 or R3), which the AEAT is told about within a month (modelo 952)" },
  FR: { law: "CGI art. 272(1); in the CIBS since 2026-09-01", document: "a duplicate of the invoice, sent to the client, which says that it remained unpaid and that its VAT cannot be deducted" },
  GB: { law: "VATA 1994 s. 36", fromMonth: 6, untilMonth: 54 },
  IE: { law: "VATCA 2010 s. 39(3)", isUnread: true },
  IT: { law: "DPR 633/1972 art. 26(3-bis), (10-bis), (12)", document: "a nota di variazione (TD04) of the taxable amount and the VAT, while the claim stays" },
  NL: { law: "Wet OB 1968 art. 29(1), (2)", untilMonth: 12 },
  PL: { law: "ustawa o VAT art. 89a", isUnread: true },
  SE: { law: "ML (2023:200) 8 kap. 15-18 §§", isUnread: true },
};

/**
 * Checks that the law lets the VAT of an invoice come back without a document, if it is lost on a day. The law is that of the
 * states whose VAT it is. Without VAT to return there is nothing to check.
 *
 * @throws Refusal `write_off_refused`
 * @see Directive 2006/112/EC, article 90
 */
export function requireBadDebtRelief(document: InvoiceDocument, parts: readonly DeclaredPart[], on: CalendarDay): void {
  for (const declared of parts.filter(hasVatToReturn)) {
    const state = vatTerritoryOf(declared.part.rateCountry ?? sellerPlaceOf(document).country).numbersOf;
    const rule = Object.hasOwn(RULES, state) ? RULES[state] : undefined;
    const refusal = lawRefusal(state, rule) ?? dayRefusal(document, state, rule!, on);
    if (refusal !== undefined) throw refusal;
  }
}

/** Why the library cannot give the VAT of a state back; `undefined` if it can. */
function lawRefusal(state: string, rule: BadDebtRule | undefined): Refusal | undefined {
  const vat = `VAT of ${countryName(state)} on a bad debt`;
  const byHand = "and correct the VAT in your return by hand.";
  if (rule?.document !== undefined) {
    const why = `${vat} comes back with a document: ${rule.document} (${rule.law}).`;
    return new Refusal("write_off_refused", `${why} Issue that document, ${byHand}`);
  }
  if (rule !== undefined && rule.isUnread !== true) return undefined;
  const law = rule === undefined ? "the law" : rule.law;
  return new Refusal("write_off_refused", `The library does not know when ${vat} comes back. Check ${law}, ${byHand}`);
}

function dayRefusal(
  document: InvoiceDocument,
  state: string,
  { law, fromMonth = 0, untilMonth }: BadDebtRule,
  on: CalendarDay,
): Refusal | undefined {
  const { dueDate, issueDate } = document;
  const due = laterDay(dueDate ?? issueDate, supplyDay(document));
  const [first, last] = [monthsAfter(due, fromMonth), untilMonth && monthsAfter(due, untilMonth)];
  const isEarly = on < first && fromMonth > 0;
  if (!isEarly && (!last || on <= last)) return undefined;
  const limit = isEarly ? `${first} or later` : `${last} or earlier`;
  const detail = `must be ${limit}, for VAT of ${countryName(state)} to come back (${law})`;
  return new Refusal("write_off_refused", `on ${detail}.`, [{ pointer: "/on", detail }]);
}

/** The same day after some months, or the last day of that month. */
function monthsAfter(day: CalendarDay, months: number): CalendarDay {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
