import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { CurrencySales } from "../../wire.ts";
import { table } from "../lists/table.ts";
import { amountText, monthOfYearText, monthText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.start;

/** The size of the chart, in units of its own. Each month has a bar in a column of this width. */
const [COLUMN, HEIGHT] = [20, 72];

/** The net sales of twelve months in each currency, as bars. A table says the same in numbers. */
export function salesCharts(sales: readonly CurrencySales[]): TemplateResult | typeof nothing {
  if (sales.length === 0) return nothing;
  return html`
    <section class="sales" aria-labelledby="sales-title">
      <h2 id="sales-title">${words.sales}</h2>
      ${sales.map(salesChart)}
    </section>
  `;
}

function salesChart({ currency, months }: CurrencySales): TemplateResult {
  const name = months.map(({ month, net }) => `${monthOfYearText(month)}: ${amountText(net, currency)}`).join("; ");
  return html`
    <figure>
      <svg viewBox="0 0 ${COLUMN * months.length} ${HEIGHT + 14}" role="img"
        aria-labelledby="sales-${currency}" aria-describedby="months-${currency}">
        <title id="sales-${currency}">${words.salesIn(currency)}</title>
        <desc id="months-${currency}">${name}</desc>
        ${bars(months)}
      </svg>
      <details>
        <summary>${words.asTable(currency)}</summary>
        ${table({
          ...{ name: "list", caption: words.salesIn(currency), rows: months },
          columns: [
            { head: texts.year.month, cell: ({ month }) => monthOfYearText(month) },
            { head: texts.words.net, kind: "amount", isPlain: true, cell: ({ net }) => amountText(net, currency) },
          ],
        })}
      </details>
    </figure>
  `;
}

/** A month in which credit notes exceed the invoices has its bar below the line. */
function bars(months: CurrencySales["months"]): TemplateResult[] {
  const amounts = months.map(({ net }) => net);
  const [top, bottom] = [Math.max(0, ...amounts), Math.min(0, ...amounts)];
  const unit = HEIGHT / (top - bottom || 1);
  return months.map(({ month, net }, place) => {
    const left = COLUMN * place;
    const name = monthText(Number(month.slice(5)) - 1)
      .replace(".", "")
      .slice(0, 4);
    return svg`
      <rect class="net" x=${left + 3} width=${COLUMN - 6} y=${(top - Math.max(0, net)) * unit} height=${Math.abs(net) * unit} />
      <text x=${left + COLUMN / 2} y=${HEIGHT + 11} text-anchor="middle" aria-hidden="true">${name}</text>
    `;
  });
}
