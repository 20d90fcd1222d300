import { html, type TemplateResult } from "lit-html";
import type { DraftEntry } from "../wire.ts";
import { failureText } from "./calls.ts";
import { momentText } from "./format.ts";
import type { Page, PageContext } from "./page.ts";

/** The list of drafts, to continue or discard them. */
export const draftList: Page = {
  title: "Drafts",
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
    <h1 tabindex="-1">Drafts</h1>
    <p role="alert" class="problem">${problem}</p>
    ${drafts.length === 0 ? html`<p>No drafts. <a href="${base}/new">Write a new invoice</a>: it is saved while you type.</p>` : draftTable(base, drafts, discard)}
  `);
}

function draftTable(base: string, drafts: readonly DraftEntry[], discard: (draft: DraftEntry) => void): TemplateResult {
  return html`
    <table class="drafts">
      <caption class="heard">Drafts, last saved first</caption>
      <thead>
        <tr><th scope="col">Client</th><th scope="col">Saved</th><td></td></tr>
      </thead>
      <tbody>
        ${drafts.map((draft) => {
          const name = draft.clientName || "No client yet";
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
      Discard<span class="heard"> ${name}</span>
    </button>
    <dialog aria-label="Discard draft">
      <p>Discard the draft for ${name}? You cannot undo this.</p>
      <p class="choices">
        <button type="button" class="main" @click=${confirm}>Discard draft</button>
        <button type="button" @click=${(event: Event) => dialogOf(event).close()}>Keep draft</button>
      </p>
    </dialog>
  `;
}
