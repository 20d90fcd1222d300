import { html, nothing, type TemplateResult } from "lit-html";
import type { RecurringEntry, RecurringOutcome } from "../../wire.ts";
import { askingButton } from "../lists/asking-button.ts";
import { listPage } from "../lists/list-page.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { problemText } from "../texts/refusal-texts.ts";

const words = texts.recurring;

/** What comes next: each recurring invoice with its next day and its last result. */
export const recurringList = listPage<RecurringEntry>(words.title, ({ base, calls }, opened) => {
  const buttons = (entry: RecurringEntry) => {
    const { id, clientName: name } = entry;
    const question = { name, question: words.deleteQuestion(name), keep: words.close };
    return html`
      ${stateButtons(entry, (to) => opened.change(calls.setRecurringState(id, to)))}
      ${askingButton({ label: words.delete, isSmall: true, ...question }, () => opened.change(calls.deleteRecurring(id)))}
    `;
  };
  const every = ({ months }: RecurringEntry) => words.every[months as keyof typeof words.every];
  return {
    load: calls.recurring,
    empty: () => html`<p>${words.none}</p>`,
    name: "list recurring",
    caption: words.title,
    columns: [
      {
        head: texts.words.client,
        kind: "who",
        cell: ({ id, clientName }) => html`<a href="${base}/new?recurring=${id}"><bdi>${clientName}</bdi></a>`,
      },
      {
        head: words.next,
        kind: "day",
        cell: ({ state, next }) => (state === "active" ? dayText(next) : words.states[state]),
      },
      {
        head: words.interval,
        cell: (entry) => html`${every(entry)} <small>${words.results[entry.result]}</small>`,
      },
      { head: words.until, kind: "day", cell: ({ until }) => (until === null ? "–" : dayText(until)) },
      { head: words.last, cell: ({ last }) => (last === null ? "–" : outcomeOf(base, last)) },
      { head: texts.words.total, kind: "amount", cell: ({ total }) => amountText(total.amount, total.currency) },
      { head: "", cell: buttons },
    ],
  };
});

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
