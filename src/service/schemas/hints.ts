import { z } from "zod";
import { NEGATIVE_PRICE } from "../../domain/money/totals-input.ts";
import {
  addressSchema,
  companyProfileSchema,
  creditLineSchema,
  creditNoteOrderSchema,
  creditOrderSchema,
  documentAllowanceSchema,
  documentChargeSchema,
  invoiceOrderSchema,
  invoicePeriodSchema,
  lineChargeSchema,
  lineDiscountSchema,
  orderItemSchema,
  spanishRecordLineSchema,
  spanishRecordSchema,
} from "./generated/records.ts";
import { lazy } from "./lazy.ts";
import { accountingRowsSchema, documentSumsSchema, ossThresholdSchema, vatReportSchema } from "./reports.ts";
import {
  cancellationSchema,
  continuationSchema,
  creditNoteListSchema,
  listSchema,
  paymentRequestSchema,
  resumptionSchema,
  suggestionSchema,
  writeOffSchema,
} from "./requests.ts";

/** What the refusal of a faulty request says about its schema. */
export interface Hints {
  /** What the whole must be. Absent: an object. */
  readonly expected?: string;
  /** What needs no saying in its names: in an order, `name` is the client's. */
  readonly about?: string;
  /**
   * What to say about names that callers guess: the field that is meant, with more words if need be, or what to do instead.
   * A name stands for all with the same meaning, and with `*` for all that mean more. Names that mean the same as a
   * field need no hint, and neither do those that are nearly right.
   */
  readonly guesses?: Readonly<Record<string, string>>;
  /** What to do instead of a number below the least one, by field. */
  readonly below?: Readonly<Record<string, string>>;
}

/** The hints of each schema that has some. Schemas of one call register their own; {@link hintsOf} registers those below. */
export const HINTS = z.registry<Hints>();

const COMPUTED = "it is computed, so leave it out";
const DATED = "an invoice is dated on the day of issue, so leave it out, and state the day of supply as supplyDate";
const NUMBERED = "every invoice gets the next number, so leave it out";
const DETERMINED = "it is determined from clientCountry and clientVatNumber, so leave it out";
const OF_SELLER = "the seller is the company, whose data is in its profile, so leave it out";
const PARTS =
  "credit a part of the invoice by its lines: lines: [{ line: 1, netAmount: 50 }]; without lines, all that is left is credited";
const KEY = "pass it as an option, issue(order, { idempotencyKey }), or over HTTP as the header Idempotency-Key";
const SENT = "an invoice is SENT until its payments are recorded, so leave it out";
const RATE = "taxRate, or vatRates: { DE: 7 } for another rate than the standard one";
const RATE_OF_LINES = RATE.replace(" for", " on a line for");
const GROSS = 'prices, "gross" if they include VAT';
const PAGED = { "page, which counts from 1": "offset", limit: "pageSize perPage size take count" };
const PERIOD = "give its first and last day as from and to";
const DAYS = { from: "start startDate dateFrom since after*", to: "end endDate dateTo until" };

/** The hints of an order, for each of its schemas. */
export const ORDER_HINTS: Hints = {
  about: "client company",
  expected:
    'an object such as { clientName: "Ada", clientCountry: "DE", items: [{ description: "Lamp", quantity: 1, unitPrice: 100 }] }',
  guesses: {
    clientName: "company companyName legalName firstName lastName",
    clientVatNumber: "clientVat",
    clientNumber: "externalClientId",
    isCompany: "business businessClient clientType companyType",
    clientElectronicAddress: "peppolId endpointId",
    clientIdentifier: "gln",
    buyerReference: "leitwegId leitweg",
    [RATE_OF_LINES]: "vatRate defaultVatRate",
    items: "item itemNumber",
    "allowances, or discount on a line": "discount",
    charges: "deliveryPrice freight",
    deliverTo: "deliveryAddress deliveryCountry clientDelivery",
    supplyDate: "deliveryDate serviceDate performanceDate",
    dueDate: "due daysUntilDue netPaymentTerm",
    prepaidAmount: "amountPaid paid deposit",
    purchaseOrderReference: "po poNumber purchaseOrder purchaseOrderNumber",
    "reference, purchaseOrderReference or salesOrderReference": "order orderNumber orderReference",
    reference: "externalId",
    note: "note",
    [GROSS]: "vatInclusive vatIncluded includesVat vatBehavior lineAmountTypes",
    [SENT]: "status paymentStatus",
    [DATED]: "issueDate date createdAt effectiveDate",
    [NUMBERED]: "number",
    [COMPUTED]: "amount itemAmount vatAmount* total* amountDue amountUntaxed netAmount grossAmount",
    [DETERMINED]: "vatExempt* vatExemption* reverseCharge* vatStatus vatTreatment automaticTax",
    [OF_SELLER]: "seller* accountName accountCountry accountTaxIds iban bic bankAccount",
    "clientVatNumber, or taxRate for a rate": "vat*",
    [KEY]: "idempotencyKey",
  },
};

