import type { FieldError } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { type Choice, withOption } from "../fields/choices.ts";
import { areaField, type Field, inputField, selectField, textOf } from "../fields/fields.ts";

/** A field of each entry of a list. */
export interface EntryField extends Pick<Field, "type" | "maxLength" | "hint" | "isSet"> {
  readonly name: string;
  /** Its label in an entry, which counts from 1. */
  readonly label: (entry: number) => string;
  /** What can be chosen. Absent: it is typed. */
  readonly options?: readonly Choice[];
  /** Whether its text has several lines. */
  readonly isArea?: boolean;
}

/** A list in a form, whose entries are rows of fields. A new list is one such value. */
export interface EntryList {
  /** The JSON Pointer of the list. */
  readonly at: string;
  readonly fields: readonly EntryField[];
}

/** What an entry contains, by the names of its fields. */
type Entry = Readonly<Record<string, unknown>>;

/** The rows of a list, each for its entry. A row whose key changes is shown as it is stored. */
export function entryRows(
  { at, fields }: EntryList,
  entries: readonly Entry[],
  keyOf: (entry: Entry, index: number) => string,
  nameOf?: (position: number) => string,
): unknown {
  return repeat(entries, keyOf, (entry, index) => {
    const inputs = fields.map((field) => entryInput(field, `${at}/${index}/${field.name}`, index, entry[field.name]));
    if (nameOf === undefined) return html`<div class="fields">${inputs}</div>`;
    return html`<div class="fields" role="group" aria-label=${nameOf(index + 1)}>${inputs}</div>`;
  });
}

function entryInput(
  { name: _, label, options, isArea, ...more }: EntryField,
  pointer: string,
  index: number,
  stored: unknown,
): TemplateResult {
  const value = typeof stored === "boolean" ? (stored ? "yes" : "") : String(stored ?? "");
  const field = { pointer, label: label(index + 1), value, ...more };
  if (options !== undefined) return selectField(field, withOption(options, value));
  return isArea ? areaField(field) : inputField(field);
}

/** The numbers of the rows in which something is typed, from 0. */
export function typedRows(form: HTMLFormElement, { at, fields }: EntryList): number[] {
  const [first] = fields;
  const count = form.querySelectorAll(`[name^="${at}/"][name$="/${first!.name}"]`).length;
  const isTyped = (row: number) => fields.some(({ name }) => textOf(form, `${at}/${row}/${name}`) !== undefined);
  return Array.from({ length: count }, (_, row) => row).filter(isTyped);
}

/** Where an error about an entry of one of these lists is shown: rows before it may be empty. */
export function inEntryRow(form: HTMLFormElement, lists: readonly EntryList[], error: FieldError): FieldError {
  if (!("pointer" in error)) return error;
  const list = lists.find(({ at }) => error.pointer.startsWith(`${at}/`));
  if (list === undefined) return error;
  const [index, ...rest] = error.pointer.slice(list.at.length + 1).split("/");
  return { ...error, pointer: [list.at, typedRows(form, list)[Number(index)], ...rest].join("/") };
}
