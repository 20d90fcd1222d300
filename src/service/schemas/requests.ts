import { z } from "zod";
import { searchTerms } from "../../domain/search.ts";
import { IMPORTERS } from "../../domain/vat/types.ts";
import { requireCountryOfPostalCode } from "./checks.ts";
import {
  calendarDay,
  choice,
  countryCode,
  decimal,
  invoiceStatus,
  objectOf,
  supply,
  territory,
  text,
  vatRates,
} from "./fields.ts";
import { exchangeRateSchema, spanishRecordSchema } from "./generated/records.ts";
import { lazy } from "./lazy.ts";
export const suggestionSchema = objectOf(
  () => ({
    // Optional here, because a missing country has its own refusal, `client_country_required`.
    clientCountry: countryCode().optional(),
    clientPostalCode: text(20).optional().describe("Identifies territories without their own country code"),
    clientVatNumber: text(40).optional().describe("Decides between reverse charge and VAT between member states"),
    isCompany: z
      .boolean()
      .optional()
      .describe(
        "Without a VAT number, a company is taxed as a consumer, except for stated goods. False also for exempt and small businesses",
      ),
    supply: supply().optional(),
    vatRates: vatRates()
      .optional()
      .describe("The VAT rate of what is sold in each state whose VAT may apply, by territory"),
    placeOfSupply: territory()
      .optional()
      .describe("Where a service is supplied, if its place is not that of a party, such as a stay in a hotel"),
    dispatchedFrom: territory()
      .optional()
      .describe(
        "Where the transport of goods begins. Absent: where the company is. Only for stated goods, as the next three",
      ),
    deliverToCountry: countryCode().optional().describe("The country in which goods arrive. Absent: the client's"),
    deliverToPostalCode: text(20)
      .optional()
      .describe("Identifies the area there that has no country code of its own. Only with deliverToCountry"),
    importer: choice(IMPORTERS)
      .optional()
      .describe("Who imports goods that enter the EU. Absent: the client, of goods from the company's own state"),
    supplyDate: calendarDay().optional().describe("The tax point. Absent: today in the company's time zone"),
  }),
  (request) => request.superRefine(requireCountryOfPostalCode),
);
export const vatNumberRequestSchema = objectOf(() => ({ vatNumber: z.string().max(100), country: countryCode() }));
export const DEFAULT_PAGE_LIMIT = 20;

/** The most invoices, or credit notes, on a page. */
export const MAX_PAGE_LIMIT = 100;

