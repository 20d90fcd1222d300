import { z } from "zod";
import { type CompanyProfile, EINVOICE_REQUIREMENTS, type TaxRepresentative } from "../../domain/company-profile.ts";
import { isInvoicePrefix } from "../../domain/invoice/number.ts";
import { parseVatNumber } from "../../domain/vat/number/parse.ts";
import { MEMBER_STATES } from "../../domain/vat/territory/membership.ts";
import {
  address,
  bic,
  contact,
  countryCode,
  creditorId,
  currencyCode,
  electronicAddress,
  email,
  iban,
  language,
  registrationScheme,
  text,
  timeZone,
} from "./fields.ts";

export const taxRepresentative = z
  .strictObject({
    name: text(200),
    vatNumber: text(40).meta({ examples: ["DE136695976"] }),
    country: countryCode,
    address,
  })
  .superRefine(({ vatNumber, country }, context) => {
    if (!isMemberState(country) || parseVatNumber(vatNumber, country) !== undefined) return;
    const message = 'must be a well-formed VAT number of a member state, such as "DE136695976"';
    context.addIssue({ code: "custom", path: ["vatNumber"], message });
  }) satisfies z.ZodType<TaxRepresentative>;

/** Whether the country is a member state today. States that have left are not. */
function isMemberState(country: string): boolean {
  return Object.hasOwn(MEMBER_STATES, country) && MEMBER_STATES[country]!.until === undefined;
}

const prefix = z
  .string()
  .refine(isInvoicePrefix, {
    error: 'must be 1 to 20 letters, digits, ".", "_", "/" or "-", without "-" at either end',
  })
  .meta({ minLength: 1, maxLength: 20, pattern: "^[A-Za-z0-9._/-]+$" });

export const profileSchema = z.strictObject({
  name: text(200),
  country: countryCode,
  vatRegistered: z.boolean(),
  ossRegistered: z.boolean().describe("Whether it declares sales to consumers in other member states through OSS"),
  defaultCurrency: currencyCode.describe("ISO 4217; the currency of orders that state none"),
  invoicePrefix: prefix.meta({
    description: "The prefix of its invoice numbers; no hyphen at either end",
    examples: ["INV"],
  }),
  creditNotePrefix: prefix.optional().meta({
    description: "The prefix of its credit notes, which have a series of their own. Absent: invoicePrefix and -CN",
    examples: ["INV-CN"],
  }),
  vatNumber: text(40)
    .optional()
    .meta({ examples: ["DE136695976"] }),
  taxNumber: text(40).optional().describe("National tax number, besides or instead of the VAT number"),
  registrationNumber: text(100).optional().describe("Number in the commercial register"),
  address: address.optional(),
  email: email.optional(),
  iban: iban.optional(),
  bic: bic.optional(),
  accountName: text(200).optional().describe("The account holder, if not the company; EN 16931 BT-85"),
  creditorId: creditorId.optional().describe("SEPA creditor identifier, for direct debits; EN 16931 BT-90"),
  paymentTerms: text(1000).optional().describe("Printed on its invoices; EN 16931 BT-20"),
  tradingName: text(200).optional().describe("The trading name, if it differs from the legal name; EN 16931 BT-28"),
  legalNote: text(1000).optional().describe("Other information that the law requires on its invoices; EN 16931 BT-33"),
  registrationScheme: registrationScheme.optional().describe("The register of registrationNumber; EN 16931 BT-30-1"),
  electronicAddress: electronicAddress.optional().describe("For electronic invoices; EN 16931 BT-34"),
  contact: contact.optional().describe("The contact for clients; EN 16931 BG-6"),
  taxRepresentative: taxRepresentative.optional().describe("EN 16931 BG-11; Directive 2006/112/EC, article 226(15)"),
  cashAccounting: z
    .boolean()
    .optional()
    .describe("Whether VAT of its own state is due once it is paid; Directive 2006/112/EC, article 226(7a)"),
  requires: z
    .enum(EINVOICE_REQUIREMENTS)
    .optional()
    .describe("What the electronic invoices of businesses must follow; an order that could not is refused"),
  language: language
    .optional()
    .describe("BCP 47 tag of the language of its notes. Absent: its country's main language"),
  timeZone: timeZone.optional().describe("IANA time zone of its issue dates. Absent: UTC"),
  exemptionNote: text(1000).optional().describe("Printed if the company is not VAT-registered"),
}) satisfies z.ZodType<CompanyProfile>;
