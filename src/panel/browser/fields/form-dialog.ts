import { html, nothing, type TemplateResult } from "lit-html";
import { ignoreEnter, type SendForm, submitTo } from "./fields.ts";

/** A dialog with a form: a new one is one such value. */
interface FormDialog {
  /** Its class, by which {@link dialogNamed} finds it. */
  readonly name: string;
  readonly title: unknown;
  readonly content: unknown;
  readonly submit: SendForm;
  /** What the button that submits it says. Absent: there is nothing to submit. */
  readonly action?: string;
  readonly isBusy?: boolean;
  /** Buttons beside the first one. */
  readonly others?: unknown;
  /** What the button that closes it says. */
  readonly close: string;
  /** Why it was not submitted. Absent or empty: there is nothing to say. */
  readonly problem?: string;
  /** Whether the server alone says what is wrong with its fields. Absent: the browser says it first. */
  readonly isUnchecked?: boolean;
  readonly onClose?: () => void;
}

/** A dialog that {@link dialogNamed} opens. It must be outside of any form. */
export function formDialog(dialog: FormDialog): TemplateResult {
  const {
    name,
    title,
    content,
    submit,
    action,
    isBusy = false,
    others,
    close,
    problem = "",
    isUnchecked = false,
  } = dialog;
  return html`
    <dialog class=${name} aria-labelledby="${name}-title" @close=${dialog.onClose}>
      <form @submit=${submitTo(submit)} @keydown=${ignoreEnter} ?novalidate=${isUnchecked}>
        <h2 id="${name}-title">${title}</h2>
        ${content} ${problem === "" ? nothing : html`<p role="alert" class="problem">${problem}</p>`}
        <p class="choices">
          ${action === undefined ? nothing : html`<button class="main" aria-disabled=${isBusy}>${action}</button>`}
          ${others}
          <button type="button" @click=${() => dialogNamed(name)?.close()}>${close}</button>
        </p>
      </form>
    </dialog>
  `;
}

/** The dialog with this name; `null` if the page does not show it. */
export function dialogNamed(name: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog.${name}`);
}
