import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { NATIONAL_FIELDS } from "../../generated/national-fields.ts";
import type { NationalField, NationalFields } from "../../national-field.ts";
import { countNumber } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { nationalText } from "../texts/national-text.ts";
import { type Field, inputField, selectField, textOf } from "./fields.ts";
import { numberField, numberOf, numberText } from "./number-field.ts";

const words = texts.national;

const YES_NO = [
  { value: "", label: texts.fields.notStated },
  { value: "yes", label: texts.settings.yes },
  { value: "no", label: texts.settings.no },
];

/** The texts of fields, by their names. */
type Typed = Readonly<Record<string, string>>;

/** The national fields of a form. */
export interface NationalForm {
  readonly form: keyof NationalFields;
  /** Of the company, which decides whose fields they are. */
  readonly country: string;
  /** The JSON Pointer of `national`. */
  readonly at: string;
  /** What is typed, which decides how many entries a list shows. */
  readonly typed?: () => Typed;
  /** What a field initially contains. */
  readonly value?: (pointer: string) => string | undefined;
}

/** The national fields that a form has for a company of this country. */
export function nationalFields({ form, country }: Pick<NationalForm, "form" | "country">): readonly NationalField[] {
  const states = NATIONAL_FIELDS[form];
  const state = country.toLowerCase();
  return Object.hasOwn(states, state) ? states[state]! : [];
}

