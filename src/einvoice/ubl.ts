import type { InvoiceNote, InvoicePeriod, SupportingDocumentReference } from "../domain/invoice/generated/order.ts";
import { decimalText } from "../domain/money/decimal-text.ts";
import { base64Of, type EinvoiceAttachment } from "./attachments.ts";
import { FISCAL_NAMESPACES, fiscalData } from "./hr/fiscal-data.ts";
import type {
  AddressTerms,
  AdjustmentTerms,
  BreakdownTerms,
  DocumentAdjustmentTerms,
  DocumentTerms,
  IdentifierTerms,
  LineTerms,
  PartyTerms,
  PaymentMeansTerms,
} from "./terms.ts";
import { documentOf, group, leaf, type Xml } from "./xml.ts";

const OASIS = "urn:oasis:names:specification:ubl:schema:xsd";

/** The terms in UBL 2.1. The order of the elements is that of OASIS's schema. */
export function writeUbl(terms: DocumentTerms, attachments: readonly EinvoiceAttachment[] = []): string {
  const { currency, totals, isCreditNote } = terms;
  const root = isCreditNote ? "CreditNote" : "Invoice";
  const amount = (name: string, value: string | undefined) => leaf(name, value, { currencyID: currency });
  const taxPointDate = leaf("cbc:TaxPointDate", terms.taxPointDate);
  const operator = terms.croatian?.operator;
  const tender = group("cac:OriginatorDocumentReference", leaf("cbc:ID", terms.tenderReference));
  return documentOf(
    root,
    {
      xmlns: `${OASIS}:${root}-2`,
      "xmlns:cac": `${OASIS}:CommonAggregateComponents-2`,
      "xmlns:cbc": `${OASIS}:CommonBasicComponents-2`,
      ...(terms.croatian === undefined ? {} : FISCAL_NAMESPACES),
    },
    fiscalData(terms),
    leaf("cbc:CustomizationID", terms.specification),
    leaf("cbc:ProfileID", terms.businessProcess),
    leaf("cbc:ID", terms.number),
    leaf("cbc:IssueDate", terms.issueDate),
    leaf("cbc:IssueTime", terms.croatian?.issueTime),
    isCreditNote ? taxPointDate : leaf("cbc:DueDate", terms.dueDate),
    leaf(`cbc:${root}TypeCode`, terms.typeCode),
    ...terms.notes.map((note) => leaf("cbc:Note", noteText(note))),
    isCreditNote ? "" : taxPointDate,
    leaf("cbc:DocumentCurrencyCode", currency),
    leaf("cbc:TaxCurrencyCode", terms.taxCurrency?.code),
    leaf("cbc:AccountingCost", terms.buyerAccountingReference),
    leaf("cbc:BuyerReference", terms.buyerReference),
    period(terms.period, terms.taxPointCode),
    orderReference(terms),
    ...terms.precedingInvoices.map(({ number, issueDate }) =>
      group(
        "cac:BillingReference",
        group("cac:InvoiceDocumentReference", leaf("cbc:ID", number), leaf("cbc:IssueDate", issueDate)),
      ),
    ),
    group("cac:DespatchDocumentReference", leaf("cbc:ID", terms.despatchReference)),
    group("cac:ReceiptDocumentReference", leaf("cbc:ID", terms.goodsReceiptReference)),
    isCreditNote ? "" : tender,
    group("cac:ContractDocumentReference", leaf("cbc:ID", terms.contractReference)),
    invoicedObject("cac:AdditionalDocumentReference", terms.invoicedObject),
    ...(terms.supportingDocuments ?? []).map(supportingDocument),
    ...attachments.map(attachedFile),
    // A credit note has no element for the project; the rules read it here, as UNTDID 1001's code 50.
    isCreditNote
      ? terms.projectReference === undefined
        ? ""
        : group(
            "cac:AdditionalDocumentReference",
            leaf("cbc:ID", terms.projectReference),
            leaf("cbc:DocumentTypeCode", "50"),
          )
      : group("cac:ProjectReference", leaf("cbc:ID", terms.projectReference)),
    isCreditNote ? tender : "",
    group(
      "cac:AccountingSupplierParty",
      party(terms.seller, terms.payment?.directDebit?.creditorId),
      group("cac:SellerContact", leaf("cbc:ID", operator?.oib), leaf("cbc:Name", operator?.name)),
    ),
    group("cac:AccountingCustomerParty", party(terms.buyer)),
    payee(terms),
    taxRepresentative(terms),
    delivery(terms),
    ...paymentMeans(terms),
    group("cac:PaymentTerms", leaf("cbc:Note", terms.paymentTerms)),
    ...terms.disbursements.map(({ description, amount: paid, reference }) =>
      group(
        "cac:PrepaidPayment",
        leaf("cbc:ID", description),
        amount("cbc:PaidAmount", decimalText(paid)),
        leaf("cbc:InstructionID", `${description} (${reference})`),
      ),
    ),
    ...terms.adjustments.map((each) => adjustment(each, currency, taxCategory("cac:TaxCategory", each))),
    group(
      "cac:TaxTotal",
      amount("cbc:TaxAmount", totals.taxAmount),
      ...terms.breakdown.map((each) => subtotal(each, currency)),
    ),
    terms.taxCurrency === undefined
      ? ""
      : group(
          "cac:TaxTotal",
          leaf("cbc:TaxAmount", terms.taxCurrency.taxAmount, { currencyID: terms.taxCurrency.code }),
        ),
    group(
      "cac:LegalMonetaryTotal",
      amount("cbc:LineExtensionAmount", totals.lineTotal),
      amount("cbc:TaxExclusiveAmount", totals.netAmount),
      amount("cbc:TaxInclusiveAmount", totals.grossAmount),
      amount("cbc:AllowanceTotalAmount", totals.allowanceTotal),
      amount("cbc:ChargeTotalAmount", totals.chargeTotal),
      amount("cbc:PrepaidAmount", totals.prepaidAmount),
      amount("cbc:PayableRoundingAmount", totals.roundingAmount),
      amount("cbc:PayableAmount", totals.payableAmount),
    ),
    ...terms.lines.map((each) => line(each, root, currency)),
  );
}

