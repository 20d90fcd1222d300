import type { CalendarDay } from "../domain/calendar.ts";
import type { TaxPointCode } from "../domain/codes/tax-point-codes.ts";
import type { InvoiceNote, InvoicePeriod, SupportingDocumentReference } from "../domain/invoice/generated/order.ts";
import { base64Of, type EinvoiceAttachment } from "./attachments.ts";
import { joinNotes } from "./join-notes.ts";
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

const UNECE = "urn:un:unece:uncefact:data";

/** The codes of UNTDID 2475, by those of UNTDID 2005 (BT-8). @see EN 16931: BR-CL-06 of each syntax */
const DUE_CODES = { "3": "5", "35": "29", "432": "72" } as const satisfies Record<TaxPointCode, string>;

/** The terms in UN/CEFACT's Cross Industry Invoice, D16B or D22B. The order of the elements is that of its schema. */
export function writeCii(terms: DocumentTerms, attachments: readonly EinvoiceAttachment[] = []): string {
  const all = [...terms.notes, ...notesOnOtherPreceding(terms)];
  // Peppol allows one note, and in CII no subject.
  const notes = terms.specification.includes("peppol") && all.length > 0 ? [joinNotes(all)] : all;
  return documentOf(
    "rsm:CrossIndustryInvoice",
    {
      "xmlns:rsm": `${UNECE}:standard:CrossIndustryInvoice:100`,
      "xmlns:ram": `${UNECE}:standard:ReusableAggregateBusinessInformationEntity:100`,
      "xmlns:udt": `${UNECE}:standard:UnqualifiedDataType:100`,
      "xmlns:qdt": `${UNECE}:standard:QualifiedDataType:100`,
    },
    group(
      "rsm:ExchangedDocumentContext",
      group("ram:BusinessProcessSpecifiedDocumentContextParameter", leaf("ram:ID", terms.businessProcess)),
      group("ram:GuidelineSpecifiedDocumentContextParameter", leaf("ram:ID", terms.specification)),
    ),
    group(
      "rsm:ExchangedDocument",
      leaf("ram:ID", terms.number),
      leaf("ram:TypeCode", terms.typeCode),
      day("ram:IssueDateTime", terms.issueDate),
      ...notes.map(({ subject, text: note }) =>
        group("ram:IncludedNote", leaf("ram:Content", note), leaf("ram:SubjectCode", subject)),
      ),
    ),
    group(
      "rsm:SupplyChainTradeTransaction",
      ...terms.lines.map(line),
      agreement(terms, attachments),
      delivery(terms),
      settlement(terms),
    ),
  );
}

/** D16B refers to one preceding invoice (BG-3). A note names the others. */
function notesOnOtherPreceding({ precedingInvoices, isD22b, words }: DocumentTerms): InvoiceNote[] {
  const others = isD22b ? [] : precedingInvoices.slice(1);
  if (others.length === 0) return [];
  const named = others.map(({ number, issueDate }) => `${number}${issueDate === undefined ? "" : ` (${issueDate})`}`);
  return [{ text: `${words.precedingInvoices}: ${named.join("; ")}` }];
}

/** A day in format 102, which is YYYYMMDD. */
function day(name: string, given: CalendarDay | undefined, type = "udt:DateTimeString"): Xml {
  return group(name, leaf(type, given?.replaceAll("-", ""), { format: "102" }));
}

function period({ start, end }: InvoicePeriod): Xml {
  return group("ram:BillingSpecifiedPeriod", day("ram:StartDateTime", start), day("ram:EndDateTime", end));
}

function identifier(name: string, given: IdentifierTerms | undefined): Xml {
  return leaf(name, given?.id, { schemeID: given?.scheme });
}

/** UNTDID 1001: the tender, the object that an invoice or a line is about, and a supporting document. */
const [TENDER, INVOICED_OBJECT, SUPPORTING] = ["50", "130", "916"];

function invoicedObject(given: IdentifierTerms | undefined): Xml {
  return additionalDocument(INVOICED_OBJECT, given?.id, { scheme: given?.scheme });
}

function supportingDocument({ reference, description, url }: SupportingDocumentReference): Xml {
  return additionalDocument(SUPPORTING, reference, { description, url });
}

function additionalDocument(
  typeCode: string,
  id: string | undefined,
  { scheme, description, url }: { scheme?: string | undefined } & Partial<SupportingDocumentReference> = {},
): Xml {
  if (id === undefined) return "";
  return group(
    "ram:AdditionalReferencedDocument",
    leaf("ram:IssuerAssignedID", id),
    leaf("ram:URIID", url),
    leaf("ram:TypeCode", typeCode),
    leaf("ram:Name", description),
    leaf("ram:ReferenceTypeCode", scheme),
  );
}

