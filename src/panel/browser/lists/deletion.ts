import { html, nothing, type TemplateResult } from "lit-html";

/** The words of a {@link deletion}. */
export interface DeletionWords {
  readonly delete: string;
  readonly deleteQuestion: (name: string) => string;
  readonly keep: string;
}

/** The button that deletes what has this name, once the dialog beside it was answered. In a row of a list, it is small and says the name to screen readers. */
export function deletion(
  { words, name, isInRow = false }: { words: DeletionWords; name: string; isInRow?: boolean },
  remove: () => Promise<void>,
): TemplateResult {
  const ask = ({ currentTarget }: Event) =>
    ((currentTarget as Element).nextElementSibling as HTMLDialogElement).showModal();
  const close = ({ currentTarget }: Event) => (currentTarget as Element).closest("dialog")!.close();
  const answer = (event: Event) => {
    close(event); // first, because the list may show something else in its place afterwards
    void remove();
  };
  return html`
    <button type="button" class=${isInRow ? "small" : nothing} @click=${ask}>
      ${words.delete}${isInRow ? html`<span class="heard"> ${name}</span>` : nothing}
    </button>
    <dialog aria-label=${words.delete}>
      <p>${words.deleteQuestion(name)}</p>
      <p class="choices">
        <button type="button" class="main" @click=${answer}>${words.delete}</button>
        <button type="button" @click=${close}>${words.keep}</button>
      </p>
    </dialog>
  `;
}
