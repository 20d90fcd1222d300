import { type Clock, type Company, type PanelTables, type ReportAmounts, timeZoneOf } from "faktura";
import type { StartVat } from "../wire.ts";
import { dayIn } from "./invoice-state.ts";
import { sumsByCurrency } from "./open-sums.ts";
import { startVatIn } from "./records/single-records.ts";
import { salesOfMonths } from "./year-figures.ts";

/** Books of more invoices are not read again at each change. */
const FEW_INVOICES = 2000;

/** How old the figures of larger books may be. */
const HOUR_MS = 3_600_000;

/** What {@link startVat} is asked for. */
interface VatRequest {
  /** First and last day of the period, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Those of the quarter for which sales of the one-stop shop are declared, whatever the period at home. */
  readonly ossFrom: string;
  readonly ossTo: string;
  /** Whether to compute the figures in any case. */
  readonly isForced: boolean;
}

/**
 * The VAT of the next returns, and the sales of the last months. Their sums are kept: they are computed again when the books have
 * changed, in books of more than {@link FEW_INVOICES} once an hour at most, and when the user asks for it.
 *
 * @throws Refusal `request_invalid` for invalid days
 */
export async function startVat(
  company: Company,
  companyId: string,
  { isForced, ...periods }: VatRequest,
  { tables, clock }: { readonly tables: PanelTables; readonly clock: Clock },
): Promise<StartVat> {
  const now = clock.now();
  const { books, count } = await stateOfBooks(company, now);
  const records = startVatIn(tables);
  const kept = await records.find(companyId);
  // A partial payment changes none of the counts, and the figures of a company that declares on payment.
  const profile = await company.profile();
  const { cashAccounting } = profile;
  if (kept !== undefined && !isForced && !cashAccounting && isOf(kept.vat, periods)) {
    const ageMs = now.getTime() - Date.parse(kept.vat.computedAt);
    if (kept.books === books || (count > FEW_INVOICES && ageMs < HOUR_MS)) return kept.vat;
  }
  const sales = await salesOfMonths(company, dayIn(timeZoneOf(profile), now));
  const { from, to, ossFrom, ossTo } = periods;
  const report = await company.vatReport({ from, to });
  const isSame = from === ossFrom && to === ossTo;
  const { oss, corrections } = isSame ? report : await company.vatReport({ from: ossFrom, to: ossTo });
  const sumOf = (lines: readonly ReportAmounts[]) =>
    sumsByCurrency(
      lines.flatMap(({ currency, taxAmount, surchargeAmount = 0 }) =>
        [taxAmount, surchargeAmount].map((amount) => ({ currency, amount })),
      ),
    );
  const owed = report.domestic.lines.filter(({ splitPayment }) => splitPayment !== true);
  // The import scheme has a return of its own each month.
  const ofQuarter = [...oss.lines, ...corrections.oss].filter(({ scheme }) => scheme === undefined);
  const sums = { domestic: sumOf(owed), oss: sumOf(ofQuarter) };
  const vat: StartVat = { ...periods, ...sums, unplaced: report.unplaced.length, sales, computedAt: now.toISOString() };
  await records.save(companyId, { vat, books });
  return vat;
}

/** Whether kept figures are of these periods. Those of earlier versions have no quarter, or no sales. */
function isOf(vat: Partial<StartVat>, periods: Omit<VatRequest, "isForced">): boolean {
  const isSame = (["from", "to", "ossFrom", "ossTo"] as const).every((name) => vat[name] === periods[name]);
  return isSame && vat.sales !== undefined;
}

/** A text that changes with issuing, crediting, cancelling, full payment and writing off, and each day. */
async function stateOfBooks(company: Company, now: Date) {
  const lists = await Promise.all([
    company.list({ limit: 1 }),
    company.creditNotes({ limit: 1 }),
    company.list({ status: "CANCELLED", limit: 1 }),
    company.list({ status: "PAID", limit: 1 }),
    company.list({ due: true, limit: 1 }),
  ]);
  const counts = lists.map(({ total }) => total);
  return { books: [...counts, now.toISOString().slice(0, 10)].join(" "), count: lists[0].total };
}
