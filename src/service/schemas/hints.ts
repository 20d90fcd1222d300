import { z } from "zod";
import {
  companyProfileSchema,
  creditLineSchema,
  creditOrderSchema,
  invoiceOrderSchema,
  orderItemSchema,
} from "./generated/records.ts";
import { ossThresholdSchema, vatReportSchema } from "./reports.ts";
import {
  cancellationSchema,
  continuationSchema,
  creditNoteListSchema,
  listSchema,
  paymentRequestSchema,
  resumptionSchema,
  suggestionSchema,
} from "./requests.ts";

/** What the refusal of a faulty request says about its schema. */
export interface Hints {
  /** What the whole request must be. Absent: an object. */
  readonly expected?: string;
  /** Names that callers guess, and what to do instead. Names that are nearly right need no hint. */
  readonly guesses?: Readonly<Record<string, string>>;
}

/** The hints of each schema that has some. */
export const HINTS = z.registry<Hints>();

const COMPUTED = "it is computed, so leave it out";
const DATED = "an invoice is dated on the day of issue, so leave it out, and state the day of supply as supplyDate";
const NUMBERED = "every invoice gets the next number, so leave it out";
const ITEMS = "did you mean items?";
const PARTS =
  "credit a part of the invoice by its lines: lines: [{ line: 1, netAmount: 50 }]; without lines, all that is left is credited";
const KEY = "pass it as an option, issue(order, { idempotencyKey }), or over HTTP as the header Idempotency-Key";
const PAGE_SIZE = "did you mean limit?";
const PAGED = { offset: "did you mean page, which counts from 1?", pageSize: PAGE_SIZE, perPage: PAGE_SIZE };
const PERIOD = "give its first and last day as from and to";

/** The hints of an order, for each of its schemas. */
export const ORDER_HINTS: Hints = {
  expected:
    'an object such as { clientName: "Ada", clientCountry: "DE", items: [{ description: "Lamp", quantity: 1, unitPrice: 100 }] }',
  guesses: {
    issueDate: DATED,
    issuedAt: DATED,
    invoiceDate: DATED,
    date: DATED,
    invoiceNumber: NUMBERED,
    number: NUMBERED,
    subtotal: COMPUTED,
    taxTotal: COMPUTED,
    total: COMPUTED,
    lines: ITEMS,
    positions: ITEMS,
    idempotencyKey: KEY,
  },
};

invoiceOrderSchema.register(HINTS, ORDER_HINTS);
orderItemSchema.register(HINTS, {
  guesses: {
    qty: "did you mean quantity?",
    name: "did you mean description?",
    title: "did you mean description?",
    amount: "it is computed from quantity and unitPrice, so leave it out",
    total: "it is computed from quantity and unitPrice, so leave it out",
  },
});
creditOrderSchema.register(HINTS, {
  expected: 'an object such as { reason: "returned" }',
  guesses: {
    amount: PARTS,
    netAmount: PARTS,
    total: PARTS,
    items: "did you mean lines?",
    issueDate: "a credit note is dated on the day of issue, so leave it out",
    date: "a credit note is dated on the day of issue, so leave it out",
    idempotencyKey: KEY.replace("issue(order, ", "credit(invoiceId, order, "),
  },
});
creditLineSchema.register(HINTS, {
  guesses: {
    index: "did you mean line, which counts from 1?",
    position: "did you mean line, which counts from 1?",
  },
});
paymentRequestSchema.register(HINTS, {
  expected: "an object such as { amount: 119 }",
  guesses: {
    date: "did you mean paidOn?",
    paidAt: "did you mean paidOn?",
    currency: "a payment is in the invoice's currency, so leave it out",
    idempotencyKey: KEY.replace("issue(order, ", "recordPayment(invoiceId, payment, "),
  },
});
listSchema.register(HINTS, { expected: 'an object such as { status: "SENT" }', guesses: PAGED });
creditNoteListSchema.register(HINTS, { expected: 'an object such as { invoiceId: "…" }', guesses: PAGED });
suggestionSchema.register(HINTS, {
  expected: 'an object such as { clientCountry: "FR" }',
  guesses: { on: "did you mean supplyDate?", date: "did you mean supplyDate?" },
});
companyProfileSchema.register(HINTS, {
  expected: 'an object such as { name: "Firma GmbH", country: "DE", … }, with the fields of a company profile',
});
vatReportSchema.register(HINTS, {
  expected: 'an object such as { from: "2026-10-01", to: "2026-12-31" }',
  guesses: { period: PERIOD, quarter: PERIOD, month: PERIOD, year: PERIOD },
});
ossThresholdSchema.register(HINTS, { expected: "an object such as { year: 2026 }" });
cancellationSchema.register(HINTS, { expected: 'an object such as { reason: "wrong client" }' });
resumptionSchema.register(HINTS, { expected: 'an object such as { reason: "the clock was a year ahead" }' });
continuationSchema.register(HINTS, {
  expected: 'an object such as { lastCounter: 41, lastIssueDate: "2026-11-20" }',
});
