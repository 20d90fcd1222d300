import { html, nothing, type TemplateResult } from "lit-html";
import { parseTypedNumber, type TypedNumber, typedText } from "../../typed-number.ts";
import { LOCALE } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { type Field, fieldId, markFault, notesBelow, textOf } from "./fields.ts";
import { afterPress } from "./press.ts";

/** A labelled field for a number. */
export interface NumberField extends Pick<Field, "pointer" | "label" | "required"> {
  /** The initial text, as the reader would type it. */
  readonly value?: string | undefined;
  /** Writes the number in the reader's format, as it is shown beside the field. */
  readonly format: (value: number) => string;
}

/**
 * A field that accepts a number in each usual notation, shows beside it which number that is, and refuses a text that
 * can mean two numbers. Screen readers hear the number when the field is left.
 */
export function numberField({ pointer, label, required = false, value, format }: NumberField): TemplateResult {
  const id = fieldId(pointer);
  return html`
    <p class="field number">
      <label for=${id}>${label}${required ? nothing : html` <small>${texts.fields.optional}</small>`}</label>
      <input id=${id} name=${pointer} inputmode="decimal" value=${value ?? nothing} ?required=${required}
        maxlength="40" autocomplete="off" aria-describedby="${id}-understood ${id}-fault"
        @input=${(event: Event) => showUnderstood(event.currentTarget as HTMLInputElement, format)}
        @change=${(event: Event) => sayUnderstood(event.currentTarget as HTMLInputElement, format)} />
      <span class="understood" id=${`${id}-understood`}></span>
      ${notesBelow(id)}
      <span class="heard" aria-live="polite"></span>
    </p>
  `;
}

/** The number in a field; NaN if there is none, or if it can mean two. */
export function numberOf(form: HTMLFormElement, pointer: string): number {
  const typed = parseTypedNumber(textOf(form, pointer) ?? "");
  return typed.kind === "number" ? typed.value : Number.NaN;
}

/** Shows again what is understood of each number, after fields were filled or reset by a script. */
export function refreshNumbers(within: HTMLElement): void {
  for (const input of within.querySelectorAll(".number input")) input.dispatchEvent(new Event("input"));
}

/** The text that a number field starts with, for a number. */
export function numberText(value: number): string {
  return typedText(value, LOCALE);
}

function showUnderstood(input: HTMLInputElement, format: (value: number) => string): string {
  const { understood, fault } = partsOf(input);
  const text = input.value.trim();
  const typed = parseTypedNumber(text);
  if (fault.textContent === input.validationMessage) markFault(input, "");
  input.setCustomValidity(numberFault(text));
  // Digits alone cannot be misunderstood.
  understood.textContent = typed.kind === "number" && /\d\D/.test(text) ? `= ${format(typed.value)}` : "";
  return understood.textContent;
}

function sayUnderstood(input: HTMLInputElement, format: (value: number) => string): void {
  const shown = showUnderstood(input, format);
  const { customError } = input.validity;
  if (customError) afterPress(() => input.validity.customError && markFault(input, input.validationMessage));
  partsOf(input).heard.textContent = customError ? input.validationMessage : saidText(shown);
}

/** What screen readers hear of "= 12.50". */
function saidText(shown: string): string {
  return shown === "" ? "" : texts.fields.understood(shown.replace("= ", ""));
}

/** Why a text is not a number; empty if it is one, or empty. */
export function numberFault(text: string): string {
  const typed = parseTypedNumber(text);
  return text.trim() === "" || typed.kind === "number" ? "" : faultText(typed, text);
}

function faultText(typed: TypedNumber, text: string): string {
  if (typed.kind !== "ambiguous") return texts.fields.noNumber(`${numberText(12.5)}0`);
  const [one, other] = typed.readings;
  return texts.fields.ambiguousNumber(text, numberText(one), numberText(other));
}

function partsOf(input: HTMLInputElement) {
  const part = (name: string) => input.closest(".field")!.querySelector(`.${name}`)!;
  return { understood: part("understood"), fault: part("fault"), heard: part("heard") };
}