/** UBL needs the client's order (BT-13) beside the seller's (BT-14); the rules take `NA` for none. */
function orderReference({ purchaseOrderReference, salesOrderReference }: DocumentTerms): Xml {
  const absent = salesOrderReference === undefined ? undefined : "NA";
  return group(
    "cac:OrderReference",
    leaf("cbc:ID", purchaseOrderReference ?? absent),
    leaf("cbc:SalesOrderID", salesOrderReference),
  );
}

/** General information, UNTDID 4451. */
const GENERAL = "AAI";

/** UBL writes the subject into the text. So a text that begins another way needs one if it could be read as having one. */
export function noteText({ subject, text: content }: InvoiceNote): string {
  const isAmbiguous = /^[^#]*#[^#]{3}#/u.test(content);
  const code = subject ?? (isAmbiguous ? GENERAL : undefined);
  return code === undefined ? content : `#${code}#${content}`;
}

/** UNTDID 1001: the identifier of the object that an invoice or a line is about. */
const INVOICED_OBJECT = "130";

function invoicedObject(name: string, given: IdentifierTerms | undefined): Xml {
  if (given === undefined) return "";
  return group(name, identifier("cbc:ID", given), leaf("cbc:DocumentTypeCode", INVOICED_OBJECT));
}

function supportingDocument({ reference, description, url }: SupportingDocumentReference): Xml {
  return group(
    "cac:AdditionalDocumentReference",
    leaf("cbc:ID", reference),
    leaf("cbc:DocumentDescription", description),
    group("cac:Attachment", group("cac:ExternalReference", leaf("cbc:URI", url))),
  );
}

function attachedFile({ filename, mimeCode, content, description }: EinvoiceAttachment): Xml {
  return group(
    "cac:AdditionalDocumentReference",
    leaf("cbc:ID", filename),
    leaf("cbc:DocumentDescription", description),
    group("cac:Attachment", leaf("cbc:EmbeddedDocumentBinaryObject", base64Of(content), { mimeCode, filename })),
  );
}

function period(given: InvoicePeriod | undefined, descriptionCode?: string): Xml {
  return group(
    "cac:InvoicePeriod",
    leaf("cbc:StartDate", given?.start),
    leaf("cbc:EndDate", given?.end),
    leaf("cbc:DescriptionCode", descriptionCode),
  );
}

function identifier(name: string, given: IdentifierTerms | undefined): Xml {
  return leaf(name, given?.id, { schemeID: given?.scheme });
}

/** The creditor identifier (BT-90) is an identifier of the seller, in the scheme SEPA. */
function party(given: PartyTerms, creditorId?: string): Xml {
  return group(
    "cac:Party",
    identifier("cbc:EndpointID", given.electronicAddress),
    ...(given.identifiers ?? []).map((each) => group("cac:PartyIdentification", identifier("cbc:ID", each))),
    group("cac:PartyIdentification", leaf("cbc:ID", creditorId, { schemeID: "SEPA" })),
    group("cac:PartyName", leaf("cbc:Name", given.tradingName)),
    address("cac:PostalAddress", given.address),
    taxScheme(given.vatNumber, "VAT"),
    taxScheme(given.taxNumber, "FC"),
    group(
      "cac:PartyLegalEntity",
      leaf("cbc:RegistrationName", given.name),
      identifier("cbc:CompanyID", given.registration),
      leaf("cbc:CompanyLegalForm", given.legalNote),
    ),
    group(
      "cac:Contact",
      leaf("cbc:Name", given.contact?.name),
      leaf("cbc:Telephone", given.contact?.phone),
      leaf("cbc:ElectronicMail", given.contact?.email),
    ),
  );
}

function taxScheme(number: string | undefined, scheme: string): Xml {
  if (number === undefined) return "";
  return group("cac:PartyTaxScheme", leaf("cbc:CompanyID", number), group("cac:TaxScheme", leaf("cbc:ID", scheme)));
}

function address(name: string, given: Partial<AddressTerms> = {}): Xml {
  return group(
    name,
    leaf("cbc:StreetName", given.line1),
    leaf("cbc:AdditionalStreetName", given.line2),
    leaf("cbc:CityName", given.city),
    leaf("cbc:PostalZone", given.postalCode),
    leaf("cbc:CountrySubentity", given.region),
    group("cac:AddressLine", leaf("cbc:Line", given.line3)),
    group("cac:Country", leaf("cbc:IdentificationCode", given.country)),
  );
}

function payee({ payee: given }: DocumentTerms): Xml {
  return group(
    "cac:PayeeParty",
    group("cac:PartyIdentification", identifier("cbc:ID", given?.identifier)),
    group("cac:PartyName", leaf("cbc:Name", given?.name)),
    group("cac:PartyLegalEntity", identifier("cbc:CompanyID", given?.registration)),
  );
}

function taxRepresentative({ taxRepresentative: given }: DocumentTerms): Xml {
  if (given === undefined) return "";
  return group(
    "cac:TaxRepresentativeParty",
    group("cac:PartyName", leaf("cbc:Name", given.name)),
    address("cac:PostalAddress", given.address),
    taxScheme(given.vatNumber, "VAT"),
  );
}

function delivery({ deliveryDate, deliverTo }: DocumentTerms): Xml {
  return group(
    "cac:Delivery",
    leaf("cbc:ActualDeliveryDate", deliveryDate),
    group(
      "cac:DeliveryLocation",
      identifier("cbc:ID", deliverTo.identifier),
      address("cac:Address", deliverTo.address),
    ),
    group("cac:DeliveryParty", group("cac:PartyName", leaf("cbc:Name", deliverTo.name))),
  );
}

/**
 * A group for each account to pay to, which all have the same code. The text of the means is in the first alone
 * (UBL-SR-45).
 */
function paymentMeans({ payment }: DocumentTerms): Xml[] {
  if (payment === undefined) return [];
  const { means, meansText, reference, transfers, directDebit } = payment;
  return (transfers.length === 0 ? [undefined] : transfers).map((transfer, index) =>
    group(
      "cac:PaymentMeans",
      leaf("cbc:PaymentMeansCode", means, { name: index === 0 ? meansText : undefined }),
      leaf("cbc:PaymentID", reference),
      card(payment),
      group(
        "cac:PayeeFinancialAccount",
        leaf("cbc:ID", transfer?.account),
        leaf("cbc:Name", transfer?.accountName),
        group("cac:FinancialInstitutionBranch", leaf("cbc:ID", transfer?.bic)),
      ),
      group(
        "cac:PaymentMandate",
        leaf("cbc:ID", directDebit?.mandateReference),
        group("cac:PayerFinancialAccount", leaf("cbc:ID", directDebit?.debitedAccount)),
      ),
    ),
  );
}

/** UBL asks for the card's network, which the invoice does not know. */
function card({ cardLast4, cardHolder }: PaymentMeansTerms): Xml {
  if (cardLast4 === undefined) return "";
  return group(
    "cac:CardAccount",
    leaf("cbc:PrimaryAccountNumberID", cardLast4),
    leaf("cbc:NetworkID", "NA"),
    leaf("cbc:HolderName", cardHolder),
  );
}

function subtotal(given: BreakdownTerms, currency: string): Xml {
  return group(
    "cac:TaxSubtotal",
    leaf("cbc:TaxableAmount", given.taxableAmount, { currencyID: currency }),
    leaf("cbc:TaxAmount", given.taxAmount, { currencyID: currency }),
    group(
      "cac:TaxCategory",
      leaf("cbc:ID", given.category),
      leaf("cbc:Percent", given.rate),
      leaf("cbc:TaxExemptionReasonCode", given.vatexCode),
      leaf("cbc:TaxExemptionReason", given.exemptionReason),
      group("cac:TaxScheme", leaf("cbc:ID", "VAT")),
    ),
  );
}

/** The category of VAT of a line, an allowance or a charge. */
function taxCategory(name: string, { category, rate, exemption }: LineTerms | DocumentAdjustmentTerms): Xml {
  return group(
    name,
    leaf("cbc:ID", category),
    leaf("cbc:Name", exemption?.name),
    leaf("cbc:Percent", rate),
    leaf("cbc:TaxExemptionReasonCode", exemption?.vatexCode),
    leaf("cbc:TaxExemptionReason", exemption?.exemptionReason),
    group("cac:TaxScheme", leaf("cbc:ID", "VAT")),
  );
}

function adjustment(given: AdjustmentTerms, currency: string, category: Xml = ""): Xml {
  return group(
    "cac:AllowanceCharge",
    leaf("cbc:ChargeIndicator", String(given.isCharge)),
    leaf("cbc:AllowanceChargeReasonCode", given.reasonCode),
    leaf("cbc:AllowanceChargeReason", given.reason),
    leaf("cbc:MultiplierFactorNumeric", given.percent),
    leaf("cbc:Amount", given.amount, { currencyID: currency }),
    leaf("cbc:BaseAmount", given.baseAmount, { currencyID: currency }),
    category,
  );
}

/** The price before its discount (BT-148), and the discount (BT-147). */
function priceDiscount({ grossPrice }: LineTerms, currency: string): Xml {
  if (grossPrice === undefined) return "";
  return group(
    "cac:AllowanceCharge",
    leaf("cbc:ChargeIndicator", "false"),
    leaf("cbc:Amount", grossPrice.discount, { currencyID: currency }),
    leaf("cbc:BaseAmount", grossPrice.amount, { currencyID: currency }),
  );
}

function line(given: LineTerms, root: "Invoice" | "CreditNote", currency: string): Xml {
  const amount = (name: string, value: string | undefined) => leaf(name, value, { currencyID: currency });
  const quantity = root === "Invoice" ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity";
  return group(
    `cac:${root}Line`,
    leaf("cbc:ID", given.id),
    leaf("cbc:Note", given.note),
    leaf(quantity, given.quantity, { unitCode: given.unitCode }),
    amount("cbc:LineExtensionAmount", given.netAmount),
    leaf("cbc:AccountingCost", given.buyerAccountingReference),
    period(given.period),
    group("cac:OrderLineReference", leaf("cbc:LineID", given.purchaseOrderLine)),
    invoicedObject("cac:DocumentReference", given.invoicedObject),
    ...given.adjustments.map((each) => adjustment(each, currency)),
    group(
      "cac:Item",
      leaf("cbc:Description", given.description),
      leaf("cbc:Name", given.name),
      group("cac:BuyersItemIdentification", leaf("cbc:ID", given.buyerSku)),
      group("cac:SellersItemIdentification", leaf("cbc:ID", given.sku)),
      group("cac:StandardItemIdentification", identifier("cbc:ID", given.standardId)),
      group("cac:OriginCountry", leaf("cbc:IdentificationCode", given.originCountry)),
      ...(given.classifications ?? []).map(({ code, list, listVersion }) =>
        group(
          "cac:CommodityClassification",
          leaf("cbc:ItemClassificationCode", code, { listID: list, listVersionID: listVersion }),
        ),
      ),
      taxCategory("cac:ClassifiedTaxCategory", given),
      ...(given.attributes ?? []).map(({ name, value }) =>
        group("cac:AdditionalItemProperty", leaf("cbc:Name", name), leaf("cbc:Value", value)),
      ),
    ),
    group(
      "cac:Price",
      amount("cbc:PriceAmount", given.price),
      leaf("cbc:BaseQuantity", given.priceBaseQuantity, { unitCode: given.unitCode }),
      priceDiscount(given, currency),
    ),
  );
}
