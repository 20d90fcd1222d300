import { html, nothing, type TemplateResult } from "lit-html";

/** A button for what cannot be undone, and the question that it asks first. */
interface AskingButton {
  readonly label: string;
  /** What it is about, for screen readers: in a list, each row has such a button. Absent: the page says it. */
  readonly name?: string;
  readonly isSmall?: boolean;
  readonly question: unknown;
  /** What the button that answers yes says. Absent: the same as the first one. */
  readonly confirm?: string;
  readonly keep: string;
}

/** A button that does something once the dialog beside it was answered. */
export function askingButton(
  { label, name, isSmall = false, question, confirm = label, keep }: AskingButton,
  run: () => unknown,
): TemplateResult {
  const ask = ({ currentTarget }: Event) =>
    ((currentTarget as Element).nextElementSibling as HTMLDialogElement).showModal();
  const close = ({ currentTarget }: Event) => (currentTarget as Element).closest("dialog")!.close();
  const answer = (event: Event) => {
    close(event); // first, because the list may show something else in its place afterwards
    void run();
  };
  return html`
    <button type="button" class=${isSmall ? "small" : nothing} @click=${ask}>
      ${label}${name === undefined ? nothing : html`<span class="heard"> ${name}</span>`}
    </button>
    <dialog aria-label=${confirm}>
      <p>${question}</p>
      <p class="choices">
        <button type="button" class="main" @click=${answer}>${confirm}</button>
        <button type="button" @click=${close}>${keep}</button>
      </p>
    </dialog>
  `;
}
