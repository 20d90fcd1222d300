// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { sortedKeys } from "../../canonical-json.ts";
import type { Address, Contact, ElectronicAddress, Identifier, PaymentAccount, TaxRepresentative } from "../../generated/company-profile.ts";
import type { CroatianOperator, CroatianOrder, CroatianProfile, FrenchProfile, GermanOrder, HungarianAdvance, HungarianLine, HungarianOrder, HungarianProfile, ItalianDeliveryNote, ItalianLine, ItalianOrder, ItalianPensionFund, ItalianPerson, ItalianProfile, ItalianRegistration, NationalLine, NationalOrder, NationalProfile, PolishLine, PolishOrder, PolishOrderedItem, PolishUnit, PortugueseLine, PortugueseProfile, PortugueseSeries, SpanishClientId, SpanishLine, SpanishOrder, SpanishProfile, SpanishReplaced } from "../../generated/national.ts";
import type { LineCharge, LineDiscount } from "../../money/generated/amounts.ts";
import type { InvoiceAllowance, InvoiceBreakdownLine, InvoiceDocument, InvoiceItem, InvoiceRetention, InvoiceSeller, InvoiceWithholding, VatNumberVerification } from "./invoice.ts";
import type { CashDiscount, ClientContact, DeliveryPlace, Disbursement, ExchangeRate, InvoiceNote, InvoiceOrder, InvoicePeriod, InvoicedObject, ItemAttribute, ItemClassification, OrderItem, Payee, PaymentInstructions, PortalNumber, PrecedingInvoice, SchemeIdentifier, SupportingDocumentReference } from "./order.ts";

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function orderedAddress(given: Address): Address {
  const ordered = {} as Mutable<Address>;
  if (given.city !== undefined) ordered.city = given.city;
  if (given.line1 !== undefined) ordered.line1 = given.line1;
  if (given.line2 !== undefined) ordered.line2 = given.line2;
  if (given.line3 !== undefined) ordered.line3 = given.line3;
  if (given.postalCode !== undefined) ordered.postalCode = given.postalCode;
  if (given.region !== undefined) ordered.region = given.region;
  return ordered;
}

function orderedElectronicAddress(given: ElectronicAddress): ElectronicAddress {
  const ordered = {} as Mutable<ElectronicAddress>;
  ordered.id = given.id;
  ordered.scheme = given.scheme;
  return ordered;
}

function orderedContact(given: Contact): Contact {
  const ordered = {} as Mutable<Contact>;
  if (given.email !== undefined) ordered.email = given.email;
  if (given.name !== undefined) ordered.name = given.name;
  if (given.phone !== undefined) ordered.phone = given.phone;
  return ordered;
}

function orderedPaymentAccount(given: PaymentAccount): PaymentAccount {
  const ordered = {} as Mutable<PaymentAccount>;
  if (given.account !== undefined) ordered.account = given.account;
  if (given.bic !== undefined) ordered.bic = given.bic;
  if (given.currency !== undefined) ordered.currency = given.currency;
  if (given.iban !== undefined) ordered.iban = given.iban;
  if (given.name !== undefined) ordered.name = given.name;
  return ordered;
}

function orderedTaxRepresentative(given: TaxRepresentative): TaxRepresentative {
  const ordered = {} as Mutable<TaxRepresentative>;
  ordered.address = orderedAddress(given.address);
  ordered.country = given.country;
  ordered.name = given.name;
  ordered.vatNumber = given.vatNumber;
  return ordered;
}

export function orderedInvoiceSeller(given: InvoiceSeller): InvoiceSeller {
  const ordered = {} as Mutable<InvoiceSeller>;
  if (given.accountName !== undefined) ordered.accountName = given.accountName;
  if (given.accounts !== undefined) ordered.accounts = given.accounts.map(orderedPaymentAccount);
  if (given.address !== undefined) ordered.address = orderedAddress(given.address);
  if (given.bic !== undefined) ordered.bic = given.bic;
  if (given.businessProcess !== undefined) ordered.businessProcess = given.businessProcess;
  if (given.cashAccounting !== undefined) ordered.cashAccounting = given.cashAccounting;
  if (given.contact !== undefined) ordered.contact = orderedContact(given.contact);
  ordered.country = given.country;
  if (given.creditorId !== undefined) ordered.creditorId = given.creditorId;
  if (given.electronicAddress !== undefined) ordered.electronicAddress = orderedElectronicAddress(given.electronicAddress);
  if (given.email !== undefined) ordered.email = given.email;
  if (given.iban !== undefined) ordered.iban = given.iban;
  if (given.identifiers !== undefined) ordered.identifiers = given.identifiers.map(orderedIdentifier);
  if (given.language !== undefined) ordered.language = given.language;
  if (given.legalNote !== undefined) ordered.legalNote = given.legalNote;
  ordered.name = given.name;
  if (given.national !== undefined) ordered.national = orderedNationalProfile(given.national);
  if (given.registrationNumber !== undefined) ordered.registrationNumber = given.registrationNumber;
  if (given.registrationScheme !== undefined) ordered.registrationScheme = given.registrationScheme;
  if (given.taxNumber !== undefined) ordered.taxNumber = given.taxNumber;
  if (given.taxRepresentative !== undefined) ordered.taxRepresentative = orderedTaxRepresentative(given.taxRepresentative);
  if (given.tradingName !== undefined) ordered.tradingName = given.tradingName;
  if (given.vatNumber !== undefined) ordered.vatNumber = given.vatNumber;
  return ordered;
}

