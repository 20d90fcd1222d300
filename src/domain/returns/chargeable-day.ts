import { addDays, type CalendarDay, laterDay } from "../calendar.ts";
import type { Declaration } from "./declaration.ts";
import { ossDueDay } from "./oss-deadlines.ts";
import { invoiceIssueDateOf, type ReportedDocument } from "./reported-document.ts";

/**
 * The day that decides the period to which a part of an invoice belongs: its tax point or, for goods in a recapitulative
 * statement, the day on which VAT becomes chargeable for them.
 */
export function chargeableDay(document: ReportedDocument, declaration: Declaration): CalendarDay {
  const isGoods = declaration.section === "recapitulative" && declaration.kind !== "services";
  return isGoods ? dayOfIntraCommunityGoods(document) : document.taxPointDate;
}

/**
 * The day that decides in which period an amount of an invoice is declared that belongs to the period of `due`. An OSS sale
 * that is invoiced after the return of that period was due is a correction in the return of the period of issue.
 *
 * @see Directive 2006/112/EC, articles 369f, 369g(4) and 369s
 */
export function declarationDay(document: ReportedDocument, declared: Declaration, due: CalendarDay): CalendarDay {
  return declared.section === "oss" && document.issueDate > ossDueDay(due, declared)
    ? document.issueDate
    : notBeforeReplacing(document, due);
}

/** The day, but for an invoice that has replaced another not before its own: until then, the other one was declared. */
export function notBeforeReplacing(document: ReportedDocument, day: CalendarDay): CalendarDay {
  return isReplacing(document) ? laterDay(day, document.issueDate) : day;
}

/** Whether a document is an invoice that has replaced another, or that other one as it takes it back. */
export function isReplacing(document: ReportedDocument): boolean {
  return "invoiceNumber" in document && (document.replaces !== undefined || "corrects" in document);
}

/** The day of the supply. */
export function supplyDay({ supplyDate, taxPointDate }: ReportedDocument): CalendarDay {
  return supplyDate ?? taxPointDate;
}

/**
 * The day of invoicing, but at the latest the 15th of the month after the supply, and never before the supply. A
 * prepayment does not count.
 *
 * @see Directive 2006/112/EC, articles 67 and 222
 */
function dayOfIntraCommunityGoods(document: ReportedDocument): CalendarDay {
  const supplied = supplyDay(document);
  const nextMonth = addDays(`${supplied.slice(0, 7)}-01`, 31).slice(0, 7);
  const limit = `${nextMonth}-15`;
  const invoiced = invoiceIssueDateOf(document);
  return laterDay(supplied, invoiced < limit ? invoiced : limit);
}

/**
 * The day that decides the period in which a part of a credit note is declared: its own, but never before that of the
 * invoice that it corrects, because nothing is declared before that.
 *
 * @see Directive 2006/112/EC, articles 90 and 264(2)
 */
export function correctionDay(creditNote: ReportedDocument, declaration: Declaration): CalendarDay {
  return laterDay(creditNote.issueDate, chargeableDay(creditNote, declaration));
}
