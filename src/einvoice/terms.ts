import type { CalendarDay } from "../domain/calendar.ts";
import type { TaxPointCode } from "../domain/codes/tax-point-codes.ts";
import type { Address, TaxRepresentative } from "../domain/generated/company-profile.ts";
import type { CroatianOperator } from "../domain/generated/national.ts";
import type { InvoiceSeller } from "../domain/invoice/generated/invoice.ts";
import type { ClientContact, Disbursement, InvoiceNote, PrecedingInvoice } from "../domain/invoice/generated/order.ts";
import type { VatCategory } from "../domain/vat/category.ts";
import type { DocumentWords } from "../languages/document-words.ts";
import type { EinvoiceDocument } from "./document.ts";
import type { WRITTEN_FIELDS, WRITTEN_LINE_FIELDS, WRITTEN_SELLER_FIELDS } from "./generated/written-fields.ts";

/** A postal address and its country (BT-40, 55, 69, 80), ISO 3166-1 alpha-2 (BG-5, BG-8, BG-12, BG-15). */
export interface AddressTerms extends Address {
  readonly country: string;
}

/** An identifier and the code of the scheme that it belongs to. */
export interface IdentifierTerms {
  readonly id: string;
  readonly scheme?: string | undefined;
}

/** The seller (BG-4) or the buyer (BG-7). */
export interface PartyTerms extends Pick<InvoiceSeller, (typeof WRITTEN_SELLER_FIELDS)[number]> {
  /** BT-27, 44. */
  readonly name: string;
  /** BT-30, 47. */
  readonly registration?: IdentifierTerms | undefined;
  /** BT-31, 48. */
  readonly vatNumber?: string | undefined;
  readonly address: AddressTerms;
  /** BG-6, 9. */
  readonly contact?: ClientContact | undefined;
}

/** Who is paid instead of the seller (BG-10). */
export interface PayeeTerms {
  /** BT-59. */
  readonly name: string;
  /** BT-60. */
  readonly identifier?: IdentifierTerms | undefined;
  /** BT-61. */
  readonly registration?: IdentifierTerms | undefined;
}

/** An account to pay to (BG-17). */
export interface TransferTerms {
  /** BT-84, without spaces if it is an IBAN. */
  readonly account: string;
  readonly isIban: boolean;
  /** BT-85. */
  readonly accountName: string;
  /** BT-86. */
  readonly bic?: string | undefined;
}

/** How the document is paid (BG-16). */
export interface PaymentMeansTerms {
  /** BT-81: UNTDID 4461. */
  readonly means: string;
  /** BT-83. */
  readonly reference?: string | undefined;
  /** BG-17. */
  readonly transfers: readonly TransferTerms[];
  /** BT-82. */
  readonly meansText?: string | undefined;
  /** BG-18: the last digits of the card's number (BT-87). */
  readonly cardLast4?: string | undefined;
  /** BT-88. */
  readonly cardHolder?: string | undefined;
  /** BG-19. */
  readonly directDebit?:
    | {
        /** BT-89. */
        readonly mandateReference?: string | undefined;
        /** BT-90. */
        readonly creditorId?: string | undefined;
        /** BT-91. */
        readonly debitedAccount?: string | undefined;
      }
    | undefined;
}

/** An allowance or a charge: of a line (BG-27, BG-28) or of the document (BG-20, BG-21). */
export interface AdjustmentTerms {
  readonly isCharge: boolean;
  /** BT-92, 99, 136, 141. */
  readonly amount: string;
  /** BT-97, 104, 139, 144. */
  readonly reason?: string | undefined;
  /** BT-98, 105, 140, 145. */
  readonly reasonCode?: string | undefined;
  /** BT-94, 101, 138, 143: of {@link baseAmount}. */
  readonly percent?: string | undefined;
  /** BT-93, 100, 137, 142. */
  readonly baseAmount?: string | undefined;
}

/** Why a line, an allowance or a charge is without VAT. Only Croatia writes it there. */
export interface ExemptionTerms {
  /** The state's own name of the category. */
  readonly name: string;
  readonly exemptionReason?: string | undefined;
  readonly vatexCode?: string | undefined;
}

/** An allowance (BG-20) or a charge (BG-21) of the document. */
export interface DocumentAdjustmentTerms extends AdjustmentTerms {
  /** BT-95, 102. */
  readonly category: VatCategory;
  /** BT-96, 103, in percent; absent for what is outside the scope of VAT. */
  readonly rate?: string | undefined;
  readonly exemption?: ExemptionTerms | undefined;
}

/** A group of the VAT breakdown (BG-23). Amounts are decimal numbers, as strings. */
export interface BreakdownTerms {
  /** BT-118. */
  readonly category: VatCategory;
  /** BT-119, in percent; absent for what is outside the scope of VAT. */
  readonly rate?: string | undefined;
  /** BT-116. */
  readonly taxableAmount: string;
  /** BT-117. */
  readonly taxAmount: string;
  /** BT-120. */
  readonly exemptionReason?: string | undefined;
  /** BT-121. */
  readonly vatexCode?: string | undefined;
}