function orderedLineDiscount(given: LineDiscount): LineDiscount {
  const ordered = {} as Mutable<LineDiscount>;
  if (given.amount !== undefined) ordered.amount = given.amount + 0;
  if (given.baseAmount !== undefined) ordered.baseAmount = given.baseAmount + 0;
  if (given.percent !== undefined) ordered.percent = given.percent + 0;
  if (given.reason !== undefined) ordered.reason = given.reason;
  if (given.reasonCode !== undefined) ordered.reasonCode = given.reasonCode;
  return ordered;
}

function orderedLineCharge(given: LineCharge): LineCharge {
  const ordered = {} as Mutable<LineCharge>;
  if (given.amount !== undefined) ordered.amount = given.amount + 0;
  if (given.baseAmount !== undefined) ordered.baseAmount = given.baseAmount + 0;
  if (given.percent !== undefined) ordered.percent = given.percent + 0;
  if (given.reason !== undefined) ordered.reason = given.reason;
  if (given.reasonCode !== undefined) ordered.reasonCode = given.reasonCode;
  return ordered;
}

function orderedExchangeRate(given: ExchangeRate): ExchangeRate {
  const ordered = {} as Mutable<ExchangeRate>;
  if (given.currency !== undefined) ordered.currency = given.currency;
  ordered.date = given.date;
  ordered.rate = given.rate + 0;
  ordered.source = given.source;
  return ordered;
}

function orderedDeliveryPlace(given: DeliveryPlace): DeliveryPlace {
  const ordered = {} as Mutable<DeliveryPlace>;
  if (given.address !== undefined) ordered.address = orderedAddress(given.address);
  if (given.country !== undefined) ordered.country = given.country;
  if (given.identifier !== undefined) ordered.identifier = orderedIdentifier(given.identifier);
  if (given.name !== undefined) ordered.name = given.name;
  return ordered;
}

function orderedInvoicePeriod(given: InvoicePeriod): InvoicePeriod {
  const ordered = {} as Mutable<InvoicePeriod>;
  if (given.end !== undefined) ordered.end = given.end;
  if (given.start !== undefined) ordered.start = given.start;
  return ordered;
}

function orderedPaymentInstructions(given: PaymentInstructions): PaymentInstructions {
  const ordered = {} as Mutable<PaymentInstructions>;
  if (given.cardHolder !== undefined) ordered.cardHolder = given.cardHolder;
  if (given.cardLast4 !== undefined) ordered.cardLast4 = given.cardLast4;
  if (given.debitedAccount !== undefined) ordered.debitedAccount = given.debitedAccount;
  if (given.mandateReference !== undefined) ordered.mandateReference = given.mandateReference;
  ordered.means = given.means;
  if (given.meansText !== undefined) ordered.meansText = given.meansText;
  return ordered;
}

function orderedPortalNumber(given: PortalNumber): PortalNumber {
  const ordered = {} as Mutable<PortalNumber>;
  ordered.number = given.number;
  ordered.portal = given.portal;
  return ordered;
}

function orderedPrecedingInvoice(given: PrecedingInvoice): PrecedingInvoice {
  const ordered = {} as Mutable<PrecedingInvoice>;
  if (given.issueDate !== undefined) ordered.issueDate = given.issueDate;
  ordered.number = given.number;
  if (given.portalNumbers !== undefined) ordered.portalNumbers = given.portalNumbers.map(orderedPortalNumber);
  return ordered;
}

function orderedInvoiceNote(given: InvoiceNote): InvoiceNote {
  const ordered = {} as Mutable<InvoiceNote>;
  if (given.subject !== undefined) ordered.subject = given.subject;
  ordered.text = given.text;
  return ordered;
}

function orderedSchemeIdentifier(given: SchemeIdentifier): SchemeIdentifier {
  const ordered = {} as Mutable<SchemeIdentifier>;
  ordered.id = given.id;
  ordered.scheme = given.scheme;
  return ordered;
}

