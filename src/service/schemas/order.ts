import { z } from "zod";
import { isExemptionCode } from "../../domain/codes/exemption-codes.ts";
import { isNoteSubject } from "../../domain/codes/note-subjects.ts";
import { isPaymentMeans } from "../../domain/codes/payment-means.ts";
import { isUnitCode } from "../../domain/codes/units.ts";
import { EINVOICE_REQUIREMENTS } from "../../domain/company-profile.ts";
import { isExempt } from "../../domain/invoice/exemption-reason.ts";
import type { InvoiceOrder, OrderItem } from "../../domain/invoice/order.ts";
import { discountFault } from "../../domain/money/totals-input.ts";
import { categoryAllowsRate, type VatCategory } from "../../domain/vat/category.ts";
import {
  address,
  calendarDay,
  countryCode,
  currencyCode,
  electronicAddress,
  email,
  iban,
  lineDiscount,
  listedCode,
  percentage,
  prices,
  registrationScheme,
  supply,
  text,
  vatCategory,
} from "./fields.ts";
import { metadata } from "./metadata.ts";

export const exchangeRateSchema = z.strictObject({
  rate: z
    .number()
    .refine((rate) => rate > 0, { error: "must be above 0" })
    .meta({
      exclusiveMinimum: 0,
      description: "The value of one unit of the invoice's currency in the currency of the seller's state",
    }),
  date: calendarDay,
  source: text(200).meta({ description: "Who published it", examples: ["ECB"] }),
});

/** Days, both inclusive. */
export const periodSchema = z
  .strictObject({ start: calendarDay, end: calendarDay })
  .refine(({ start, end }) => start <= end, { error: "must not be after `end`", path: ["start"] });

export const itemSchema = z.strictObject({
  description: text(4000),
  quantity: z
    .number()
    .refine((quantity) => quantity !== 0, { error: "must not be 0" })
    .meta({ not: { const: 0 }, description: "Any number except 0. A negative one is a return or a discount" }),
  unitPrice: z
    .number()
    .min(0)
    .describe("Net of VAT unless prices is gross. In the invoice's currency, may have more decimals than it"),
  discount: lineDiscount.optional(),
  supply: supply.optional().describe("What this line supplies, if lines differ. Absent: the order's"),
  unit: text(50)
    .optional()
    .meta({ description: "The unit of the quantity", examples: ["hour"] }),
  unitCode: listedCode(
    isUnitCode,
    'must be a code of UN/ECE Recommendation 20 or 21, such as "HUR" (hour), "H87" (piece) or "XBX" (box)',
    ["HUR"],
  )
    .optional()
    .describe(
      "The unit as a code of UN/ECE Recommendation 20 or 21; EN 16931 BT-130. Absent: follows from well-known words of unit",
    ),
  sku: text(100).optional().describe("The company's number for the article; EN 16931 BT-155"),
  note: text(1000).optional().describe("Free text for the client; EN 16931 BT-127"),
  period: periodSchema.optional().describe("The days that the line covers; EN 16931 BG-26"),
  taxRate: percentage.optional().describe("Percent. With automatic VAT it must equal the determined rate"),
  vatCategory: vatCategory.optional().describe("Only with autoVat: false (EN 16931)"),
  exemptionReason: text(1000)
    .optional()
    .describe("Only with autoVat: false and a category without VAT; EN 16931 BT-120"),
  vatexCode: listedCode(
    isExemptionCode,
    'must be a code of the list VATEX, such as "VATEX-EU-132-1I" or "VATEX-FR-FRANCHISE"',
    ["VATEX-EU-132-1I"],
  )
    .optional()
    .describe("Only with autoVat: false and a category without VAT; EN 16931 BT-121"),
});

export const deliveryPlaceSchema = z.strictObject({
  name: text(200).optional().describe("Who receives the goods, if it is not the client; EN 16931 BT-70"),
  country: countryCode,
  address,
});

export const paymentInstructionsSchema = z.strictObject({
  means: listedCode(
    isPaymentMeans,
    'must be a code of UNTDID 4461, such as "30" (credit transfer), "59" (SEPA direct debit) or "54" (credit card)',
    ["30"],
  ).describe("Code of UNTDID 4461; EN 16931 BT-81"),
  mandateReference: text(35).optional().describe("Of a direct debit; EN 16931 BT-89"),
  debitedAccount: iban.optional().describe("The client's IBAN, of a direct debit; EN 16931 BT-91"),
  cardLast4: z
    .string()
    .regex(/^\d{4}$/, { error: "must be the last four digits of the card" })
    .optional()
    .describe("EN 16931 BT-87"),
});

