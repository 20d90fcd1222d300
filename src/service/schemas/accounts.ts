import { z } from "zod";
import { ACCOUNTING_KINDS } from "../../domain/accounting/accounts.ts";
import { calendarDay, decimal, pattern, text, vatCategory, vatTreatment } from "./fields.ts";

const account = text(40);
const digits = (form: RegExp, example: string) => pattern(form, `digits such as ${example}`);

const salesAccount = z.strictObject({
  kind: z.enum(ACCOUNTING_KINDS).optional(),
  section: z.enum(["domestic", "oss", "recapitulative", "exports", "outsideScope", "unplaced"]).optional(),
  treatment: vatTreatment.optional(),
  category: vatCategory.optional(),
  taxRate: decimal.optional(),
  country: text(10).optional(),
  account,
  taxKey: text(10).optional(),
});

const datev = z.strictObject({
  consultant: z.int().min(1001).max(9_999_999),
  client: z.int().min(1).max(99_999),
  fiscalYearStart: pattern(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, "a month and a day such as 07-01").optional(),
  accountLength: z.int().min(4).max(8).optional(),
  chart: digits(/^\d{2,4}$/, "03").optional(),
});

const accounts = z.strictObject({
  sales: z.array(salesAccount),
  payments: z.array(z.strictObject({ method: text(100).optional(), account })),
  debtors: z.union([
    account,
    z.strictObject({
      first: digits(/^[1-9]\d{3,8}$/, "10000"),
      clients: z.record(z.string(), account).optional(),
    }),
  ]),
  datev: datev.optional(),
});

export const accountingRowsSchema = z
  .strictObject({ from: calendarDay, to: calendarDay, accounts })
  .refine(({ from, to }) => from <= to, { error: "must not be after `to`", path: ["from"] });