function orderedInvoicedObject(given: InvoicedObject): InvoicedObject {
  const ordered = {} as Mutable<InvoicedObject>;
  ordered.id = given.id;
  if (given.scheme !== undefined) ordered.scheme = given.scheme;
  return ordered;
}

function orderedItemClassification(given: ItemClassification): ItemClassification {
  const ordered = {} as Mutable<ItemClassification>;
  ordered.code = given.code;
  ordered.list = given.list;
  if (given.listVersion !== undefined) ordered.listVersion = given.listVersion;
  return ordered;
}

function orderedItemAttribute(given: ItemAttribute): ItemAttribute {
  const ordered = {} as Mutable<ItemAttribute>;
  ordered.name = given.name;
  ordered.value = given.value;
  return ordered;
}

function orderedIdentifier(given: Identifier): Identifier {
  const ordered = {} as Mutable<Identifier>;
  ordered.id = given.id;
  if (given.scheme !== undefined) ordered.scheme = given.scheme;
  return ordered;
}

function orderedClientContact(given: ClientContact): ClientContact {
  const ordered = {} as Mutable<ClientContact>;
  if (given.email !== undefined) ordered.email = given.email;
  if (given.name !== undefined) ordered.name = given.name;
  if (given.phone !== undefined) ordered.phone = given.phone;
  return ordered;
}

function orderedPayee(given: Payee): Payee {
  const ordered = {} as Mutable<Payee>;
  if (given.identifier !== undefined) ordered.identifier = orderedIdentifier(given.identifier);
  ordered.name = given.name;
  if (given.registrationNumber !== undefined) ordered.registrationNumber = given.registrationNumber;
  if (given.registrationScheme !== undefined) ordered.registrationScheme = given.registrationScheme;
  return ordered;
}

function orderedSupportingDocumentReference(given: SupportingDocumentReference): SupportingDocumentReference {
  const ordered = {} as Mutable<SupportingDocumentReference>;
  if (given.description !== undefined) ordered.description = given.description;
  ordered.reference = given.reference;
  if (given.url !== undefined) ordered.url = given.url;
  return ordered;
}

function orderedGermanOrder(given: GermanOrder): GermanOrder {
  const ordered = {} as Mutable<GermanOrder>;
  if (given.workOnLand !== undefined) ordered.workOnLand = given.workOnLand;
  return ordered;
}

function orderedFrenchProfile(given: FrenchProfile): FrenchProfile {
  const ordered = {} as Mutable<FrenchProfile>;
  if (given.vatOnDebits !== undefined) ordered.vatOnDebits = given.vatOnDebits;
  return ordered;
}

function orderedCroatianOperator(given: CroatianOperator): CroatianOperator {
  const ordered = {} as Mutable<CroatianOperator>;
  ordered.name = given.name;
  ordered.oib = given.oib;
  return ordered;
}

function orderedCroatianProfile(given: CroatianProfile): CroatianProfile {
  const ordered = {} as Mutable<CroatianProfile>;
  if (given.operator !== undefined) ordered.operator = orderedCroatianOperator(given.operator);
  if (given.register !== undefined) ordered.register = given.register;
  return ordered;
}

function orderedCroatianOrder(given: CroatianOrder): CroatianOrder {
  const ordered = {} as Mutable<CroatianOrder>;
  if (given.fiscalized !== undefined) ordered.fiscalized = given.fiscalized;
  if (given.operator !== undefined) ordered.operator = orderedCroatianOperator(given.operator);
  if (given.paperNumber !== undefined) ordered.paperNumber = given.paperNumber;
  if (given.register !== undefined) ordered.register = given.register;
  return ordered;
}

function orderedHungarianProfile(given: HungarianProfile): HungarianProfile {
  const ordered = {} as Mutable<HungarianProfile>;
  if (given.appearance !== undefined) ordered.appearance = given.appearance;
  if (given.groupMember !== undefined) ordered.groupMember = given.groupMember;
  if (given.smallTaxpayer !== undefined) ordered.smallTaxpayer = given.smallTaxpayer;
  if (given.taxNumber !== undefined) ordered.taxNumber = given.taxNumber;
  return ordered;
}

function orderedHungarianAdvance(given: HungarianAdvance): HungarianAdvance {
  const ordered = {} as Mutable<HungarianAdvance>;
  if (given.exchangeRate !== undefined) ordered.exchangeRate = given.exchangeRate + 0;
  ordered.number = given.number;
  ordered.paidOn = given.paidOn;
  return ordered;
}

function orderedHungarianOrder(given: HungarianOrder): HungarianOrder {
  const ordered = {} as Mutable<HungarianOrder>;
  if (given.advances !== undefined) ordered.advances = given.advances.map(orderedHungarianAdvance);
  if (given.appearance !== undefined) ordered.appearance = given.appearance;
  if (given.clientGroupMember !== undefined) ordered.clientGroupMember = given.clientGroupMember;
  if (given.clientTaxNumber !== undefined) ordered.clientTaxNumber = given.clientTaxNumber;
  if (given.reportIsInvoice !== undefined) ordered.reportIsInvoice = given.reportIsInvoice;
  return ordered;
}

