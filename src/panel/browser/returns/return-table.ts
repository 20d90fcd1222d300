import type { ReportAmounts } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { type ReturnColumn, type ReturnRow, type ReturnSection, returnColumns } from "../../return-sections.ts";
import { stateText } from "../invoices/state-text.ts";
import { csvLink } from "../lists/csv-link.ts";
import { type Column, table } from "../lists/table.ts";
import { amountText, countNumber, dayText, listText, rateText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { returnPeriodText } from "./return-period.ts";

/** Rows that a page shows of a section. The file has all. */
const SHOWN_ROWS = 200;

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
  const { headings, hints, csv, first } = texts.returns;
  // The amounts have the currency.
  const columns = returnColumns(section, rows).filter((column) => column !== "currency");
  const id = `section-${section}`;
  return html`
    <section class="return" aria-labelledby=${id}>
      <h2 id=${id}>${headings[section]}</h2>
      <p class="hint">${hints[section]}</p>
      ${table({
        ...{ name: "list", caption: headings[section], rows: rows.slice(0, SHOWN_ROWS) },
        columns: columns.map((column, index) => columnOf(column, sum, index === 0)),
      })}
      ${rows.length > SHOWN_ROWS ? html`<p>${first(countNumber(SHOWN_ROWS), countNumber(rows.length))}</p>` : nothing}
      <p>${csvLink(file.path, file.query, csv(html`<span class="heard">${headings[section]}</span>`))}</p>
    </section>
  `;
}

type AmountColumn = "taxableAmount" | "taxAmount" | "surchargeAmount";

/** How the values of a column are shown. Absent: as they are. */
interface ShownValue extends Pick<Column<ReturnRow>, "kind"> {
  readonly text: (value: string, row: ReturnRow) => unknown;
}

const PERIOD: ShownValue = { text: returnPeriodText };
const STATE: ShownValue = { text: stateText };
const DAY: ShownValue = { kind: "day", text: dayText };
const RATE: ShownValue = { kind: "amount", text: (value) => rateText(Number(value)) };
const amount = (name: AmountColumn): ShownValue => ({ kind: "amount", text: (_, row) => amountCell(row, name) });
const wordIn = (words: Readonly<Record<string, string>>): ShownValue => ({ text: (value) => words[value] ?? value });

const SHOWN: Readonly<Partial<Record<ReturnColumn, ShownValue>>> = {
  period: PERIOD,
  corrects: PERIOD,
  country: STATE,
  registration: STATE,
  on: DAY,
  recordedOn: DAY,
  rate: RATE,
  surchargeRate: RATE,
  lawful: {
    text: (rates) =>
      rates
        .split(" ")
        .map((rate) => rateText(Number(rate)))
        .join("; "),
  },
  taxableAmount: amount("taxableAmount"),
  taxAmount: amount("taxAmount"),
  surchargeAmount: amount("surchargeAmount"),
  category: wordIn(texts.words.categories),
  kind: wordIn(texts.returns.kinds),
  section: wordIn(texts.returns.sections),
  reason: wordIn(texts.returns.reasons),
};

function columnOf(column: ReturnColumn, sum: ReportAmounts | null, isFirst: boolean): Column<ReturnRow> {
  const { kind, text = (value: string) => value } = SHOWN[column] ?? {};
  return {
    head: texts.returns.columns[column],
    ...(kind !== undefined && { kind }),
    cell: (row) => {
      const value = row[column];
      if (column === "country" && value === null) return texts.returns.noCountry;
      return value === undefined || value === null ? "–" : text(String(value), row);
    },
    sum: sum === null ? undefined : isFirst ? texts.year.sum : sumIn(column, sum),
  };
}

function sumIn(column: ReturnColumn, sum: ReportAmounts): string | undefined {
  const isAmount = column === "taxableAmount" || column === "taxAmount" || column === "surchargeAmount";
  return isAmount ? amountText(sum[column] ?? 0, sum.currency) : undefined;
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
