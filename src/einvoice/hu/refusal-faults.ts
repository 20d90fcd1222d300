import type { PortalRefusal } from "../../domain/invoice/generated/invoice.ts";
import type { FieldError } from "../../domain/refusal.ts";
import type { IssuedDocument } from "../document.ts";

/** The tax authority's interface, as `recordPortalNumber` and `recordPortalRefusal` name it. */
export const NAV_PORTAL = "nav";

/** A transaction's id (`EntityIdType`), and the result of the report in it (`InvoiceStatusType`). */
const TRANSACTION = /^[+a-zA-Z0-9_]{1,30} (?:RECEIVED|PROCESSING|SAVED|DONE|ABORTED)$/;

/** Whether it is a transaction's id and a result. */
export function isTransaction(number: string): boolean {
  return TRANSACTION.test(number);
}

/** Codes after which a report is not made again, and what to do instead. The first row that matches decides. */
const STEPS: readonly (readonly [codes: RegExp, step: string])[] = [
  [
    /^(?:INVOICE_NUMBER_NOT_UNIQUE|DUPLICATE_IN_REQUEST)$/,
    "means that the tax authority has a report of this number. Ask for it with queryInvoiceCheck, and record its transaction with recordPortalNumber",
  ],
  [
    /^(?:ELECTRONIC_INVOICE_ANNULMENT_NOT_ALLOWED|INVALID_ANNULMENT_REFERENCE|ANNULMENT_IN_PROGRESS)$/,
    "is about a technical annulment, not about a report",
  ],
];

/** Why a report is not made again after a refusal. The document does not change, so neither does what it reports. */
export function refusalFaults(_: IssuedDocument, { code, record }: PortalRefusal): FieldError[] {
  const detail = STEPS.find(([codes]) => codes.test(code))?.[1];
  if (detail !== undefined) return [{ pointer: "/code", detail }];
  if (!/^[A-Z][A-Z0-9_]+$/.test(code)) {
    return [{ pointer: "/code", detail: "must be a code of the tax authority, such as INVALID_VAT_DATA" }];
  }
  const step = "must be left out, because a report says what the document says. Report it again, or credit the invoice";
  return record === undefined ? [] : [{ pointer: "/record", detail: step }];
}
