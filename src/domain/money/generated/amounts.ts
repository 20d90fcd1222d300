// Written by `npm run generate` from the rows in src/fields. Change those instead.

import type { VatCategory } from "../../vat/category.ts";
import type { CountryCode } from "../../vat/territory/country.ts";

/**
 * A discount on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN
 * 16931 BG-27).
 */
export interface LineDiscount {
  /** Percent of `baseAmount` (BT-138). 0 to 100. */
  readonly percent?: number | undefined;
  /**
   * For the whole line, in the invoice's currency: at most quantity × unit price (BT-136). With a negative quantity it
   * lowers what the client gets back. 0 or more.
   */
  readonly amount?: number | undefined;
  /**
   * What `percent` is of; beside an `amount`, what that was computed from (BT-137). 0 or more. Absent: quantity × unit
   * price.
   */
  readonly baseAmount?: number | undefined;
  /** The reason, for the client (BT-139). 1 to 200 characters. */
  readonly reason?: string | undefined;
  /** The reason as a code (BT-140). A code of UNTDID 5189, such as `95` (discount) or `100` (special rebate). */
  readonly reasonCode?: string | undefined;
}

/**
 * A charge on one line: either `percent` or `amount`. Net of VAT if the prices are net, gross if they are gross (EN
 * 16931 BG-28).
 */
export interface LineCharge {
  /** Percent of `baseAmount` (BT-143). 0 to 100. */
  readonly percent?: number | undefined;
  /** For the whole line, in the invoice's currency (BT-141). 0 or more. */
  readonly amount?: number | undefined;
  /**
   * What `percent` is of; beside an `amount`, what that was computed from (BT-142). 0 or more. Absent: quantity × unit
   * price.
   */
  readonly baseAmount?: number | undefined;
  /** The reason, for the client (BT-144). 1 to 200 characters. */
  readonly reason?: string | undefined;
  /** The reason as a code (BT-145). A code of UNTDID 7161, such as `FC` (freight) or `ABK` (miscellaneous). */
  readonly reasonCode?: string | undefined;
}

/** The amounts of a line. */
export interface LineAmounts {
  /**
   * Quantity × unit price ÷ `priceBaseQuantity`, less discounts, with charges, rounded (BT-131). With gross prices its
   * share of the taxable amount. In the invoice's currency.
   */
  readonly netAmount: number;
  /** The unit price as given; only with gross prices, where `unitPrice` is the net one. */
  readonly unitPriceGross?: number | undefined;
  /** The same with the gross unit price; only with gross prices. In the invoice's currency. */
  readonly grossAmount?: number | undefined;
}

/** One group of EN 16931's VAT breakdown (BG-23): all lines of one category and rate. */
export interface VatBreakdownLine {
  /** The group's category (BT-118). A code of UNCL 5305. */
  readonly category: VatCategory;
  /**
   * EN 16931's code for the reason; `null` if the category has none (BT-121). A code of the list VATEX, such as
   * `VATEX-EU-132-1I`.
   */
  readonly vatexCode: string | null;
  /** The group's rate (BT-119). Percent, 0 to 100. */
  readonly taxRate: number;
  /**
   * The country whose rate it is. With `autoVat: false` the country in which the VAT is declared through OSS. `null` if
   * there is none. ISO 3166-1 alpha-2.
   */
  readonly rateCountry: CountryCode | null;
  /**
   * The sum of the group's line net amounts, less its allowances, with its charges (BT-116). In the invoice's currency.
   */
  readonly taxableAmount: number;
  /**
   * VAT on `taxableAmount`, or contained in the group's gross amounts; computed and rounded once (BT-117). In the
   * invoice's currency.
   */
  readonly taxAmount: number;
  /**
   * The group's rate of Spain's equivalence surcharge. Absent: it has none. Percent, 0 to 100.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeRate?: number | undefined;
  /**
   * The equivalence surcharge on `taxableAmount`, which `taxAmount` does not contain; rounded once. In the invoice's
   * currency.
   *
   * @see Ley 37/1992, artículo 161
   */
  readonly surchargeAmount?: number | undefined;
}
