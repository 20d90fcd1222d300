import { type ReportAmounts, timeZoneOf } from "faktura";
import type { StartVat } from "../wire.ts";
import type { CompanyFigures } from "./book-figures.ts";
import { dayIn } from "./invoice-state.ts";
import { sumsByCurrency } from "./open-sums.ts";
import type { PanelBooks } from "./panel-books.ts";
import { salesOfMonths } from "./year-figures.ts";

/** What {@link startVat} is asked for. */
interface VatRequest {
  /** First and last day of the period, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Those of the quarter for which sales of the one-stop shop are declared, whatever the period at home. */
  readonly ossFrom: string;
  readonly ossTo: string;
}

/**
 * The VAT of the next returns, and the sales of the last months. In large books they may be an hour old, unless the figures are
 * forced.
 *
 * @throws Refusal `request_invalid` for invalid days
 */
export async function startVat(
  figures: CompanyFigures,
  { from, to, ossFrom, ossTo }: VatRequest,
  { clock }: Pick<PanelBooks, "clock">,
): Promise<StartVat> {
  const { report, computedAt } = await figures.of("vatReport", { from, to });
  const isSame = from === ossFrom && to === ossTo;
  const { oss, corrections } = isSame ? report : (await figures.of("vatReport", { from: ossFrom, to: ossTo })).report;
  const sales = await salesOfMonths(figures, dayIn(timeZoneOf(await figures.company.profile()), clock.now()));
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
  return { from, to, ossFrom, ossTo, ...sums, unplaced: report.unplaced.length, sales, computedAt };
}
