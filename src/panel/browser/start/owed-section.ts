import { html, nothing, type TemplateResult } from "lit-html";
import { AGEING_DAYS, type CurrencyAgeing, type PanelStart, type StartDebt } from "../../wire.ts";
import { dueText, openSums, remindLink } from "../invoices/invoice-list.ts";
import { type Column, table } from "../lists/table.ts";
import type { PageContext } from "../page.ts";
import { amountText, countNumber, countText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.start;

/** Who owes the company: the sums, how long they are overdue, and the invoices that are open for longest. */
export function owedSection({ base, can }: PageContext, start: PanelStart): TemplateResult {
  const { open, overdue, ageing, oldest } = start;
  return html`
    <section class="owed" aria-labelledby="owed-title">
      <h2 id="owed-title">${words.owed}</h2>
      ${
        open.count === 0
          ? html`<p class="empty">${words.nobodyOwes}</p>`
          : html`
        ${openSums(base, start)} ${overdue.count === 0 ? nothing : ageingTable(ageing)}
        ${oldestTable(base, can.issue, oldest)}
        ${open.count > oldest.length ? html`<p><a href="${base}/invoices?status=open&sort=-overdue">${words.allOpen(countNumber(open.count))}</a></p>` : nothing}
      `
      }
    </section>
  `;
}

/** The heads of the parts by days. */
function ageingNames(): string[] {
  const starts = [1, ...AGEING_DAYS.map((day) => day + 1)];
  const parts = AGEING_DAYS.map((last, place) => words.daysLate(`${starts[place]}–${last}`));
  return [words.notOverdue, ...parts, words.daysLate(`> ${AGEING_DAYS.at(-1)}`)];
}

function ageingTable(ageing: readonly CurrencyAgeing[]): TemplateResult {
  return table({
    ...{ name: "list ageing", caption: words.ageing, rows: ageing },
    columns: [
      { head: texts.newInvoice.currency, cell: ({ currency }) => currency },
      ...ageingNames().map(
        (head, place): Column<CurrencyAgeing> => ({
          head,
          kind: "amount",
          cell: ({ amounts, currency }) => (amounts[place] === 0 ? "–" : amountText(amounts[place]!, currency)),
        }),
      ),
    ],
  });
}

function oldestTable(base: string, canRemind: boolean, oldest: readonly StartDebt[]): TemplateResult {
  const { due, open } = texts.list;
  return table({
    ...{ name: "list rows oldest", caption: words.oldest, rows: oldest },
    columns: [
      {
        head: texts.words.number,
        cell: ({ id, invoiceNumber }) => html`<a href="${base}/invoices/${id}">${invoiceNumber}</a>`,
      },
      { head: texts.words.client, kind: "who", cell: ({ clientName }) => html`<bdi>${clientName}</bdi>` },
      { head: due, kind: "day", cell: dueText },
      { head: open, kind: "amount", cell: ({ amountDue, currency }) => amountText(amountDue, currency) },
      {
        head: texts.order.reminder,
        kind: "state",
        cell: (debt) => html`${canRemind ? remindLink(base, debt) : nothing} ${remindedText(debt)}`,
      },
    ],
  });
}

function remindedText({ reminders, remindedOn }: StartDebt): TemplateResult | typeof nothing {
  if (remindedOn === null) return nothing;
  return html`<small>${countText(words.reminded, reminders)}, ${dayText(remindedOn)}</small>`;
}