function attachedFile({ filename, mimeCode, content, description }: EinvoiceAttachment): Xml {
  return group(
    "ram:AdditionalReferencedDocument",
    leaf("ram:IssuerAssignedID", filename),
    leaf("ram:TypeCode", SUPPORTING),
    leaf("ram:Name", description),
    leaf("ram:AttachmentBinaryObject", base64Of(content), { mimeCode, filename }),
  );
}

function agreement(terms: DocumentTerms, attachments: readonly EinvoiceAttachment[]): Xml {
  const { taxRepresentative, projectReference } = terms;
  return group(
    "ram:ApplicableHeaderTradeAgreement",
    leaf("ram:BuyerReference", terms.buyerReference),
    party("ram:SellerTradeParty", terms.seller),
    party("ram:BuyerTradeParty", terms.buyer),
    taxRepresentative === undefined ? "" : party("ram:SellerTaxRepresentativeTradeParty", taxRepresentative),
    group("ram:SellerOrderReferencedDocument", leaf("ram:IssuerAssignedID", terms.salesOrderReference)),
    group("ram:BuyerOrderReferencedDocument", leaf("ram:IssuerAssignedID", terms.purchaseOrderReference)),
    group("ram:ContractReferencedDocument", leaf("ram:IssuerAssignedID", terms.contractReference)),
    ...(terms.supportingDocuments ?? []).map(supportingDocument),
    ...attachments.map(attachedFile),
    additionalDocument(TENDER, terms.tenderReference),
    invoicedObject(terms.invoicedObject),
    // CII asks for a name too; the rules read the identifier alone.
    projectReference === undefined
      ? ""
      : group("ram:SpecifiedProcuringProject", leaf("ram:ID", projectReference), leaf("ram:Name", "Project reference")),
  );
}

function party(name: string, given: PartyTerms): Xml {
  const { contact } = given;
  return group(
    name,
    ...partyIdentifiers(given.identifiers),
    leaf("ram:Name", given.name),
    leaf("ram:Description", given.legalNote),
    group(
      "ram:SpecifiedLegalOrganization",
      identifier("ram:ID", given.registration),
      leaf("ram:TradingBusinessName", given.tradingName),
    ),
    group(
      "ram:DefinedTradeContact",
      leaf("ram:PersonName", contact?.name),
      group("ram:TelephoneUniversalCommunication", leaf("ram:CompleteNumber", contact?.phone)),
      group("ram:EmailURIUniversalCommunication", leaf("ram:URIID", contact?.email)),
    ),
    address(given.address),
    group("ram:URIUniversalCommunication", identifier("ram:URIID", given.electronicAddress)),
    group("ram:SpecifiedTaxRegistration", leaf("ram:ID", given.vatNumber, { schemeID: "VA" })),
    group("ram:SpecifiedTaxRegistration", leaf("ram:ID", given.taxNumber, { schemeID: "FC" })),
  );
}

/** Identifiers without a scheme come before those with one. */
function partyIdentifiers(given: readonly IdentifierTerms[] = []): Xml[] {
  return [false, true].flatMap((has) =>
    given.filter(({ scheme }) => (scheme !== undefined) === has).map(partyIdentifier),
  );
}

function partyIdentifier(given: IdentifierTerms | undefined): Xml {
  return identifier(given?.scheme === undefined ? "ram:ID" : "ram:GlobalID", given);
}

function address(given: Partial<AddressTerms> = {}): Xml {
  return group(
    "ram:PostalTradeAddress",
    leaf("ram:PostcodeCode", given.postalCode),
    leaf("ram:LineOne", given.line1),
    leaf("ram:LineTwo", given.line2),
    leaf("ram:LineThree", given.line3),
    leaf("ram:CityName", given.city),
    leaf("ram:CountryID", given.country),
    leaf("ram:CountrySubDivisionName", given.region),
  );
}

/** The schema wants the element even if there is nothing in it. */
function delivery({ deliverTo, deliveryDate, ...terms }: DocumentTerms): Xml {
  const content = [
    group(
      "ram:ShipToTradeParty",
      partyIdentifier(deliverTo.identifier),
      leaf("ram:Name", deliverTo.name),
      address(deliverTo.address),
    ),
    group("ram:ActualDeliverySupplyChainEvent", day("ram:OccurrenceDateTime", deliveryDate)),
    group("ram:DespatchAdviceReferencedDocument", leaf("ram:IssuerAssignedID", terms.despatchReference)),
    group("ram:ReceivingAdviceReferencedDocument", leaf("ram:IssuerAssignedID", terms.goodsReceiptReference)),
  ];
  return group("ram:ApplicableHeaderTradeDelivery", ...content) || "<ram:ApplicableHeaderTradeDelivery/>";
}

