export type { CalendarDay } from "./domain/calendar.ts";
export type { CurrencyCode } from "./domain/money/currency.ts";
export type { LineAmounts, LineCharge, LineDiscount, VatBreakdownLine } from "./domain/money/generated/amounts.ts";
export {
  type AllowanceAmounts,
  deriveHeaderTaxRate,
  type InvoiceTotals,
  invoiceTotals,
} from "./domain/money/totals.ts";
export type { Prices, TotalsAllowance, TotalsItem, TotalsOptions } from "./domain/money/totals-input.ts";
export { type FieldError, isRefusal, REFUSAL_CODES, Refusal, type RefusalCode } from "./domain/refusal.ts";
export type { VatCategory } from "./domain/vat/category.ts";
export { determineVat } from "./domain/vat/determine-vat.ts";
export type { VatRegistration } from "./domain/vat/generated/vat-registration.ts";
export { parseVatNumber, type VatNumber } from "./domain/vat/number/parse.ts";
export type { VatRateChoice } from "./domain/vat/rates/chosen-rate.ts";
export { equivalenceSurcharges } from "./domain/vat/rates/equivalence-surcharges.ts";
export { type LawfulVatRate, type VatRatesOptions, vatRates } from "./domain/vat/rates/lawful-rates.ts";
export { type VatRate, type VatRateKind, type VatRates, vatRatesAsOf } from "./domain/vat/rates/rate-table.ts";
export { standardVatRate } from "./domain/vat/rates/standard-rate.ts";
export type { CountryCode } from "./domain/vat/territory/country.ts";
export { isEuVatTerritory } from "./domain/vat/territory/territory.ts";
export type {
  ExemptingStates,
  ExemptionElsewhere,
  VatClient,
  VatCompany,
  VatDecision,
  VatOptions,
  VatPlace,
} from "./domain/vat/types.ts";
export { VAT_WARNING_CODES, type VatWarning, type VatWarningCode } from "./domain/vat/types.ts";
export type { AutomaticTreatment, Supply, VatTreatment } from "./domain/vat/vat-table.ts";