/** An invoice line (BG-25). */
export interface LineTerms extends Pick<EinvoiceDocument["items"][number], (typeof WRITTEN_LINE_FIELDS)[number]> {
  /** BT-126. */
  readonly id: string;
  /** BT-129. */
  readonly quantity: string;
  /** BT-130: UN/ECE Recommendation 20 or 21. */
  readonly unitCode: string;
  /** BT-131. */
  readonly netAmount: string;
  /** BG-27 and BG-28. */
  readonly adjustments: readonly AdjustmentTerms[];
  /** BT-146. */
  readonly price: string;
  /** BT-148, and by how much the price is less (BT-147). */
  readonly grossPrice?: { readonly amount: string; readonly discount: string } | undefined;
  /** BT-149, in the unit of the quantity. */
  readonly priceBaseQuantity?: string | undefined;
  /** BT-159. */
  readonly originCountry?: string | undefined;
  /** BT-151. */
  readonly category: VatCategory;
  /** BT-152, in percent; absent for what is outside the scope of VAT. */
  readonly rate?: string | undefined;
  readonly exemption?: ExemptionTerms | undefined;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string | undefined;
}

/**
 * What an invoice or a credit note means in EN 16931: its business terms (BT) and groups (BG), whatever the syntax that
 * they are written in. Amounts and numbers are plain decimals, as strings.
 */
export interface DocumentTerms extends Pick<EinvoiceDocument, (typeof WRITTEN_FIELDS)[number]> {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly businessProcess?: string | undefined;
  /** BT-1. */
  readonly number: string;
  /** BT-3: UNTDID 1001. */
  readonly typeCode: string;
  /** Whether the type is one of credit notes. */
  readonly isCreditNote: boolean;
  /** BT-6 and BT-111. */
  readonly taxCurrency?: { readonly code: string; readonly taxAmount: string } | undefined;
  /** BT-7. */
  readonly taxPointDate?: CalendarDay | undefined;
  /** BT-8: UNTDID 2005. */
  readonly taxPointCode?: TaxPointCode | undefined;
  /** BT-9. */
  readonly dueDate?: CalendarDay | undefined;
  /** BT-20. */
  readonly paymentTerms?: string | undefined;
  /** BG-1. */
  readonly notes: readonly InvoiceNote[];
  /** BG-3: BT-25 and BT-26. */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  /** Whether its CII is that of D22B, which refers to several preceding invoices. D16B refers to one. */
  readonly isD22b: boolean;
  /** For texts that the library adds, in the seller's language. */
  readonly words: DocumentWords;
  readonly seller: PartyTerms;
  readonly buyer: PartyTerms;
  /** Whether the client is known to be a business. */
  readonly isForBusiness: boolean;
  /** BG-11. */
  readonly taxRepresentative?:
    | (Pick<TaxRepresentative, "name" | "vatNumber"> & { readonly address: AddressTerms })
    | undefined;
  /** BT-72. */
  readonly deliveryDate?: CalendarDay | undefined;
  /** BG-10. */
  readonly payee?: PayeeTerms | undefined;
  /** BT-70, BT-71 and BG-15. */
  readonly deliverTo: {
    readonly name?: string | undefined;
    readonly identifier?: IdentifierTerms | undefined;
    readonly address?: AddressTerms | undefined;
  };
  /** BG-16. */
  readonly payment?: PaymentMeansTerms | undefined;
  /** BG-22. */
  readonly totals: {
    /** BT-106. */
    readonly lineTotal: string;
    /** BT-107. */
    readonly allowanceTotal?: string | undefined;
    /** BT-108. */
    readonly chargeTotal?: string | undefined;
    /** BT-109. */
    readonly netAmount: string;
    /** BT-110. */
    readonly taxAmount: string;
    /** BT-112. */
    readonly grossAmount: string;
    /** BT-113. */
    readonly prepaidAmount?: string | undefined;
    /** BT-114. */
    readonly roundingAmount?: string | undefined;
    /** BT-115. */
    readonly payableAmount: string;
  };
  /** BT-109 in euros; absent without a rate into them. */
  readonly netInEuros?: number | undefined;
  /** Whether {@link totals.taxAmount} contains an equivalence surcharge, for which there is no term. */
  readonly hasSurcharge: boolean;
  /** What was paid in the client's name: in XRechnung's extension BG-DEX-09, which only UBL has. */
  readonly disbursements: readonly Disbursement[];
  /** Whether {@link disbursements} are part of {@link totals.payableAmount}. */
  readonly isExtended: boolean;
  /** BG-20, then BG-21. */
  readonly adjustments: readonly DocumentAdjustmentTerms[];
  readonly breakdown: readonly BreakdownTerms[];
  readonly lines: readonly LineTerms[];
  /** What Croatia's specification adds; absent for others. */
  readonly croatian?:
    | {
        /** The time of issue in Croatia, `hh:mm:ss`. */
        readonly issueTime: string;
        /** The person who issues the document. */
        readonly operator?: CroatianOperator | undefined;
        /** Whether the order names the operator, and not the profile. */
        readonly isOperatorOfOrder: boolean;
      }
    | undefined;
}