function settlement(terms: DocumentTerms): Xml {
  const { currency, taxCurrency, totals, payee, payment } = terms;
  return group(
    "ram:ApplicableHeaderTradeSettlement",
    leaf("ram:CreditorReferenceID", payment?.directDebit?.creditorId),
    leaf("ram:PaymentReference", payment?.reference),
    leaf("ram:TaxCurrencyCode", taxCurrency?.code),
    leaf("ram:InvoiceCurrencyCode", currency),
    group(
      "ram:PayeeTradeParty",
      partyIdentifier(payee?.identifier),
      leaf("ram:Name", payee?.name),
      group("ram:SpecifiedLegalOrganization", identifier("ram:ID", payee?.registration)),
    ),
    ...(payment === undefined ? [] : paymentMeans(payment)),
    ...terms.breakdown.map((each, index) => tradeTax(each, terms, index === 0)),
    terms.period === undefined ? "" : period(terms.period),
    ...terms.adjustments.map((each) => adjustment(each, adjustmentTax(each))),
    group(
      "ram:SpecifiedTradePaymentTerms",
      leaf("ram:Description", terms.paymentTerms),
      day("ram:DueDateDateTime", terms.dueDate),
      leaf("ram:DirectDebitMandateID", payment?.directDebit?.mandateReference),
    ),
    group(
      "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
      leaf("ram:LineTotalAmount", totals.lineTotal),
      leaf("ram:ChargeTotalAmount", totals.chargeTotal),
      leaf("ram:AllowanceTotalAmount", totals.allowanceTotal),
      leaf("ram:TaxBasisTotalAmount", totals.netAmount),
      leaf("ram:TaxTotalAmount", totals.taxAmount, { currencyID: currency }),
      leaf("ram:TaxTotalAmount", taxCurrency?.taxAmount, { currencyID: taxCurrency?.code }),
      leaf("ram:RoundingAmount", totals.roundingAmount),
      leaf("ram:GrandTotalAmount", totals.grossAmount),
      leaf("ram:TotalPrepaidAmount", totals.prepaidAmount),
      leaf("ram:DuePayableAmount", totals.payableAmount),
    ),
    ...terms.precedingInvoices
      .slice(0, terms.isD22b ? undefined : 1)
      .map(({ number, issueDate }) =>
        group(
          "ram:InvoiceReferencedDocument",
          leaf("ram:IssuerAssignedID", number),
          day("ram:FormattedIssueDateTime", issueDate, "qdt:DateTimeString"),
        ),
      ),
    group("ram:ReceivableSpecifiedTradeAccountingAccount", leaf("ram:ID", terms.buyerAccountingReference)),
  );
}

/** A group for each account to pay to. All have the same means (CII-SR-467, 468). */
function paymentMeans(payment: PaymentMeansTerms): Xml[] {
  const { means, meansText, cardLast4, cardHolder, directDebit, transfers } = payment;
  return (transfers.length === 0 ? [undefined] : transfers).map((transfer) =>
    group(
      "ram:SpecifiedTradeSettlementPaymentMeans",
      leaf("ram:TypeCode", means),
      leaf("ram:Information", meansText),
      cardLast4 === undefined
        ? ""
        : group(
            "ram:ApplicableTradeSettlementFinancialCard",
            leaf("ram:ID", cardLast4),
            leaf("ram:CardholderName", cardHolder),
          ),
      group("ram:PayerPartyDebtorFinancialAccount", leaf("ram:IBANID", directDebit?.debitedAccount)),
      group(
        "ram:PayeePartyCreditorFinancialAccount",
        transfer?.isIban === true ? leaf("ram:IBANID", transfer.account) : "",
        leaf("ram:AccountName", transfer?.accountName),
        transfer?.isIban === false ? leaf("ram:ProprietaryID", transfer.account) : "",
      ),
      group("ram:PayeeSpecifiedCreditorFinancialInstitution", leaf("ram:BICID", transfer?.bic)),
    ),
  );
}