function orderedHungarianLine(given: HungarianLine): HungarianLine {
  const ordered = {} as Mutable<HungarianLine>;
  if (given.teszor !== undefined) ordered.teszor = given.teszor;
  if (given.vatCase !== undefined) ordered.vatCase = given.vatCase;
  if (given.vtsz !== undefined) ordered.vtsz = given.vtsz;
  return ordered;
}

function orderedItalianPerson(given: ItalianPerson): ItalianPerson {
  const ordered = {} as Mutable<ItalianPerson>;
  ordered.firstName = given.firstName;
  ordered.lastName = given.lastName;
  return ordered;
}

function orderedItalianRegistration(given: ItalianRegistration): ItalianRegistration {
  const ordered = {} as Mutable<ItalianRegistration>;
  if (given.capital !== undefined) ordered.capital = given.capital + 0;
  if (given.inLiquidation !== undefined) ordered.inLiquidation = given.inLiquidation;
  ordered.number = given.number;
  ordered.office = given.office;
  if (given.soleShareholder !== undefined) ordered.soleShareholder = given.soleShareholder;
  return ordered;
}

function orderedItalianProfile(given: ItalianProfile): ItalianProfile {
  const ordered = {} as Mutable<ItalianProfile>;
  if (given.person !== undefined) ordered.person = orderedItalianPerson(given.person);
  if (given.registration !== undefined) ordered.registration = orderedItalianRegistration(given.registration);
  if (given.taxRegime !== undefined) ordered.taxRegime = given.taxRegime;
  if (given.transmitter !== undefined) ordered.transmitter = given.transmitter;
  return ordered;
}

function orderedItalianDeliveryNote(given: ItalianDeliveryNote): ItalianDeliveryNote {
  const ordered = {} as Mutable<ItalianDeliveryNote>;
  ordered.date = given.date;
  ordered.number = given.number;
  return ordered;
}

function orderedItalianOrder(given: ItalianOrder): ItalianOrder {
  const ordered = {} as Mutable<ItalianOrder>;
  if (given.clientPerson !== undefined) ordered.clientPerson = orderedItalianPerson(given.clientPerson);
  if (given.deliveryNotes !== undefined) ordered.deliveryNotes = given.deliveryNotes.map(orderedItalianDeliveryNote);
  if (given.documentType !== undefined) ordered.documentType = given.documentType;
  if (given.recipientCode !== undefined) ordered.recipientCode = given.recipientCode;
  if (given.splitPayment !== undefined) ordered.splitPayment = given.splitPayment;
  if (given.stampDuty !== undefined) ordered.stampDuty = given.stampDuty;
  return ordered;
}

function orderedItalianPensionFund(given: ItalianPensionFund): ItalianPensionFund {
  const ordered = {} as Mutable<ItalianPensionFund>;
  ordered.percent = given.percent + 0;
  ordered.type = given.type;
  return ordered;
}

function orderedItalianLine(given: ItalianLine): ItalianLine {
  const ordered = {} as Mutable<ItalianLine>;
  if (given.nature !== undefined) ordered.nature = given.nature;
  if (given.pensionFund !== undefined) ordered.pensionFund = orderedItalianPensionFund(given.pensionFund);
  if (given.withheld !== undefined) ordered.withheld = given.withheld;
  return ordered;
}

function orderedPolishUnit(given: PolishUnit): PolishUnit {
  const ordered = {} as Mutable<PolishUnit>;
  ordered.id = given.id;
  ordered.name = given.name;
  return ordered;
}

function orderedPolishOrderedItem(given: PolishOrderedItem): PolishOrderedItem {
  const ordered = {} as Mutable<PolishOrderedItem>;
  ordered.description = given.description;
  ordered.quantity = given.quantity + 0;
  ordered.taxRate = given.taxRate + 0;
  if (given.unit !== undefined) ordered.unit = given.unit;
  ordered.unitPrice = given.unitPrice + 0;
  return ordered;
}

function orderedPolishOrder(given: PolishOrder): PolishOrder {
  const ordered = {} as Mutable<PolishOrder>;
  if (given.correctionType !== undefined) ordered.correctionType = given.correctionType;
  if (given.exemptionBasis !== undefined) ordered.exemptionBasis = given.exemptionBasis;
  if (given.groupMember !== undefined) ordered.groupMember = orderedPolishUnit(given.groupMember);
  if (given.localUnit !== undefined) ordered.localUnit = orderedPolishUnit(given.localUnit);
  if (given.orderedItems !== undefined) ordered.orderedItems = given.orderedItems.map(orderedPolishOrderedItem);
  if (given.splitPayment !== undefined) ordered.splitPayment = given.splitPayment;
  return ordered;
}

