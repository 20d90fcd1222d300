import type { FieldError } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { CallFailed } from "../calls.ts";
import { countNumber } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { faultSentence, problemText, type RefusedCall } from "../texts/refusal-texts.ts";

/** A labelled field. `pointer` is its JSON Pointer in the request body, as in the errors of a refusal. */
export interface Field {
  readonly pointer: string;
  readonly label: string;
  readonly type?: "text" | "date" | "email";
  readonly required?: boolean;
  /** Whether its value can only be read. */
  readonly isReadOnly?: boolean;
  /** Whether it always has a value, so that it is neither required nor optional. */
  readonly isSet?: boolean;
  /** The initial value. */
  readonly value?: string | undefined;
  readonly maxLength?: number;
  /** A sentence below the field. */
  readonly hint?: string;
}

/** An uncontrolled field: it is filled once, and read when needed. */
export function inputField({
  pointer,
  label,
  type = "text",
  required = false,
  value,
  maxLength,
  hint,
  isReadOnly = false,
  isSet = false,
}: Field): TemplateResult {
  const id = fieldId(pointer);
  return html`
    <p class="field">
      <label for=${id}>${label}${required || isReadOnly || isSet ? nothing : html` <small>${texts.fields.optional}</small>`}</label>
      <input id=${id} name=${pointer} type=${type} value=${value ?? nothing} ?required=${required}
        data-most=${maxLength ?? nothing} autocomplete="off" ?readonly=${isReadOnly} aria-describedby=${describedBy(id, hint)}
        @input=${checkTyped} />
      ${notesBelow(id, hint)}
    </p>
  `;
}

/**
 * A select field. The first option is the initial one, unless `value` names another. A list that is always the same array is
 * rendered once: each line has one of all countries.
 */
export function selectField(
  { pointer, label, required = false, isSet = false, value, hint }: Field,
  options: readonly { readonly value: string; readonly label: string }[],
): TemplateResult {
  const id = fieldId(pointer);
  return html`
    <p class="field">
      <label for=${id}>${label}${required || isSet ? nothing : html` <small>${texts.fields.optional}</small>`}</label>
      <select id=${id} name=${pointer} ?required=${required} aria-describedby=${describedBy(id, hint)}>
        ${guard([options, value], () =>
          options.map((option) => {
            return html`<option value=${option.value} ?selected=${option.value === value}>${option.label}</option>`;
          }),
        )}
      </select>
      ${notesBelow(id, hint)}
    </p>
  `;
}