/** BT-7 is a term of the document, which CII keeps with the VAT breakdown: it is written once, with the first group. */
function tradeTax(given: BreakdownTerms, { taxPointDate, taxPointCode }: DocumentTerms, isFirst: boolean): Xml {
  return group(
    "ram:ApplicableTradeTax",
    leaf("ram:CalculatedAmount", given.taxAmount),
    leaf("ram:TypeCode", "VAT"),
    leaf("ram:ExemptionReason", given.exemptionReason),
    leaf("ram:BasisAmount", given.taxableAmount),
    leaf("ram:CategoryCode", given.category),
    leaf("ram:ExemptionReasonCode", given.vatexCode),
    isFirst ? day("ram:TaxPointDate", taxPointDate, "udt:DateString") : "",
    leaf("ram:DueDateTypeCode", isFirst && taxPointCode ? DUE_CODES[taxPointCode] : undefined),
    leaf("ram:RateApplicablePercent", given.rate),
  );
}

function adjustmentTax({ category, rate }: DocumentAdjustmentTerms): Xml {
  return group(
    "ram:CategoryTradeTax",
    leaf("ram:TypeCode", "VAT"),
    leaf("ram:CategoryCode", category),
    leaf("ram:RateApplicablePercent", rate),
  );
}

function chargeIndicator(isCharge: boolean): Xml {
  return group("ram:ChargeIndicator", leaf("udt:Indicator", String(isCharge)));
}

function adjustment(given: AdjustmentTerms, tax: Xml = ""): Xml {
  return group(
    "ram:SpecifiedTradeAllowanceCharge",
    chargeIndicator(given.isCharge),
    leaf("ram:CalculationPercent", given.percent),
    leaf("ram:BasisAmount", given.baseAmount),
    leaf("ram:ActualAmount", given.amount),
    leaf("ram:ReasonCode", given.reasonCode),
    leaf("ram:Reason", given.reason),
    tax,
  );
}

/** The price before its discount (BT-148), and the discount (BT-147). */
function grossPrice({ grossPrice: given }: LineTerms, basisQuantity: Xml): Xml {
  if (given === undefined) return "";
  return group(
    "ram:GrossPriceProductTradePrice",
    leaf("ram:ChargeAmount", given.amount),
    basisQuantity,
    group("ram:AppliedTradeAllowanceCharge", chargeIndicator(false), leaf("ram:ActualAmount", given.discount)),
  );
}

function line(given: LineTerms): Xml {
  const basisQuantity = leaf("ram:BasisQuantity", given.priceBaseQuantity, { unitCode: given.unitCode });
  return group(
    "ram:IncludedSupplyChainTradeLineItem",
    group(
      "ram:AssociatedDocumentLineDocument",
      leaf("ram:LineID", given.id),
      group("ram:IncludedNote", leaf("ram:Content", given.note)),
    ),
    group(
      "ram:SpecifiedTradeProduct",
      identifier("ram:GlobalID", given.standardId),
      leaf("ram:SellerAssignedID", given.sku),
      leaf("ram:BuyerAssignedID", given.buyerSku),
      leaf("ram:Name", given.name),
      leaf("ram:Description", given.description),
      ...(given.attributes ?? []).map(({ name, value }) =>
        group("ram:ApplicableProductCharacteristic", leaf("ram:Description", name), leaf("ram:Value", value)),
      ),
      ...(given.classifications ?? []).map(({ code, list, listVersion }) =>
        group(
          "ram:DesignatedProductClassification",
          leaf("ram:ClassCode", code, { listID: list, listVersionID: listVersion }),
        ),
      ),
      group("ram:OriginTradeCountry", leaf("ram:ID", given.originCountry)),
    ),
    group(
      "ram:SpecifiedLineTradeAgreement",
      group("ram:BuyerOrderReferencedDocument", leaf("ram:LineID", given.purchaseOrderLine)),
      grossPrice(given, basisQuantity),
      group("ram:NetPriceProductTradePrice", leaf("ram:ChargeAmount", given.price), basisQuantity),
    ),
    group("ram:SpecifiedLineTradeDelivery", leaf("ram:BilledQuantity", given.quantity, { unitCode: given.unitCode })),
    group(
      "ram:SpecifiedLineTradeSettlement",
      group(
        "ram:ApplicableTradeTax",
        leaf("ram:TypeCode", "VAT"),
        leaf("ram:CategoryCode", given.category),
        leaf("ram:RateApplicablePercent", given.rate),
      ),
      given.period === undefined ? "" : period(given.period),
      ...given.adjustments.map((each) => adjustment(each)),
      group("ram:SpecifiedTradeSettlementLineMonetarySummation", leaf("ram:LineTotalAmount", given.netAmount)),
      invoicedObject(given.invoicedObject),
      group("ram:ReceivableSpecifiedTradeAccountingAccount", leaf("ram:ID", given.buyerAccountingReference)),
    ),
  );
}