function orderedPolishLine(given: PolishLine): PolishLine {
  const ordered = {} as Mutable<PolishLine>;
  if (given.annex15 !== undefined) ordered.annex15 = given.annex15;
  if (given.goodsGroup !== undefined) ordered.goodsGroup = given.goodsGroup;
  if (given.pkwiu !== undefined) ordered.pkwiu = given.pkwiu;
  if (given.procedure !== undefined) ordered.procedure = given.procedure;
  return ordered;
}

function orderedPortugueseSeries(given: PortugueseSeries): PortugueseSeries {
  const ordered = {} as Mutable<PortugueseSeries>;
  ordered.code = given.code;
  ordered.prefix = given.prefix;
  ordered.type = given.type;
  return ordered;
}

function orderedPortugueseProfile(given: PortugueseProfile): PortugueseProfile {
  const ordered = {} as Mutable<PortugueseProfile>;
  if (given.exemption !== undefined) ordered.exemption = given.exemption;
  if (given.series !== undefined) ordered.series = given.series.map(orderedPortugueseSeries);
  return ordered;
}

function orderedPortugueseLine(given: PortugueseLine): PortugueseLine {
  const ordered = {} as Mutable<PortugueseLine>;
  if (given.exemption !== undefined) ordered.exemption = given.exemption;
  if (given.productType !== undefined) ordered.productType = given.productType;
  if (given.region !== undefined) ordered.region = given.region;
  return ordered;
}

function orderedSpanishClientId(given: SpanishClientId): SpanishClientId {
  const ordered = {} as Mutable<SpanishClientId>;
  if (given.country !== undefined) ordered.country = given.country;
  ordered.id = given.id;
  ordered.type = given.type;
  return ordered;
}

function orderedSpanishReplaced(given: SpanishReplaced): SpanishReplaced {
  const ordered = {} as Mutable<SpanishReplaced>;
  ordered.net = given.net + 0;
  if (given.surcharge !== undefined) ordered.surcharge = given.surcharge + 0;
  ordered.tax = given.tax + 0;
  return ordered;
}

function orderedSpanishProfile(given: SpanishProfile): SpanishProfile {
  const ordered = {} as Mutable<SpanishProfile>;
  if (given.description !== undefined) ordered.description = given.description;
  return ordered;
}

function orderedSpanishOrder(given: SpanishOrder): SpanishOrder {
  const ordered = {} as Mutable<SpanishOrder>;
  if (given.clientId !== undefined) ordered.clientId = orderedSpanishClientId(given.clientId);
  if (given.correctionType !== undefined) ordered.correctionType = given.correctionType;
  if (given.description !== undefined) ordered.description = given.description;
  if (given.invoiceType !== undefined) ordered.invoiceType = given.invoiceType;
  if (given.replaced !== undefined) ordered.replaced = orderedSpanishReplaced(given.replaced);
  return ordered;
}

function orderedSpanishLine(given: SpanishLine): SpanishLine {
  const ordered = {} as Mutable<SpanishLine>;
  if (given.equivalenceSurcharge !== undefined) ordered.equivalenceSurcharge = given.equivalenceSurcharge;
  if (given.exemption !== undefined) ordered.exemption = given.exemption;
  if (given.regime !== undefined) ordered.regime = given.regime;
  if (given.surchargeRate !== undefined) ordered.surchargeRate = given.surchargeRate + 0;
  return ordered;
}

function orderedNationalProfile(given: NationalProfile): NationalProfile {
  const ordered = {} as Mutable<NationalProfile>;
  if (given.es !== undefined) ordered.es = orderedSpanishProfile(given.es);
  if (given.fr !== undefined) ordered.fr = orderedFrenchProfile(given.fr);
  if (given.hr !== undefined) ordered.hr = orderedCroatianProfile(given.hr);
  if (given.hu !== undefined) ordered.hu = orderedHungarianProfile(given.hu);
  if (given.it !== undefined) ordered.it = orderedItalianProfile(given.it);
  if (given.pt !== undefined) ordered.pt = orderedPortugueseProfile(given.pt);
  return ordered;
}

function orderedNationalOrder(given: NationalOrder): NationalOrder {
  const ordered = {} as Mutable<NationalOrder>;
  if (given.de !== undefined) ordered.de = orderedGermanOrder(given.de);
  if (given.es !== undefined) ordered.es = orderedSpanishOrder(given.es);
  if (given.hr !== undefined) ordered.hr = orderedCroatianOrder(given.hr);
  if (given.hu !== undefined) ordered.hu = orderedHungarianOrder(given.hu);
  if (given.it !== undefined) ordered.it = orderedItalianOrder(given.it);
  if (given.pl !== undefined) ordered.pl = orderedPolishOrder(given.pl);
  return ordered;
}

