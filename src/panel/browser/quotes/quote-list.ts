import { html } from "lit-html";
import type { QuoteEntry } from "../../wire.ts";
import { listPage } from "../lists/list-page.ts";
import { amountText, dayText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.quotes;
const { number: numberWord, client, total: totalWord } = texts.words;

/** The list of quotes, the newest first. */
export const quoteList = listPage<QuoteEntry>(words.title, ({ base, calls }) => ({
  load: calls.quotes,
  empty: () => html`<p>${words.none}</p>`,
  name: "list quotes",
  caption: words.title,
  columns: [
    { head: numberWord, cell: ({ id, number }) => html`<a href="${base}/quotes/${id}">${number}</a>` },
    { head: client, isPlain: true, cell: ({ clientName }) => html`<bdi>${clientName}</bdi>` },
    { head: words.validUntil, kind: "day", cell: ({ validUntil }) => dayText(validUntil) },
    { head: words.state, cell: ({ state }) => words.states[state] },
    { head: totalWord, kind: "amount", cell: ({ total }) => amountText(total.amount, total.currency) },
  ],
}));