/** The hints of a line, for each of its schemas. */
export const ITEM_HINTS: Hints = {
  about: "item",
  below: { unitPrice: NEGATIVE_PRICE },
  guesses: {
    description: "name item text service displayName",
    quantity: "units count hours amountOfUnits",
    unitPrice: "price net netPrice unitNetPrice unitPreciseAmount preciseUnitAmount priceExcludingVat",
    'unitPrice, with prices: "gross" in the order': "gross grossPrice unitGrossPrice",
    "unitPrice, or taxRate in percent": "rate",
    [RATE]: "vat vatRate vatNumber vatCode",
    sku: "itemNumber itemCode addOnCode",
    standardId: "ean gtin barcode",
    'exemption: { reason: "§ 4 Nr. 21 UStG" }': "vatExempt* vatExemption*",
    'state prices: "gross" in the order if they include VAT': "vatInclusive vatIncluded includesVat vatBehavior",
    unit: "unitName",
    discount: "discountRate discountAmount",
    "it is computed from quantity and unitPrice, so leave it out": "amount total* netAmount grossAmount vatAmount*",
  },
};

/** What a record of Veri*factu cannot say otherwise than its document. */
const ON_DOCUMENT =
  "the document itself says it, and no record can correct that. Issue a corrective invoice: credit the wrong one, and issue another one";

