export type { CalendarDay } from "./domain/calendar.ts";
export { determineVat } from "./domain/determine-vat.ts";
export { deriveHeaderTaxRate } from "./domain/header-tax-rate.ts";
export {
  type InvoiceTotals,
  invoiceTotals,
  type TotalsItem,
  type TotalsOptions,
  type VatBreakdownLine,
} from "./domain/invoice-totals.ts";
export { type FieldError, isRefusal, REFUSAL_CODES, Refusal, type RefusalCode } from "./domain/refusal.ts";
export { standardVatRate } from "./domain/standard-vat-rate.ts";
export type { VatCategory } from "./domain/vat-category.ts";
export type { VatClient, VatCompany, VatDecision, VatOptions, VatPlace } from "./domain/vat-decision.ts";
export { parseVatNumber, type VatNumber } from "./domain/vat-number.ts";
export { type VatRate, type VatRates, vatRatesAsOf } from "./domain/vat-rates.ts";
export type { AutomaticTreatment, Supply, VatTreatment } from "./domain/vat-table.ts";
export { isEuVatTerritory } from "./domain/vat-territory.ts";
export { VAT_WARNING_CODES, type VatWarning, type VatWarningCode } from "./domain/vat-warning.ts";