export const precedingInvoiceSchema = z.strictObject({
  number: text(100).describe("EN 16931 BT-25"),
  issueDate: calendarDay.optional().describe("EN 16931 BT-26"),
});

export const noteSchema = z.strictObject({
  subject: listedCode(
    isNoteSubject,
    'must be a code of UNTDID 4451, such as "AAB" (terms of payment) or "REG" (regulatory information)',
    ["AAB"],
  )
    .optional()
    .describe("Code of UNTDID 4451; EN 16931 BT-21"),
  text: text(4000).describe("EN 16931 BT-22"),
});

function itemList<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1).max(1000);
}

const clientVatNumber = text(40)
  .optional()
  .meta({ description: "Decides between reverse charge and VAT between member states", examples: ["FR40303265045"] });

export const orderFields = z.strictObject({
  clientName: text(200),
  clientCountry: countryCode.optional().describe("ISO 3166-1 alpha-2; required unless autoVat is false"),
  clientVatNumber,
  items: itemList(itemSchema),
  // No `default` here: type generators would make the field required.
  autoVat: z.boolean().optional().describe("Whether the VAT is determined automatically. Absent: true"),
  prices: prices.optional(),
  taxRate: percentage.optional().describe("Percent, for items without a rate of their own"),
  clientAddress: address.optional(),
  clientEmail: email.optional(),
  clientRegistrationNumber: text(100).optional(),
  isCompany: z
    .boolean()
    .optional()
    .describe(
      "Without a VAT number, a company is taxed as a consumer, except for stated goods. False also for exempt and small businesses",
    ),
  supply: supply.optional(),
  supplyDate: calendarDay
    .optional()
    .describe("The tax point, unless taxPointDate is given. Absent: today in the company's time zone"),
  dueDate: calendarDay.optional(),
  currency: currencyCode.optional().describe("ISO 4217. Absent: the company's default currency"),
  exchangeRate: exchangeRateSchema.optional().describe("Only if the currency is not that of the seller's state"),
  buyerReference: text(200).optional().describe("EN 16931 BT-10"),
  purchaseOrderReference: text(200).optional().describe("EN 16931 BT-13"),
  reference: text(200).optional().describe("Your own reference. Stored and returned, not printed"),
  note: text(4000).optional().describe("Free text for the client"),
  vatNote: text(1000).optional().describe("Only with autoVat: false: the legal note to print"),
  taxPointDate: calendarDay.optional().describe("The tax point, if it is not the day of supply; EN 16931 BT-7"),
  period: periodSchema.optional().describe("The days for which is invoiced; EN 16931 BG-14"),
  deliverTo: deliveryPlaceSchema.optional().describe("EN 16931 BG-13 and BG-15. It does not decide the VAT"),
  clientNumber: text(100).optional().describe("The number that the company gave the client; EN 16931 BT-46"),
  clientRegistrationScheme: registrationScheme
    .optional()
    .describe("Register of clientRegistrationNumber; EN 16931 BT-47-1"),
  clientElectronicAddress: electronicAddress.optional().describe("For electronic invoices; EN 16931 BT-49"),
  payment: paymentInstructionsSchema.optional().describe("Absent: a credit transfer to the company's account"),
  paymentTerms: text(1000).optional().describe("Absent: the company's; EN 16931 BT-20"),
  paymentReference: text(200).optional().describe("For the client's payment; EN 16931 BT-83"),
  prepaidAmount: z
    .number()
    .min(0)
    .optional()
    .describe("What was paid before issuing, at most the total; the amount due starts there. EN 16931 BT-113"),
  selfBilled: z
    .boolean()
    .optional()
    .describe("Whether the client writes the invoice in the company's name; Directive 2006/112/EC, article 226(10a)"),
  triangular: z
    .boolean()
    .optional()
    .describe("Only with clientVatNumber and supply goods; Directive 2006/112/EC, articles 141 and 197"),
  precedingInvoices: z.array(precedingInvoiceSchema).min(1).max(100).optional().describe("EN 16931 BG-3"),
  contractReference: text(200).optional().describe("EN 16931 BT-12"),
  projectReference: text(200).optional().describe("EN 16931 BT-11"),
  buyerAccountingReference: text(200).optional().describe("EN 16931 BT-19"),
  notes: z.array(noteSchema).min(1).max(20).optional().describe("Besides note; EN 16931 BG-1"),
  metadata: metadata.optional(),
  requires: z
    .union([z.enum(EINVOICE_REQUIREMENTS), z.literal(false)])
    .optional()
    .describe("Instead of the profile's; false for nothing"),
});

