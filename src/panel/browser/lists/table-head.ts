import { html, nothing, type TemplateResult } from "lit-html";

/** What is above a column: its name, that of a column of amounts, or nothing, above links and buttons. */
type ColumnHead = string | { readonly amount: string };

/** The head of a table. */
export function tableHead(columns: readonly ColumnHead[]): TemplateResult {
  return html`
    <thead>
      <tr>
        ${columns.map((column) => {
          if (column === "") return html`<td></td>`;
          const isAmount = typeof column === "object";
          return html`<th scope="col" class=${isAmount ? "amount" : nothing}>${isAmount ? column.amount : column}</th>`;
        })}
      </tr>
    </thead>
  `;
}
