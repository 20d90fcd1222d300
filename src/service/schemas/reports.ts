import { z } from "zod";
import { ACCOUNTING_KINDS } from "../../domain/accounting/accounts.ts";
import { insteadOfText } from "../../domain/instead-of.ts";
import { EURO_RATE_RANGE } from "../../domain/returns/euro-rates.ts";
import { spanOfPeriod } from "../../domain/returns/period.ts";
import { calendarDay, currencyCode, decimal, objectOf, pattern, text, vatCategory, vatTreatment } from "./fields.ts";
import { lazy } from "./lazy.ts";

const { min, max } = EURO_RATE_RANGE;
const isRate = (value: number) => value >= min && value <= max;
const rate = lazy(() => decimal().refine(isRate, { error: "must be from 0.000001 to 1000000000" }));

/** `rates`, each of them as `value` says. */
function ratesOf<Value extends z.ZodType>(value: Value) {
  return z.record(
    currencyCode().refine((code) => code !== "EUR", { error: "must not be EUR: a rate gives the value of one euro" }),
    value,
  );
}

/** One rate for the last quarter, or one for each. */
const rateOrRates = (value: z.ZodType<Readonly<Record<string, number>>>) =>
  z.union([rate(), value], {
    error: ({ input }) =>
      `must be a number such as 11.2, or one for each quarter, such as { "2026-Q4": 11.2 }${insteadOfText(input)}`,
  });
const PERIOD = { error: "must be a calendar quarter, such as 2026-Q4, a month or a year" };
const ratePeriod = () => z.string().refine((text) => spanOfPeriod(text) !== undefined, PERIOD);
const days = () => ({ from: calendarDay(), to: calendarDay() });
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const NOT_IN_ORDER = { error: "must not be after `to`", path: ["from"] };
export const documentSumsSchema = lazy(() => z.strictObject(days()).refine(isInOrder, NOT_IN_ORDER));
const account = lazy(() => text(40));
const salesAccount = objectOf(() => ({
  kind: z.enum(ACCOUNTING_KINDS).optional(),
  section: z.enum(["domestic", "oss", "recapitulative", "exports", "outsideScope", "unplaced"]).optional(),
  treatment: vatTreatment().optional(),
  category: vatCategory().optional(),
  taxRate: decimal().optional(),
  country: text(10).optional(),
  account: account(),
  taxKey: text(10).optional(),
}));
const datev = objectOf(() => ({
  consultant: z.int().min(1001).max(9_999_999),
  client: z.int().min(1).max(99_999),
  fiscalYearStart: pattern(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, "a month and a day such as 07-01").optional(),
  accountLength: z.int().min(4).max(8).optional(),
  chart: pattern(/^\d{2,4}$/, "digits such as 03").optional(),
}));
const first = () => pattern(/^[1-9]\d{3,8}$/, "digits such as 10000");
const debtors = objectOf(() => ({ first: first(), clients: z.record(z.string(), account()).optional() }));
const accounts = objectOf(() => ({
  sales: z.array(salesAccount()),
  payments: z.array(z.strictObject({ method: text(100).optional(), account: account() })),
  debtors: z.union([account(), debtors()]),
  datev: datev().optional(),
}));
export const accountingRowsSchema = objectOf(
  () => ({ ...days(), accounts: accounts() }),
  (request) => request.refine(isInOrder, NOT_IN_ORDER),
);
export const vatReportSchema = objectOf(
  () => ({
    ...days(),
    asOf: calendarDay().optional(),
    rates: ratesOf(rateOrRates(z.record(ratePeriod(), rate()))).optional(),
  }),
  (request) => request.refine(isInOrder, NOT_IN_ORDER),
);
const euros = lazy(() => decimal().refine((value) => value >= 0, { error: "must be 0 or more, in euros" }));
const calendarYear = lazy(() => z.string().regex(/^[1-9]\d{3}$/, { error: "must be a calendar year, such as 2026" }));
export const ossThresholdSchema = objectOf(() => ({
  year: z.int().min(1000).max(9999),
  rates: ratesOf(rate()).optional(),
  earlierSales: z
    .union([euros(), z.record(calendarYear(), euros())], {
      error: ({ input }) =>
        `must be the sales of the year in euros, or of several years, such as { "2026": 8200 }${insteadOfText(input)}`,
    })
    .optional(),
}));
