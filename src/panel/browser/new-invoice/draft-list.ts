import { html } from "lit-html";
import type { DraftEntry } from "../../wire.ts";
import { askingButton } from "../lists/asking-button.ts";
import { listPage } from "../lists/list-page.ts";
import { amountText, dayText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.drafts;

/** The list of drafts, to continue or discard them. */
export const draftList = listPage<DraftEntry>(words.title, ({ base, calls }, opened) => {
  const nameOf = ({ clientName }: DraftEntry) => clientName || words.noClient;
  const discardButton = (draft: DraftEntry) => {
    const name = nameOf(draft);
    const question = words.discardQuestion(html`<bdi>${name}</bdi>`);
    const answers = { confirm: words.discardDraft, keep: words.keepDraft };
    return askingButton({ label: words.discard, name, question, ...answers }, () =>
      opened.change(calls.discardDraft(draft.id)),
    );
  };
  return {
    load: calls.drafts,
    empty: () => html`<p>${words.none} <a href="${base}/new">${words.writeOne}</a> ${words.savedWhileTyped}</p>`,
    name: "list drafts",
    caption: words.caption,
    columns: [
      {
        head: texts.words.client,
        cell: (draft) => html`<a href="${base}/drafts/${draft.id}"><bdi>${nameOf(draft)}</bdi></a>`,
      },
      {
        head: texts.newInvoice.supplyDate,
        kind: "day",
        cell: ({ supplyDate }) => (isDay(supplyDate) ? dayText(supplyDate) : "–"),
      },
      { head: words.saved, kind: "day", cell: ({ savedAt }) => momentText(savedAt) },
      {
        head: texts.words.total,
        kind: "amount",
        cell: ({ total }) => (total === null ? "–" : amountText(total.amount, total.currency)),
      },
      { head: "", cell: discardButton },
    ],
  };
});

/** A draft keeps what was typed, which in a browser without a field for dates can be anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
