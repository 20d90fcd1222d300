import { html, nothing, type TemplateResult } from "lit-html";
import { AGEING_DAYS, type CurrencyAgeing, type PanelStart, type StartDebt } from "../../wire.ts";
import { dueText, openSums, remindLink } from "../invoices/invoice-list.ts";
import { tableHead } from "../lists/table-head.ts";
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
  const names = ageingNames();
  return html`
    <table class="list ageing">
      <caption class="heard">${words.ageing}</caption>
      ${tableHead([texts.newInvoice.currency, ...names.map((amount) => ({ amount }))])}
      <tbody>
        ${ageing.map(
          ({ currency, amounts }) => html`
          <tr>
            <th scope="row">${currency}</th>
            ${amounts.map(
              (amount, place) => html`
              <td class="amount" data-name=${names[place]!}>${amount === 0 ? "–" : amountText(amount, currency)}</td>
            `,
            )}
          </tr>
        `,
        )}
      </tbody>
    </table>
  `;
}

function oldestTable(base: string, canRemind: boolean, oldest: readonly StartDebt[]): TemplateResult {
  const { number, client } = texts.words;
  return html`
    <table class="list rows oldest">
      <caption class="heard">${words.oldest}</caption>
      ${tableHead([number, client, texts.list.due, { amount: texts.list.open }, texts.order.reminder])}
      <tbody>
        ${oldest.map(
          (debt) => html`
          <tr>
            <th scope="row"><a href="${base}/invoices/${debt.id}">${debt.invoiceNumber}</a></th>
            <td class="who"><bdi>${debt.clientName}</bdi></td>
            <td class="day" data-name=${texts.list.due}>${dueText(debt)}</td>
            <td class="amount" data-name=${texts.list.open}>${amountText(debt.amountDue, debt.currency)}</td>
            <td class="state">${canRemind ? remindLink(base, debt) : nothing} ${remindedText(debt)}</td>
          </tr>
        `,
        )}
      </tbody>
    </table>
  `;
}

function remindedText({ reminders, remindedOn }: StartDebt): TemplateResult | typeof nothing {
  if (remindedOn === null) return nothing;
  return html`<small>${countText(words.reminded, reminders)}, ${dayText(remindedOn)}</small>`;
}
