import { html, nothing, type TemplateResult } from "lit-html";

/** A column of a table. */
export interface Column<Row> {
  /** Its name, which its cells have beside them where the table has no room. Empty above links and buttons. */
  readonly head: string;
  readonly cell: (row: Row) => unknown;
  /** What its cells are, which decides how they look. Absent: texts. */
  readonly kind?: "amount" | "bar" | "day" | "pick" | "state" | "who";
  /** Whether its cells say what they are, so that they have no name beside them. Those of `who` and `state` always do. */
  readonly isPlain?: boolean;
  /** Whether its cells are the headings of their rows. Absent: those of the first column are. */
  readonly isSubject?: boolean;
  /** What is above it instead of its name: the link that sorts by it, or a box that chooses all rows. */
  readonly above?: unknown;
  /** How the rows are sorted by it. Absent: they are not. */
  readonly sorted?: "ascending" | "descending" | undefined;
  /** What is below it. Absent: nothing, in a table whose other columns have sums. */
  readonly sum?: unknown;
}

/** A table: a new list is one such value. */
export interface Table<Row> {
  /** Its class in the style sheet: `list` has its cells below one another on a small screen. */
  readonly name: string;
  readonly caption: string;
  /** Whether the caption is shown. Absent: screen readers alone have it. */
  readonly isCaptionShown?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A table of rows, with a last row of sums if a column has one. */
export function table<Row>({ name, caption, isCaptionShown = false, columns, rows }: Table<Row>): TemplateResult {
  const subject = columns.find(({ isSubject }) => isSubject) ?? columns[0];
  const cell = (column: Column<Row>, content: unknown) =>
    column === subject
      ? html`<th scope="row" class=${column.kind ?? nothing}>${content}</th> `
      : html`<td class=${column.kind ?? nothing} data-name=${cellName(column)}>${content}</td> `;
  const sum = (column: Column<Row>) =>
    column.sum === undefined ? html`<td class="blank"></td> ` : cell(column, column.sum);
  return html`
    <table class=${name}>
      <caption class=${isCaptionShown ? nothing : "heard"}>${caption}</caption>
      <thead>
        <tr>${columns.map(columnHead)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${columns.map((column) => cell(column, column.cell(row)))}</tr>`)}
      </tbody>
      ${columns.some((column) => column.sum !== undefined) ? html`<tfoot><tr>${columns.map(sum)}</tr></tfoot>` : nothing}
    </table>
  `;
}

function columnHead<Row>({ head, kind, above = head, sorted }: Column<Row>): TemplateResult {
  if (head === "") return html`<td class=${kind ?? nothing}>${above}</td> `;
  return html`<th scope="col" class=${kind === "amount" ? kind : nothing} aria-sort=${sorted ?? nothing}>${above}</th> `;
}

function cellName<Row>({ head, kind, isPlain = kind === "who" || kind === "state" }: Column<Row>): unknown {
  return head === "" || isPlain ? nothing : head;
}