function requireConsistent(order: z.output<typeof orderFields>, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const manual = order.autoVat === false;
  if (!manual && order.vatNote !== undefined) fault(["vatNote"], "is only allowed with autoVat: false");
  if (order.triangular === true) for (const [path, message] of triangularFaults(order)) fault(path, message);
  for (const [index, item] of order.items.entries()) {
    const { discount, taxRate, vatCategory } = item;
    const faultOfDiscount = discount && discountFault(item);
    if (faultOfDiscount) fault(["items", index, ...faultOfDiscount.field.split("/")], faultOfDiscount.detail);
    for (const field of EXEMPTION_FIELDS) {
      if (item[field] === undefined) continue;
      const detail = exemptionFault(item, field, manual);
      if (detail !== undefined) fault(["items", index, field], detail);
    }
    if (vatCategory === undefined) continue;
    const path = ["items", index, "vatCategory"];
    if (!manual) fault(path, "is only allowed with autoVat: false");
    else if (!categoryAllowsRate(vatCategory, taxRate ?? order.taxRate ?? 0)) {
      fault(path, vatCategory === "S" ? "S needs a rate above 0" : `${vatCategory} needs a rate of 0`);
    }
  }
}

type Fault = [path: (string | number)[], message: string];

/** What an order of a triangular transaction lacks. */
function triangularFaults({ clientVatNumber, supply, items, autoVat }: InvoiceOrder): Fault[] {
  const faults: Fault[] = [];
  if (clientVatNumber === undefined) faults.push([["clientVatNumber"], "is required with triangular: true"]);
  const needsGoods = "must be goods with triangular: true";
  if (supply !== "goods" && items.some((item) => item.supply === undefined)) faults.push([["supply"], needsGoods]);
  for (const [index, item] of items.entries()) {
    if ((item.supply ?? "goods") !== "goods") faults.push([["items", index, "supply"], needsGoods]);
    if (autoVat === false && item.vatCategory !== "AE") {
      faults.push([["items", index, "vatCategory"], "must be AE with triangular: true"]);
    }
  }
  return faults;
}

const EXEMPTION_FIELDS = ["exemptionReason", "vatexCode"] as const;

/** The codes that belong to one category, which must then be that of the line. */
const CATEGORY_OF_CODE: Readonly<Record<string, VatCategory>> = {
  "VATEX-EU-AE": "AE",
  "VATEX-FR-AE": "AE",
  "VATEX-EU-IC": "K",
  "VATEX-EU-G": "G",
  "VATEX-EU-O": "O",
  "VATEX-EU-D": "E",
  "VATEX-EU-F": "E",
  "VATEX-EU-I": "E",
  "VATEX-EU-J": "E",
};

function exemptionFault(item: OrderItem, field: (typeof EXEMPTION_FIELDS)[number], manual: boolean) {
  const { vatCategory, [field]: value } = item;
  if (value === undefined) return undefined;
  if (!manual) return "is only allowed with autoVat: false";
  if (vatCategory === undefined || !isExempt(vatCategory)) return "needs a vatCategory without VAT: E, AE, K, G or O";
  const category = field === "vatexCode" ? CATEGORY_OF_CODE[value] : undefined;
  return category === undefined || category === vatCategory
    ? undefined
    : `is the code of category ${category}, not ${vatCategory}; give another, or leave it out`;
}

/** An order, as it is documented. */
export const orderSchema = orderFields.superRefine(requireConsistent) satisfies z.ZodType<InvoiceOrder>;

/**
 * A field that is absent costs a fifth of a microsecond to parse, so usual orders have a schema of fewer fields, in the
 * same order.
 */
const usualItem = itemSchema.pick({ description: true, quantity: true, unitPrice: true, unit: true, taxRate: true });
const usualFields = orderFields
  .pick({
    ...{ clientName: true, clientCountry: true, clientVatNumber: true, items: true, autoVat: true, taxRate: true },
    ...{ clientAddress: true, clientEmail: true, isCompany: true, supply: true, supplyDate: true, dueDate: true },
    ...{ currency: true, reference: true, note: true },
  })
  .extend({ items: itemList(usualItem) });

/** Says the same of orders for which {@link isUsualOrder} holds as {@link orderSchema}, in less time. */
export const usualOrderSchema: z.ZodType<InvoiceOrder> = usualFields.superRefine(requireConsistent);

/** Whether each field has one of the usual names. The values may be anything: the schema finds out. */
export function isUsualOrder(order: unknown): boolean {
  for (const name in order as object) if (!Object.hasOwn(usualFields.shape, name)) return false;
  const items = (order as { items?: unknown } | null | undefined)?.items;
  if (!Array.isArray(items)) return true;
  for (const item of items) for (const name in item as object) if (!Object.hasOwn(usualItem.shape, name)) return false;
  return true;
}
