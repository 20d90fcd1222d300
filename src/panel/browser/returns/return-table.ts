import type { ReportAmounts } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { type ReturnColumn, type ReturnRow, type ReturnSection, returnColumns } from "../../return-sections.ts";
import { stateText } from "../invoices/state-text.ts";
import { csvLink } from "../lists/csv-link.ts";
import { amountText, countNumber, dayText, listText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { returnPeriodText } from "./return-period.ts";

/** Rows that a page shows of a section. The file has all. */
const SHOWN_ROWS = 200;

/** Columns whose values are aligned to the right. */
const NUMBERS: readonly ReturnColumn[] = ["rate", "taxableAmount", "taxAmount", "surchargeRate", "surchargeAmount"];

/** Where all rows of a section are a file. */
interface FileOfRows {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A section of the returns as a table, with its sum and a link to its file. */
export function returnTable(
  section: ReturnSection,
  rows: readonly ReturnRow[],
  sum: ReportAmounts | null,
  file: FileOfRows,
): TemplateResult {
  const { headings, hints, columns, csv, first } = texts.returns;
  // The amounts have the currency.
  const shown = returnColumns(section, rows).filter((column) => column !== "currency");
  const id = `section-${section}`;
  const classOf = (column: ReturnColumn) => {
    if (NUMBERS.includes(column)) return "amount";
    return column === "on" || column === "recordedOn" ? "day" : nothing;
  };
  return html`
    <section class="return" aria-labelledby=${id}>
      <h2 id=${id}>${headings[section]}</h2>
      <p class="hint">${hints[section]}</p>
      <table class="list">
        <caption class="heard">${headings[section]}</caption>
        <thead>
          <tr>${shown.map((column) => html`<th scope="col" class=${classOf(column)}>${columns[column]}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.slice(0, SHOWN_ROWS).map((row) => rowOf(row, shown, classOf))}
        </tbody>
        ${sum === null ? nothing : sumRow(sum, shown)}
      </table>
      ${rows.length > SHOWN_ROWS ? html`<p>${first(countNumber(SHOWN_ROWS), countNumber(rows.length))}</p>` : nothing}
      <p>${csvLink(file.path, file.query, csv(html`<span class="heard">${headings[section]}</span>`))}</p>
    </section>
  `;
}

function rowOf(row: ReturnRow, columns: readonly ReturnColumn[], classOf: (column: ReturnColumn) => unknown) {
  const [first, ...others] = columns;
  return html`
    <tr>
      <th scope="row">${cellText(row, first!)}</th>
      ${others.map((column) => {
        return html`<td class=${classOf(column)} data-name=${texts.returns.columns[column]}>${cellText(row, column)}</td>`;
      })}
    </tr>
  `;
}

function sumRow(sum: ReportAmounts, columns: readonly ReturnColumn[]): TemplateResult {
  return html`
    <tfoot>
      <tr>
        ${columns.map((column, index) => {
          if (index === 0) return html`<th scope="row">${texts.year.sum}</th>`;
          if (!isAmount(column)) return html`<td class="blank"></td>`;
          const text = amountText(sum[column] ?? 0, sum.currency);
          return html`<td class="amount" data-name=${texts.returns.columns[column]}>${text}</td>`;
        })}
      </tr>
    </tfoot>
  `;
}

type AmountColumn = "taxableAmount" | "taxAmount" | "surchargeAmount";

function isAmount(column: ReturnColumn): column is AmountColumn {
  return column === "taxableAmount" || column === "taxAmount" || column === "surchargeAmount";
}

function cellText(row: ReturnRow, column: ReturnColumn): unknown {
  const { kinds, sections, reasons, noCountry } = texts.returns;
  const { words } = texts;
  const value = row[column];
  if (column === "country") return value === null ? noCountry : stateText(String(value));
  if (value === undefined || value === null) return "–";
  const wordOf = (list: Readonly<Record<string, string>>) => list[value] ?? value;
  switch (column) {
    case "period":
    case "corrects":
      return returnPeriodText(String(value));
    case "rate":
    case "surchargeRate":
      return rateText(Number(value));
    case "lawful":
      return String(value)
        .split(" ")
        .map((rate) => rateText(Number(rate)))
        .join("; ");
    case "taxableAmount":
    case "taxAmount":
    case "surchargeAmount":
      return amountCell(row, column);
    case "on":
    case "recordedOn":
      return dayText(String(value));
    case "registration":
      return stateText(String(value));
    case "category":
      return wordOf(words.categories);
    case "kind":
      return wordOf(kinds);
    case "section":
      return wordOf(sections);
    case "reason":
      return wordOf(reasons);
    default:
      return value;
  }
}

/** The amount and, if it was converted, the amounts of the documents. */
function amountCell({ currency = "", asIssued = [], ...row }: ReturnRow, name: AmountColumn) {
  const issued = asIssued.filter((own) => own.currency !== currency);
  const amounts = listText(asIssued.map((own) => amountText(own[name] ?? 0, own.currency)));
  return html`
    ${amountText(Number(row[name]), currency)}
    ${issued.length === 0 ? nothing : html`<small>${texts.returns.asIssued(amounts)}</small>`}
  `;
}
