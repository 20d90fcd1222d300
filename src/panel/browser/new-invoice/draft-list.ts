import { html, type TemplateResult } from "lit-html";
import type { DraftEntry } from "../../wire.ts";
import { failureText } from "../calls.ts";
import { momentText } from "../format.ts";
import { texts } from "../language.ts";
import type { Page, PageContext } from "../page.ts";

/** The list of drafts, to continue or discard them. */
export const draftList: Page = {
  title: texts.drafts.title,
  open: (context) => showDrafts(context),
};

async function showDrafts(context: PageContext, problem = ""): Promise<void> {
  const { base, calls, show } = context;
  const drafts = await calls.drafts();
  const discard = async (draft: DraftEntry) => {
    const failure = await calls.discardDraft(draft.id).then(() => "", failureText);
    await showDrafts(context, failure);
    document.querySelector<HTMLElement>("main h1")!.focus(); // the pressed button may be gone
  };
  show(html`
    <h1 tabindex="-1">${texts.drafts.title}</h1>
    <p role="alert" class="problem">${problem}</p>
    ${drafts.length === 0 ? html`<p>${texts.drafts.none} <a href="${base}/new">${texts.drafts.writeOne}</a> ${texts.drafts.savedWhileTyped}</p>` : draftTable(base, drafts, discard)}
  `);
}

function draftTable(base: string, drafts: readonly DraftEntry[], discard: (draft: DraftEntry) => void): TemplateResult {
  return html`
    <table class="drafts">
      <caption class="heard">${texts.drafts.caption}</caption>
      <thead>
        <tr><th scope="col">${texts.words.client}</th><th scope="col">${texts.drafts.saved}</th><td></td></tr>
      </thead>
      <tbody>
        ${drafts.map((draft) => {
          const name = draft.clientName || texts.drafts.noClient;
          return html`
            <tr>
              <th scope="row"><a href="${base}/drafts/${draft.id}">${name}</a></th>
              <td>${momentText(draft.savedAt)}</td>
              <td>${discardDialog(name, () => discard(draft))}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

function discardDialog(name: string, discard: () => void): TemplateResult {
  const dialogOf = (event: Event) => (event.currentTarget as HTMLElement).closest("td")!.querySelector("dialog")!;
  const confirm = (event: Event) => {
    dialogOf(event).close();
    discard();
  };
  return html`
    <button type="button" @click=${(event: Event) => dialogOf(event).showModal()}>
      ${texts.drafts.discard}<span class="heard"> ${name}</span>
    </button>
    <dialog aria-label=${texts.drafts.discardDraft}>
      <p>${texts.drafts.discardQuestion(html`<bdi>${name}</bdi>`)}</p>
      <p class="choices">
        <button type="button" class="main" @click=${confirm}>${texts.drafts.discardDraft}</button>
        <button type="button" @click=${(event: Event) => dialogOf(event).close()}>${texts.drafts.keepDraft}</button>
      </p>
    </dialog>
  `;
}