/** A field of several lines. */
export function areaField({ pointer, label, required = false, value, maxLength, hint }: Field): TemplateResult {
  const id = fieldId(pointer);
  return html`
    <p class="field wide">
      <label for=${id}>${label}${required ? nothing : html` <small>${texts.fields.optional}</small>`}</label>
      <textarea id=${id} name=${pointer} rows="2" ?required=${required} data-most=${maxLength ?? nothing} dir="auto"
        .defaultValue=${value ?? ""} aria-describedby=${describedBy(id, hint)} @input=${checkTyped}></textarea>
      ${notesBelow(id, hint)}
    </p>
  `;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** {@link checkLength} of the field in which somebody types. */
function checkTyped({ currentTarget }: Event): void {
  checkLength(currentTarget as TextField);
}

/** Says how many characters are too many. The browser would cut a pasted text without a word. */
export function checkLength(field: TextField): void {
  const most = Number(field.dataset["most"] ?? Number.NaN);
  const over = field.value.trim().length - most;
  if (Number.isNaN(over) || (over <= 0 && !field.validity.customError)) return;
  const fault = over > 0 ? texts.fields.tooLong(countNumber(over), countNumber(most)) : "";
  field.setCustomValidity(fault);
  markFault(field, fault);
}

/** Shows a text as the error of a field; an empty one takes it away. */
export function markFault(field: HTMLElement, fault: string): void {
  document.getElementById(`${field.id}-fault`)!.textContent = fault;
  if (fault === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

function describedBy(id: string, hint: string | undefined): string {
  return hint === undefined ? `${id}-fault` : `${id}-hint ${id}-fault`;
}

/** What is below a field: its hint, and what is wrong with it. */
export function notesBelow(id: string, hint?: string): TemplateResult {
  return html`
    <span class="below">
      ${hint === undefined ? nothing : html`<small id=${`${id}-hint`}>${hint}</small>`}
      <span class="fault" id=${`${id}-fault`}></span>
    </span>
  `;
}

/** What sends a form. */
export type SendForm = (form: HTMLFormElement) => void;

/** Sends a form by a call instead of leaving the page. */
export function submitTo(send: SendForm) {
  return (event: SubmitEvent): void => {
    event.preventDefault();
    send(event.currentTarget as HTMLFormElement);
  };
}

/** For forms whose effect cannot be undone: Enter in a field does not submit them, only their button does. */
export function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Shows what a field is folded into. Parts that a page folds itself are told with the event `unfold`. */
export function unfold(field: HTMLElement): void {
  field.closest("details")?.setAttribute("open", "");
  field.dispatchEvent(new Event("unfold", { bubbles: true }));
}

/** The field with this name, shown; `undefined` if the form has none. A line has the fields that it does not show as hidden ones. */
export function unfolded(form: HTMLFormElement, pointer: string): HTMLInputElement | undefined {
  const field = form.elements.namedItem(pointer);
  if (!(field instanceof HTMLElement)) return undefined;
  unfold(field);
  const shown = form.elements.namedItem(pointer) as HTMLInputElement;
  return shown.id === "" ? undefined : shown;
}

/** The trimmed text of a field; `undefined` if it is empty. */
export function textOf(form: HTMLFormElement, pointer: string): string | undefined {
  return (form.elements.namedItem(pointer) as HTMLInputElement | null)?.value.trim() || undefined;
}

/**
 * Shows each error at its field and moves the focus to the first. Returns the errors without a field in the form.
 */
export function showFaults(
  form: HTMLFormElement,
  { code = "", errors }: Pick<RefusedCall, "code" | "errors">,
): FieldError[] {
  clearFaults(form);
  const rest: FieldError[] = [];
  for (const error of errors) {
    const pointer = "pointer" in error ? error.pointer : error.parameter;
    const field = unfolded(form, pointer);
    if (field === undefined) rest.push(error);
    else markFault(field, faultSentence(error, code, field.value === ""));
  }
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  return rest;
}

/** Shows texts as the errors of fields, by their pointers, and moves the focus to the first field. */
export function showFaultTexts(form: HTMLFormElement, faults: Readonly<Record<string, string>>): void {
  clearFaults(form);
  for (const [pointer, text] of Object.entries(faults)) {
    markFault(form.elements.namedItem(pointer) as HTMLElement, text);
  }
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

/** Shows a text as the error of one field, and moves the focus to it. */
export function showFault(form: HTMLFormElement, pointer: string, text: string): void {
  showFaultTexts(form, { [pointer]: text });
}

/** Why a form was refused, for people. What is wrong with its fields is shown there; `placeOf` says where, if fields have other names. */
export function formProblem(
  form: HTMLFormElement,
  error: unknown,
  placeOf: (error: FieldError) => FieldError = (one) => one,
): string {
  if (!(error instanceof CallFailed)) throw error;
  const { code, message } = error;
  return problemText({ code, message, errors: showFaults(form, { code, errors: error.errors.map(placeOf) }) });
}

/** The same, but empty if it is all said at the fields. */
export function unplacedProblem(form: HTMLFormElement, error: unknown, placeOf?: (error: FieldError) => FieldError) {
  if (!(error instanceof CallFailed)) throw error;
  const rest = showFaults(form, { code: error.code, errors: error.errors.map(placeOf ?? ((one) => one)) });
  return rest.length > 0 || error.errors.length === 0 ? error.message : "";
}

/** Removes the errors that {@link showFaults} showed. */
export function clearFaults(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLElement>("[aria-invalid]")) markFault(field, "");
}

/** The id of the field with this pointer. */
export function fieldId(pointer: string): string {
  return `field${pointer.replaceAll("/", "-")}`;
}

/** The field with this id, or the first below it; `null` if there is none: that of a client's address is its street. */
export function namedField(id: string): HTMLElement | null {
  const below = `:is(input, select, textarea)[id^="${CSS.escape(id)}-"]`;
  return document.getElementById(id) ?? document.querySelector<HTMLElement>(below);
}

/** The texts of all fields, as a draft keeps them. */
export function typedFields(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
  return Object.fromEntries(texts);
}

/**
 * Fills the form with the texts of a draft. Its lines must be there already. Other fields stay as they are. A section whose
 * heading shows what it contains stays folded.
 */
export function fillFields(form: HTMLFormElement, fields: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(fields)) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
    if (field === null) continue;
    if (field instanceof HTMLSelectElement && ![...field.options].some(({ value }) => value === text)) {
      field.add(new Option(text, text)); // a code that the form does not offer
    }
    field.value = text;
    if (!(field instanceof HTMLSelectElement)) checkLength(field);
    if (text !== "") field.closest("details:not(.section)")?.setAttribute("open", "");
  }
}