function orderedNationalLine(given: NationalLine): NationalLine {
  const ordered = {} as Mutable<NationalLine>;
  if (given.es !== undefined) ordered.es = orderedSpanishLine(given.es);
  if (given.hu !== undefined) ordered.hu = orderedHungarianLine(given.hu);
  if (given.it !== undefined) ordered.it = orderedItalianLine(given.it);
  if (given.pl !== undefined) ordered.pl = orderedPolishLine(given.pl);
  if (given.pt !== undefined) ordered.pt = orderedPortugueseLine(given.pt);
  return ordered;
}

function orderedCashDiscount(given: CashDiscount): CashDiscount {
  const ordered = {} as Mutable<CashDiscount>;
  ordered.days = given.days + 0;
  ordered.percent = given.percent + 0;
  return ordered;
}

function orderedDisbursement(given: Disbursement): Disbursement {
  const ordered = {} as Mutable<Disbursement>;
  ordered.amount = given.amount + 0;
  ordered.description = given.description;
  ordered.reference = given.reference;
  return ordered;
}

export function orderedInvoiceWithholding(given: InvoiceWithholding): InvoiceWithholding {
  const ordered = {} as Mutable<InvoiceWithholding>;
  ordered.amount = given.amount + 0;
  if (given.baseAmount !== undefined) ordered.baseAmount = given.baseAmount + 0;
  if (given.basePercent !== undefined) ordered.basePercent = given.basePercent + 0;
  if (given.code !== undefined) ordered.code = given.code;
  ordered.percent = given.percent + 0;
  ordered.reason = given.reason;
  if (given.type !== undefined) ordered.type = given.type;
  return ordered;
}

export function orderedInvoiceRetention(given: InvoiceRetention): InvoiceRetention {
  const ordered = {} as Mutable<InvoiceRetention>;
  ordered.amount = given.amount + 0;
  ordered.dueOn = given.dueOn;
  if (given.percent !== undefined) ordered.percent = given.percent + 0;
  ordered.reason = given.reason;
  return ordered;
}

export function orderedInvoiceAllowance(given: InvoiceAllowance): InvoiceAllowance {
  const ordered = {} as Mutable<InvoiceAllowance>;
  if (given.advance !== undefined) ordered.advance = given.advance;
  ordered.amount = given.amount + 0;
  if (given.baseAmount !== undefined) ordered.baseAmount = given.baseAmount + 0;
  if (given.exemptionReason !== undefined) ordered.exemptionReason = given.exemptionReason;
  ordered.netAmount = given.netAmount + 0;
  if (given.percent !== undefined) ordered.percent = given.percent + 0;
  if (given.placeOfSupply !== undefined) ordered.placeOfSupply = given.placeOfSupply;
  if (given.rateCountry !== undefined) ordered.rateCountry = given.rateCountry;
  if (given.reason !== undefined) ordered.reason = given.reason;
  if (given.reasonCode !== undefined) ordered.reasonCode = given.reasonCode;
  if (given.supply !== undefined) ordered.supply = given.supply;
  if (given.surchargeAmount !== undefined) ordered.surchargeAmount = given.surchargeAmount + 0;
  if (given.surchargeRate !== undefined) ordered.surchargeRate = given.surchargeRate + 0;
  if (given.taxAmount !== undefined) ordered.taxAmount = given.taxAmount + 0;
  ordered.taxRate = given.taxRate + 0;
  ordered.vatCategory = given.vatCategory;
  if (given.vatexCode !== undefined) ordered.vatexCode = given.vatexCode;
  return ordered;
}

export function orderedInvoiceBreakdownLine(given: InvoiceBreakdownLine): InvoiceBreakdownLine {
  const ordered = {} as Mutable<InvoiceBreakdownLine>;
  ordered.category = given.category;
  if (given.exemptionReason !== undefined) ordered.exemptionReason = given.exemptionReason;
  ordered.rateCountry = given.rateCountry;
  if (given.surchargeAmount !== undefined) ordered.surchargeAmount = given.surchargeAmount + 0;
  if (given.surchargeRate !== undefined) ordered.surchargeRate = given.surchargeRate + 0;
  ordered.taxAmount = given.taxAmount + 0;
  ordered.taxRate = given.taxRate + 0;
  ordered.taxableAmount = given.taxableAmount + 0;
  ordered.vatexCode = given.vatexCode;
  return ordered;
}

export function orderedVatNumberVerification(given: VatNumberVerification): VatNumberVerification {
  const ordered = {} as Mutable<VatNumberVerification>;
  if (given.consultationNumber !== undefined) ordered.consultationNumber = given.consultationNumber;
  ordered.status = given.status;
  ordered.verifiedAt = given.verifiedAt;
  return ordered;
}

