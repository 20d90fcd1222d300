import { html, nothing, type TemplateResult } from "lit-html";
import type { RecurringEntry, RecurringOutcome } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { deletion } from "../lists/deletion.ts";
import { pageHeading } from "../lists/page-heading.ts";
import { paging } from "../lists/paging.ts";
import { tableHead } from "../lists/table-head.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { problemText } from "../texts/refusal-texts.ts";

const words = texts.recurring;
const deletionWords = { ...words, keep: words.close };

/** What comes next: each recurring invoice with its next day and its last result. */
export const recurringList: Page = {
  title: words.title,
  open: (context) => showList(context),
};

async function showList(context: PageContext, problem = ""): Promise<void> {
  const { calls, query, show } = context;
  const list = await calls.recurring(query);
  const change = async (changed: Promise<object>) => {
    const failure = await changed.then(() => "", failureText);
    await showList(context, failure);
    document.querySelector<HTMLElement>("main h1")!.focus(); // the pressed button may be gone
  };
  show(html`
    ${pageHeading(words.title, context)}
    <p role="alert" class="problem">${problem}</p>
    ${list.total === 0 ? html`<p>${words.none}</p>` : table(context, list.data, change)}
    ${paging(query, list)}
  `);
}

type Change = (changed: Promise<object>) => Promise<void>;

function table({ base, calls }: PageContext, entries: readonly RecurringEntry[], change: Change): TemplateResult {
  return html`
    <table class="list recurring">
      <caption class="heard">${words.title}</caption>
      ${tableHead([texts.words.client, words.next, words.interval, words.until, words.last, { amount: texts.words.total }, ""])}
      <tbody>
        ${entries.map((entry) => {
          const { id, clientName, months, next, until, result, state, last, total } = entry;
          const every = words.every[months as keyof typeof words.every];
          return html`
            <tr>
              <th scope="row" class="who"><a href="${base}/new?recurring=${id}"><bdi>${clientName}</bdi></a></th>
              <td class="day" data-name=${words.next}>${state === "active" ? dayText(next) : words.states[state]}</td>
              <td data-name=${words.interval}>${every} <small>${words.results[result]}</small></td>
              <td class="day" data-name=${words.until}>${until === null ? "–" : dayText(until)}</td>
              <td data-name=${words.last}>${last === null ? "–" : outcomeOf(base, last)}</td>
              <td class="amount" data-name=${texts.words.total}>${amountText(total.amount, total.currency)}</td>
              <td>
                ${stateButtons(entry, (to) => change(calls.setRecurringState(id, to)))}
                ${deletion({ words: deletionWords, name: clientName, isInRow: true }, () => change(calls.deleteRecurring(id)))}
              </td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

function outcomeOf(base: string, { kind, day, id, text, code }: RecurringOutcome): TemplateResult {
  if (kind === "failed") {
    const reason = problemText({ code, message: text, errors: [] });
    return html`<span class="problem">${words.failed(dayText(day))}</span> <small>${reason}</small>`;
  }
  const [path, label] = kind === "issued" ? ["invoices", text] : ["drafts", words.draft];
  return html`<a href="${base}/${path}/${id}">${label}</a> <small>${dayText(day)}</small>`;
}

function stateButtons(
  entry: RecurringEntry,
  set: (state: RecurringEntry["state"]) => void,
): TemplateResult | typeof nothing {
  const { state, until, next, clientName } = entry;
  const button = (to: RecurringEntry["state"], label: string) => html`
    <button type="button" class="small" @click=${() => set(to)}>${label}<span class="heard"> ${clientName}</span></button>
  `;
  if (state === "active") return html`${button("paused", words.pause)} ${button("ended", words.end)}`;
  return until !== null && next > until ? nothing : button("active", words.resume);
}
