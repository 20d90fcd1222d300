import { html, type TemplateResult } from "lit-html";
import type { DraftEntry } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { pageHeading } from "../lists/page-heading.ts";
import { paging } from "../lists/paging.ts";
import { tableHead } from "../lists/table-head.ts";
import type { Page, PageContext } from "../page.ts";
import { amountText, dayText, momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.drafts;

/** The list of drafts, to continue or discard them. */
export const draftList: Page = {
  title: words.title,
  open: (context) => showDrafts(context),
};

async function showDrafts(context: PageContext, problem = ""): Promise<void> {
  const { base, calls, query, show } = context;
  const drafts = await calls.drafts(query);
  const discard = async (draft: DraftEntry) => {
    const failure = await calls.discardDraft(draft.id).then(() => "", failureText);
    await showDrafts(context, failure);
    document.querySelector<HTMLElement>("main h1")!.focus(); // the pressed button may be gone
  };
  show(html`
    ${pageHeading(words.title, context)}
    <p role="alert" class="problem">${problem}</p>
    ${drafts.total === 0 ? html`<p>${words.none} <a href="${base}/new">${words.writeOne}</a> ${words.savedWhileTyped}</p>` : draftTable(base, drafts.data, discard)}
    ${paging(query, drafts)}
  `);
}

function draftTable(base: string, drafts: readonly DraftEntry[], discard: (draft: DraftEntry) => void): TemplateResult {
  return html`
    <table class="list drafts">
      <caption class="heard">${words.caption}</caption>
      ${tableHead([texts.words.client, texts.newInvoice.supplyDate, words.saved, { amount: texts.words.total }, ""])}
      <tbody>
        ${drafts.map((draft) => {
          const { id, clientName, supplyDate, savedAt, total } = draft;
          const name = clientName || words.noClient;
          return html`
            <tr>
              <th scope="row"><a href="${base}/drafts/${id}"><bdi>${name}</bdi></a></th>
              <td class="day" data-name=${texts.newInvoice.supplyDate}>${isDay(supplyDate) ? dayText(supplyDate) : "–"}</td>
              <td class="day" data-name=${words.saved}>${momentText(savedAt)}</td>
              <td class="amount" data-name=${texts.words.total}>
                ${total === null ? "–" : amountText(total.amount, total.currency)}
              </td>
              <td class="discard">${discardDialog(name, () => discard(draft))}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

/** A draft keeps what was typed, which in a browser without a field for dates can be anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function discardDialog(name: string, discard: () => void): TemplateResult {
  const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest("td")!.querySelector("dialog")!;
  const confirm = (event: Event) => {
    dialogOf(event).close();
    discard();
  };
  return html`
    <button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>
      ${words.discard}<span class="heard"> ${name}</span>
    </button>
    <dialog aria-label=${words.discardDraft}>
      <p>${words.discardQuestion(html`<bdi>${name}</bdi>`)}</p>
      <p class="choices">
        <button type="button" class="main" @click=${confirm}>${words.discardDraft}</button>
        <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${words.keepDraft}</button>
      </p>
    </dialog>
  `;
}