/** The order's line with what was computed of it. */
export function orderedInvoiceItem(
  order: OrderItem,
  line: Pick<InvoiceItem, "unitPrice" | "taxRate" | "vatCategory" | "rateCountry" | "surchargeRate" | "netAmount" | "unitPriceGross" | "grossAmount">,
): InvoiceItem {
  const ordered = {} as Mutable<InvoiceItem>;
  if (order.attributes !== undefined) ordered.attributes = order.attributes.map(orderedItemAttribute);
  if (order.buyerAccountingReference !== undefined) ordered.buyerAccountingReference = order.buyerAccountingReference;
  if (order.buyerSku !== undefined) ordered.buyerSku = order.buyerSku;
  if (order.charges !== undefined) ordered.charges = order.charges.map(orderedLineCharge);
  if (order.classifications !== undefined) ordered.classifications = order.classifications.map(orderedItemClassification);
  ordered.description = order.description;
  if (order.discount !== undefined) ordered.discount = orderedLineDiscount(order.discount);
  if (order.discounts !== undefined) ordered.discounts = order.discounts.map(orderedLineDiscount);
  if (order.dispatchedFrom !== undefined) ordered.dispatchedFrom = order.dispatchedFrom;
  if (order.exemptionReason !== undefined) ordered.exemptionReason = order.exemptionReason;
  if (line.grossAmount !== undefined) ordered.grossAmount = line.grossAmount + 0;
  if (order.heading !== undefined) ordered.heading = order.heading;
  if (order.id !== undefined) ordered.id = order.id;
  if (order.invoicedObject !== undefined) ordered.invoicedObject = orderedInvoicedObject(order.invoicedObject);
  if (order.national !== undefined) ordered.national = orderedNationalLine(order.national);
  ordered.netAmount = line.netAmount + 0;
  if (order.note !== undefined) ordered.note = order.note;
  if (order.originCountry !== undefined) ordered.originCountry = order.originCountry;
  if (order.period !== undefined) ordered.period = orderedInvoicePeriod(order.period);
  if (order.placeOfSupply !== undefined) ordered.placeOfSupply = order.placeOfSupply;
  if (order.priceBaseQuantity !== undefined) ordered.priceBaseQuantity = order.priceBaseQuantity + 0;
  if (order.priceDiscount !== undefined) ordered.priceDiscount = order.priceDiscount + 0;
  if (order.purchaseOrderLine !== undefined) ordered.purchaseOrderLine = order.purchaseOrderLine;
  ordered.quantity = order.quantity + 0;
  if (line.rateCountry !== undefined) ordered.rateCountry = line.rateCountry;
  if (order.sku !== undefined) ordered.sku = order.sku;
  if (order.standardId !== undefined) ordered.standardId = orderedSchemeIdentifier(order.standardId);
  if (order.supply !== undefined) ordered.supply = order.supply;
  if (line.surchargeRate !== undefined) ordered.surchargeRate = line.surchargeRate + 0;
  ordered.taxRate = line.taxRate + 0;
  if (order.unit !== undefined) ordered.unit = order.unit;
  if (order.unitCode !== undefined) ordered.unitCode = order.unitCode;
  ordered.unitPrice = line.unitPrice + 0;
  if (line.unitPriceGross !== undefined) ordered.unitPriceGross = line.unitPriceGross + 0;
  ordered.vatCategory = line.vatCategory;
  if (order.vatexCode !== undefined) ordered.vatexCode = order.vatexCode;
  return ordered;
}

/** The fields of a document that are not the order's. Their own keys are in order already. */
export type OwnFields = Pick<InvoiceDocument, "documentVersion" | "id" | "invoiceNumber" | "issueDate" | "issuedAt" | "taxPointDate" | "seller" | "currency" | "items" | "allowances" | "charges" | "taxRate" | "lineTotal" | "allowanceTotal" | "chargeTotal" | "subtotal" | "taxTotal" | "surchargeTotal" | "total" | "advanceTotal" | "disbursementTotal" | "withheldTotal" | "payable" | "vatBreakdown" | "vatTreatment" | "vatNote" | "vatReason" | "warnings" | "documentType" | "replaces" | "supplyDate" | "registrationCountry" | "clientVatNumber" | "taxCurrency" | "taxTotalInTaxCurrency" | "withholdings" | "retentions" | "paymentTerms" | "vatNumberVerification">;