const registerHints = lazy(() => {
  invoiceOrderSchema().register(HINTS, ORDER_HINTS);
  orderItemSchema().register(HINTS, ITEM_HINTS);
  for (const schema of [lineDiscountSchema(), lineChargeSchema(), documentAllowanceSchema(), documentChargeSchema()]) {
    schema.register(HINTS, { expected: "an object such as { percent: 10 } or { amount: 10 }" });
  }
  invoicePeriodSchema().register(HINTS, { expected: 'an object such as { start: "2026-11-01", end: "2026-11-30" }' });
  spanishRecordSchema().register(HINTS, {
    guesses: {
      [ON_DOCUMENT]:
        "total* subtotal tax* vat* clientVatNumber clientCountry clientAddress number invoiceNumber date issueDate supplyDate items amount* currency seller*",
    },
  });
  spanishRecordLineSchema().register(HINTS, {
    guesses: { [ON_DOCUMENT]: "description quantity unitPrice price taxRate vatRate netAmount amount* total*" },
  });
  addressSchema().register(HINTS, {
    about: "client address",
    expected: 'an object such as { line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin" }',
    guesses: { line1: "address", region: "state" },
  });
  creditOrderSchema().register(HINTS, {
    expected: 'an object such as { reason: "returned" }',
    guesses: {
      lines: "items",
      reason: "description message",
      [PARTS]:
        "amount netAmount total* refund refundAmount amountRefunded creditAmount amountToCredit partial percentage",
      "a credit note is dated on the day of issue, so leave it out": "issueDate date",
      "pass the invoice's id as the first argument, or over HTTP in the path": "invoiceId",
      [KEY.replace("issue(order, ", "credit(invoiceId, order, ")]: "idempotencyKey",
    },
  });
  creditNoteOrderSchema().register(HINTS, {
    ...ORDER_HINTS,
    expected:
      'an object such as { reason: "yearly bonus", clientName: "Ada", clientCountry: "DE", items: [{ description: "Bonus", quantity: 1, unitPrice: 100 }], correctedInvoices: [{ number: "2025-17" }] }',
    guesses: {
      ...ORDER_HINTS.guesses,
      correctedInvoices: "precedingInvoices invoices corrects invoiceNumber invoiceId",
    },
  });
  creditLineSchema().register(HINTS, {
    guesses: {
      "line, which counts from 1": "index position lineNumber itemId",
      netAmount: "amount net",
      grossAmount: "gross",
    },
  });
  paymentRequestSchema().register(HINTS, {
    about: "payment",
    expected: "an object such as { amount: 119 }",
    guesses: {
      amount: "total paid",
      paidOn: "receivedAt createdAt",
      method: "type provider",
      reference: "transactionId transaction paymentId paymentIntent externalId communication memo",
      "a payment is in the invoice's currency, so leave it out": "currency",
      "pass the invoice's id as the first argument, or over HTTP in the path": "invoiceId",
      [KEY.replace("issue(order, ", "recordPayment(invoiceId, payment, ")]: "idempotencyKey",
    },
  });
  listSchema().register(HINTS, {
    expected: 'an object such as { status: "SENT" }',
    guesses: {
      ...PAGED,
      ...DAYS,
      client: "clientName name q search",
      after: "cursor startingAfter",
      status: "paymentStatus state",
      "read one invoice by its number with getByNumber(invoiceNumber)": "invoiceNumber",
    },
  });
  creditNoteListSchema().register(HINTS, {
    expected: 'an object such as { invoiceId: "…" }',
    guesses: { ...PAGED, ...DAYS },
  });
  suggestionSchema().register(HINTS, {
    about: "client company",
    expected: 'an object such as { clientCountry: "FR" }',
    guesses: {
      supplyDate: "on date",
      clientVatNumber: "clientVat vat",
      isCompany: "business businessClient clientType company",
      supply: "type supplyType",
      "vatRates: { DE: 7 }": "rate vatRate",
    },
  });
  companyProfileSchema().register(HINTS, {
    about: "company seller business",
    expected: 'an object such as { name: "Firma GmbH", country: "DE", … }, with the fields of a company profile',
    guesses: {
      "vatNumber, or taxNumber for a national tax number": "vatNumber",
      name: "legalName",
      tradingName: "tradeName displayName dba",
      vatRegistered: "vat vatPayer hasVat",
      "vatRegistered: false, with exemptionNote": "smallBusiness kleinunternehmer",
      "VAT is determined for each sale, so leave it out": "vatRate defaultVatRate",
      ossRegistered: "oss",
      defaultCurrency: "currency",
      invoicePrefix: "prefix numberPrefix",
      iban: "bankAccount accountNumber ibanNumber",
      bic: "swift bicCode swiftCode",
    },
  });
  for (const schema of [vatReportSchema(), documentSumsSchema(), accountingRowsSchema()]) {
    schema.register(HINTS, {
      expected: 'an object such as { from: "2026-10-01", to: "2026-12-31" }',
      guesses: { [PERIOD]: "period quarter month year", ...DAYS },
    });
  }
  ossThresholdSchema().register(HINTS, { expected: "an object such as { year: 2026 }" });
  writeOffSchema().register(HINTS, { expected: 'an object such as { reason: "insolvent", on: "2026-11-20" }' });
  cancellationSchema().register(HINTS, { expected: 'an object such as { reason: "wrong client" }' });
  resumptionSchema().register(HINTS, { expected: 'an object such as { reason: "the clock was a year ahead" }' });
  continuationSchema().register(HINTS, {
    expected: 'an object such as { lastCounter: 41, lastIssueDate: "2026-11-20" }',
  });
});

/** The hints of a schema; `undefined` if it has none. */
export function hintsOf(schema: z.ZodType): Hints | undefined {
  registerHints();
  return HINTS.get(schema);
}