function hasOrderedDays({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

const ORDERED_DAYS = { error: "must not be after `to`", path: ["from"] };
const invoiceFilter = lazy(() => ({
  status: invoiceStatus().optional(),
  from: calendarDay().optional().describe("First issue date, inclusive"),
  to: calendarDay().optional().describe("Last issue date, inclusive"),
  reference: text(200).optional().describe("The order's reference, matched exactly"),
  client: text(200).optional().describe("How the client's name begins, in upper or lower case"),
  search: text(200)
    .refine((search) => searchTerms(search).length > 0, {
      error: "must have a letter or a digit, such as müller or 0042",
      when: ({ issues }) => issues.length === 0,
    })
    .optional()
    .describe(
      "Words that the invoice has, each as a part of a word of its client's name, number, references or lines, whatever case and accents; or its exact amount",
    ),
  series: text(100).optional().describe("A name of the profile's `series`. Absent: all series"),
  dueBefore: calendarDay().optional().describe("Only invoices that are due before this day, in any status"),
  due: z
    .boolean()
    .optional()
    .describe("Whether only invoices on which something is due: with an `amountDue` above 0, and not written off"),
  overdue: z.boolean().optional().describe("Whether only those of these whose `dueDate` is before today"),
}));
export const invoiceFilterSchema = objectOf(invoiceFilter, (request) => request.refine(hasOrderedDays, ORDERED_DAYS));
export const changesSchema = objectOf(() => ({ after: z.int().min(0).optional() }));

/** Which page of a list. `after` is described as `what`. */
const pageFields = (what: string) => ({
  after: text(100).optional().describe(what),
  page: z.int().min(1).optional().meta({ default: 1 }),
  limit: z.int().min(1).max(MAX_PAGE_LIMIT).optional().meta({ default: DEFAULT_PAGE_LIMIT }),
});

function hasOneStart({ after, page }: { after?: string | undefined; page?: number | undefined }): boolean {
  return after === undefined || page === undefined;
}

const ONE_START = { error: "must not be given together with `after`, which replaces it", path: ["page"] };
export const listSchema = objectOf(
  () => ({
    ...invoiceFilter(),
    ...pageFields("An invoice number. The answer goes on with the next older invoices; not together with `page`"),
  }),
  (request) => request.refine(hasOrderedDays, ORDERED_DAYS).refine(hasOneStart, ONE_START),
);
export const creditNoteListSchema = objectOf(
  () => ({
    invoiceId: z.string().optional().describe("Only those of this invoice"),
    from: calendarDay().optional().describe("First issue date, inclusive"),
    to: calendarDay().optional().describe("Last issue date, inclusive"),
    ...pageFields(
      "A credit note number. The answer goes on with the next older credit notes; not together with `page`",
    ),
  }),
  (request) => request.refine(hasOrderedDays, ORDERED_DAYS).refine(hasOneStart, ONE_START),
);
export const cancellationSchema = objectOf(() => ({
  reason: text(1000).optional().describe("Stored with the invoice. Cancelling again does not change it"),
}));
export const writeOffSchema = objectOf(() => ({
  reason: text(1000).describe("Why it is lost, such as that insolvency proceedings were opened"),
  on: calendarDay().describe("The day on which it was lost: from the issue date of the invoice to tomorrow"),
}));
export const paymentRequestSchema = objectOf(() => ({
  amount: decimal().refine((amount) => amount !== 0, { error: "must not be 0" }),
  paidOn: calendarDay().optional(),
  cashDiscount: z
    .boolean()
    .optional()
    .describe(
      "Whether the payment settles the rest as a cash discount that the invoice offers; of a refund, whether it takes the discount back. Absent: no",
    ),
  method: text(100).optional(),
  reference: text(200).optional(),
  exchangeRate: exchangeRateSchema()
    .omit({ currency: true })
    .optional()
    .describe(
      "From the invoice's currency to that of the seller's VAT, on the day of the payment. Only if they differ. Absent: the invoice's",
    ),
}));

/** A number that is compared with others, so it is the same text each time. */
const portalNumber = lazy(() =>
  text(200).refine((number) => number.trim() === number && !/\p{Cc}/u.test(number), {
    error: "must not begin or end with white space, or contain line breaks or other control characters",
  }),
);

const portal = lazy(() =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: "must be 1 to 40 lower-case letters, digits and hyphens, such as ksef" })
    .describe("The portal, such as `ksef` (Poland), `sdi` (Italy) or `ro-efactura` (Romania)"),
);
export const portalNumberRequestSchema = objectOf(() => ({
  portal: portal(),
  number: portalNumber().describe("As the portal gave it"),
  replaces: portalNumber().optional().describe("The number that was recorded by mistake, and which this one corrects"),
}));
export const portalRefusalRequestSchema = objectOf(() => ({
  portal: portal(),
  code: text(100).describe("The portal's code of the error, such as `1109`"),
  on: calendarDay().describe("The day of the portal's answer"),
  record: spanishRecordSchema()
    .optional()
    .describe("What the record that corrects it says otherwise than the document. Absent: nothing"),
}));
export const resumptionSchema = objectOf(() => ({ reason: text(1000) }));
export const continuationSchema = objectOf(() => ({
  // Doubles are exact up to nine thousand times as much, but a larger counter can only be a typing error.
  lastCounter: z.int().min(0).max(1_000_000_000_000),
  lastIssueDate: calendarDay(),
  series: text(100).optional(),
}));