/** The fields themselves. Lists show one entry more than those that are filled in. */
export function nationalInputs(national: NationalForm): unknown {
  const fields = nationalFields(national);
  const lists = fields.map(({ path }) => /^(.*)\/#/.exec(path)?.[1]);
  const parts = fields.flatMap((field, index) => {
    const list = lists[index];
    if (list === undefined) return [{ pointer: field.path, template: nationalInput(national, field, field.path) }];
    return lists.indexOf(list) === index ? listEntries(national, list, field.most!) : [];
  });
  // Each keeps its own element, and so what is typed into it, when an entry is added before it.
  return repeat(
    parts,
    ({ pointer }) => pointer,
    ({ template }) => template,
  );
}

function listEntries(national: NationalForm, list: string, most: number) {
  const { country, at, typed = () => ({}) } = national;
  const state = country.toLowerCase();
  const fields = nationalFields(national).filter(({ path }) => path.startsWith(`${list}/#`));
  const count = Math.min(most, filledEntries(typed(), `${at}/${state}/${list}`) + 1);
  return Array.from({ length: count }, (_, entry) => {
    const inputs = fields.map((each) => nationalInput(national, each, each.path.replace("#", String(entry))));
    const title = words.entry(nationalText(state, `${list}/#`).label, countNumber(entry + 1));
    const template = html`<fieldset class="wide"><legend>${title}</legend>${inputs}</fieldset>`;
    return { pointer: `${list}/${entry}`, template };
  });
}

function nationalInput({ country, at, value }: NationalForm, field: NationalField, path: string): TemplateResult {
  const pointer = `${at}/${country.toLowerCase()}/${path}`;
  const { label, hint } = nationalText(country.toLowerCase(), field.path, field.text);
  const stored = value?.(pointer);
  const common: Field = { pointer, label, value: stored, ...(hint !== undefined && { hint }) };
  switch (field.kind) {
    case "number":
      return numberField({
        ...{ pointer, label, format: numberText },
        value: stored === undefined ? undefined : numberText(Number(stored)),
      });
    case "day":
      return inputField({ ...common, type: "date" });
    case "yes-no":
      return selectField(common, YES_NO);
    case "choice": {
      const codes = field.options!.map((code) => ({ value: code, label: code }));
      return selectField(common, [{ value: "", label: texts.fields.notStated }, ...codes]);
    }
    case "text":
      return inputField({ ...common, maxLength: field.max ?? 100 });
  }
}

/** What is typed into the national fields of an order or of a line, as its `national`; `undefined` if they are empty. */
export function readNational<National>(
  form: HTMLFormElement,
  at: string,
  country: string,
  forms: readonly NationalForm["form"][],
): National | undefined {
  const state = country.toLowerCase();
  const own: Record<string, unknown> = {};
  for (const field of forms.flatMap((each) => nationalFields({ form: each, country }))) {
    for (const path of pathsIn(form, `${at}/${state}`, field.path)) {
      const pointer = `${at}/${state}/${path}`;
      const text = textOf(form, pointer);
      if (text !== undefined) put(own, path.split("/"), typedValue(form, pointer, field, text));
    }
  }
  return Object.keys(own).length === 0 ? undefined : ({ [state]: own } as National);
}

/** The paths of a field in the form: one, or one for each entry of its list. */
function pathsIn(form: HTMLFormElement, at: string, path: string): string[] {
  const paths = [];
  for (let entry = 0; ; entry += 1) {
    const one = path.replace("#", String(entry));
    if (form.elements.namedItem(`${at}/${one}`) === null) return paths;
    paths.push(one);
    if (one === path) return paths;
  }
}

function typedValue(form: HTMLFormElement, pointer: string, { kind }: NationalField, text: string): unknown {
  if (kind === "yes-no") return text === "yes";
  return kind === "number" ? numberOf(form, pointer) : text;
}

/** Puts a value where the path leads. Entries that are skipped are empty, so that errors name the entry that was typed. */
function put(into: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  const [next] = rest;
  if (next === undefined) {
    into[name!] = value;
    return;
  }
  into[name!] ??= /^\d+$/.test(next) ? [] : {};
  const part = into[name!] as Record<string, unknown>;
  if (Array.isArray(part)) while (part.length < Number(next)) part.push({});
  put(part, rest, value);
}

/** What a heading shows of the fields that are filled in. */
export function nationalContent({ form, country, at, typed = () => ({}) }: NationalForm): string {
  const state = country.toLowerCase();
  const fields = nationalFields({ form, country });
  const parts = Object.entries(typed()).flatMap(([name, text]) => {
    const path = name.replace(`${at}/${state}/`, "").replace(/\/\d+(?=\/|$)/, "/#");
    const field = text === "" ? undefined : fields.find((each) => each.path === path);
    if (field === undefined) return [];
    if (field.kind !== "yes-no") return text;
    return text === "yes" ? nationalText(state, path).label : [];
  });
  return parts.join(" · ");
}

/** The fields of an issued document as the texts of the form, and what a copy leaves out, in words. */
export function nationalCopy(
  national: object | undefined,
  at: string,
  country: string,
  forms: readonly NationalForm["form"][],
): { readonly fields: Typed; readonly left: readonly string[] } {
  const state = country.toLowerCase();
  const own = (national as Readonly<Record<string, unknown>> | undefined)?.[state];
  const known = forms.flatMap((form) => nationalFields({ form, country }));
  const [fields, left]: [Record<string, string>, Set<string>] = [{}, new Set()];
  for (const [path, value] of leavesOf(own)) {
    const field = known.find((each) => each.path === path.replace(/\/\d+(?=\/|$)/, "/#"));
    if (field === undefined || field.isOfSale) {
      left.add(nationalText(state, path.split("/")[0]!).label);
    } else {
      fields[`${at}/${state}/${path}`] =
        typeof value === "boolean"
          ? value
            ? "yes"
            : "no"
          : typeof value === "number"
            ? numberText(value)
            : String(value);
    }
  }
  return { fields, left: [...left] };
}

/** The values of a record and of those below it, with their paths. */
function leavesOf(value: unknown, path = ""): [path: string, value: unknown][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path === "" ? name : `${path}/${name}`));
}

/** The highest number of an entry that is filled in; 0 if none is. */
function filledEntries(typed: Typed, list: string): number {
  const filled = Object.entries(typed).filter(([name, text]) => name.startsWith(`${list}/`) && text !== "");
  return Math.max(0, ...filled.map(([name]) => Number(name.slice(list.length + 1).split("/")[0]) + 1));
}
