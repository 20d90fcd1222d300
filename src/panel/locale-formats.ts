/** Writes amounts, days and countries in one locale. */
export interface LocaleFormats {
  /** With the currency's number of decimals. A unit price may have more. */
  readonly amountText: (amount: number, currency: string) => string;
  /** `ratePercent` is in percent, as on invoices: 25.5 means 25.5 %. */
  readonly rateText: (ratePercent: number) => string;
  readonly quantityText: (quantity: number, unit: string | undefined) => string;
  /** `day` is `YYYY-MM-DD` and does not depend on the reader's time zone. */
  readonly dayText: (day: string) => string;
  /** From the first day to the last, both `YYYY-MM-DD`. */
  readonly periodText: (period: { readonly start: string; readonly end: string }) => string;
  /** The name of a country, ISO 3166-1 alpha-2. */
  readonly countryText: (code: string) => string;
}

/** The formats of a locale, BCP 47. */
export function formatsIn(locale: string): LocaleFormats {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    amountText(amount, currency) {
      const usual = new Intl.NumberFormat(locale, { style: "currency", currency });
      const { maximumFractionDigits = 2 } = usual.resolvedOptions();
      const isLonger = Number(amount.toFixed(maximumFractionDigits)) !== amount;
      const options = { style: "currency", currency, maximumFractionDigits: 20 } as const;
      return (isLonger ? new Intl.NumberFormat(locale, options) : usual).format(amount);
    },
    rateText: (ratePercent) => percents.format(ratePercent / 100),
    quantityText(quantity, unit) {
      const number = numbers.format(quantity);
      return unit === undefined ? number : `${number} ${unit}`;
    },
    dayText: (day) => days.format(dateOf(day)),
    periodText: ({ start, end }) => days.formatRange(dateOf(start), dateOf(end)),
    countryText: (code) => regions.of(code) ?? code,
  };
}