/** The document of an order. Absent fields are `undefined`, which JSON leaves out. */
export function orderedInvoiceDocument(order: InvoiceOrder, own: OwnFields): InvoiceDocument {
  return {
    advanceTotal: own.advanceTotal,
    advances: order.advances,
    allowanceTotal: own.allowanceTotal,
    allowances: own.allowances,
    businessProcess: order.businessProcess,
    buyerAccountingReference: order.buyerAccountingReference,
    buyerReference: order.buyerReference,
    cashDiscounts: order.cashDiscounts === undefined ? undefined : order.cashDiscounts.map(orderedCashDiscount),
    chargeTotal: own.chargeTotal,
    charges: own.charges,
    clientAddress: order.clientAddress === undefined ? undefined : orderedAddress(order.clientAddress),
    clientContact: order.clientContact === undefined ? undefined : orderedClientContact(order.clientContact),
    clientCountry: order.clientCountry,
    clientElectronicAddress: order.clientElectronicAddress === undefined ? undefined : orderedElectronicAddress(order.clientElectronicAddress),
    clientEmail: order.clientEmail,
    clientIdentifier: order.clientIdentifier === undefined ? undefined : orderedSchemeIdentifier(order.clientIdentifier),
    clientLanguage: order.clientLanguage,
    clientName: order.clientName,
    clientNumber: order.clientNumber,
    clientRegistrationNumber: order.clientRegistrationNumber,
    clientRegistrationScheme: order.clientRegistrationScheme,
    clientTradingName: order.clientTradingName,
    clientVatNumber: own.clientVatNumber,
    contractReference: order.contractReference,
    currency: own.currency,
    deliverTo: order.deliverTo === undefined ? undefined : orderedDeliveryPlace(order.deliverTo),
    despatchReference: order.despatchReference,
    disbursementTotal: own.disbursementTotal,
    disbursements: order.disbursements === undefined ? undefined : order.disbursements.map(orderedDisbursement),
    dispatchedFrom: order.dispatchedFrom,
    documentType: own.documentType,
    documentVersion: own.documentVersion,
    dueDate: order.dueDate,
    exchangeRate: order.exchangeRate === undefined ? undefined : orderedExchangeRate(order.exchangeRate),
    goodsReceiptReference: order.goodsReceiptReference,
    id: own.id,
    importer: order.importer,
    invoiceNumber: own.invoiceNumber,
    invoicedObject: order.invoicedObject === undefined ? undefined : orderedInvoicedObject(order.invoicedObject),
    isCompany: order.isCompany,
    issueDate: own.issueDate,
    issuedAt: own.issuedAt,
    items: own.items,
    lineTotal: own.lineTotal,
    metadata: order.metadata === undefined ? undefined : sortedKeys(order.metadata),
    national: order.national === undefined ? undefined : orderedNationalOrder(order.national),
    note: order.note,
    notes: order.notes === undefined ? undefined : order.notes.map(orderedInvoiceNote),
    payable: own.payable,
    payee: order.payee === undefined ? undefined : orderedPayee(order.payee),
    payment: order.payment === undefined ? undefined : orderedPaymentInstructions(order.payment),
    paymentReference: order.paymentReference,
    paymentTerms: own.paymentTerms,
    period: order.period === undefined ? undefined : orderedInvoicePeriod(order.period),
    placeOfSupply: order.placeOfSupply,
    precedingInvoices: order.precedingInvoices === undefined ? undefined : order.precedingInvoices.map(orderedPrecedingInvoice),
    prepaidAmount: order.prepaidAmount === undefined ? undefined : order.prepaidAmount + 0,
    prices: order.prices,
    projectReference: order.projectReference,
    purchaseOrderReference: order.purchaseOrderReference,
    reference: order.reference,
    registrationCountry: own.registrationCountry,
    replaces: own.replaces,
    retentions: own.retentions,
    roundingAmount: order.roundingAmount === undefined ? undefined : order.roundingAmount + 0,
    salesOrderReference: order.salesOrderReference,
    selfBilled: order.selfBilled,
    seller: own.seller,
    series: order.series,
    subtotal: own.subtotal,
    supply: order.supply,
    supplyDate: own.supplyDate,
    supportingDocuments: order.supportingDocuments === undefined ? undefined : order.supportingDocuments.map(orderedSupportingDocumentReference),
    surchargeTotal: own.surchargeTotal,
    taxCurrency: own.taxCurrency,
    taxPointCode: order.taxPointCode,
    taxPointDate: own.taxPointDate,
    taxRate: own.taxRate,
    taxTotal: own.taxTotal,
    taxTotalInTaxCurrency: own.taxTotalInTaxCurrency,
    tenderReference: order.tenderReference,
    total: own.total,
    triangular: order.triangular,
    vatBreakdown: own.vatBreakdown,
    vatNote: own.vatNote,
    vatNumberVerification: own.vatNumberVerification,
    vatReason: own.vatReason,
    vatTreatment: own.vatTreatment,
    warnings: own.warnings,
    withheldTotal: own.withheldTotal,
    withholdings: own.withholdings,
  };
}
