import { z } from "zod";
import { spanOfPeriod } from "../../domain/returns/period.ts";
import { calendarDay, currencyCode } from "./fields.ts";

const rate = z.number().refine((value) => value > 0, { error: "must be above 0" });

const quarter = z.string().refine((text) => text.includes("-Q") && spanOfPeriod(text) !== undefined, {
  error: "must be a calendar quarter, such as 2026-Q4",
});

export const vatReportSchema = z
  .strictObject({
    from: calendarDay,
    to: calendarDay,
    asOf: calendarDay.optional(),
    rates: z.record(currencyCode, z.union([rate, z.record(quarter, rate)])).optional(),
  })
  .refine(({ from, to }) => from <= to, { error: "must not be after `to`", path: ["from"] });

export const ossThresholdSchema = z.strictObject({
  year: z.int().min(1000).max(9999),
  rates: z.record(currencyCode, rate).optional(),
});
