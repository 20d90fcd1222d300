import type { CompanyProfile, FieldError } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { COUNTRIES, currencyOptions, withOption } from "../fields/choices.ts";
import { areaField, inputField, selectField, textOf } from "../fields/fields.ts";
import { texts } from "../texts/language.ts";
import { registers } from "./address-schemes.ts";

const words = texts.settings;

/** Lists of the profile, and the fields of their entries. */
const LISTS = {
  accounts: ["iban", "account", "bic", "name", "currency"],
  identifiers: ["scheme", "id"],
  registrations: ["country", "vatNumber", "since", "until", "establishment"],
  "smallEnterprise/states": ["state", "note"],
} as const;

type List = keyof typeof LISTS;

/** Whether a field is one of an entry of a list. */
export function isOfList(pointer: string): boolean {
  return Object.keys(LISTS).some((list) => pointer.startsWith(`/${list}/`));
}

/** The accounts beside the first. */
export function accountFields({ accounts }: CompanyProfile, revision: string): TemplateResult {
  const anyCurrency = { value: "", label: words.anyCurrency };
  return listFields(words.accounts, accounts, revision, (index, { iban, account, bic, name, currency }) => {
    const at = (field: string) => `/accounts/${index}/${field}`;
    return html`
      ${inputField({ pointer: at("iban"), label: words.iban(index + 2), maxLength: 42, value: iban })}
      ${inputField({ pointer: at("account"), label: words.accountNumber(index + 2), maxLength: 50, value: account, hint: words.accountNumberHint })}
      ${inputField({ pointer: at("bic"), label: words.bic(index + 2), maxLength: 20, value: bic })}
      ${inputField({ pointer: at("name"), label: words.holder(index + 2), maxLength: 200, value: name })}
      ${selectField(
        { pointer: at("currency"), label: words.accountCurrency(index + 2), value: currency, isSet: true },
        withOption([anyCurrency, ...currencyOptions()], currency),
      )}
    `;
  });
}

/** Other numbers of the company. */
export function identifierFields({ identifiers }: CompanyProfile, revision: string): TemplateResult {
  const none = { value: "", label: texts.fields.none };
  return listFields(words.identifiers, identifiers, revision, (index, { scheme, id }) => {
    const at = (field: string) => `/identifiers/${index}/${field}`;
    return html`
      ${inputField({ pointer: at("id"), label: words.identifier(index + 1), maxLength: 100, value: id })}
      ${selectField(
        { pointer: at("scheme"), label: words.identifierScheme(index + 1), value: scheme },
        withOption([none, ...registers()], scheme),
      )}
    `;
  });
}

/** The registrations in other member states. */
export function registrationFields({ registrations }: CompanyProfile, revision: string): TemplateResult {
  const none = { value: "", label: texts.fields.none };
  const [no, yes] = [
    { value: "", label: words.no },
    { value: "yes", label: words.yes },
  ];
  return listFields(words.registrations, registrations, revision, (index, entry) => {
    const at = (field: string) => `/registrations/${index}/${field}`;
    const label = (field: string) => words.registration(index + 1, field);
    const { country, vatNumber, since, until, establishment } = entry;
    return html`
      ${selectField({ pointer: at("country"), label: label(texts.newInvoice.country), value: country }, [none, ...COUNTRIES])}
      ${inputField({ pointer: at("vatNumber"), label: label(texts.newInvoice.vatNumber), maxLength: 40, value: vatNumber })}
      ${inputField({ pointer: at("since"), label: label(words.since), type: "date", value: since })}
      ${inputField({ pointer: at("until"), label: label(words.until), type: "date", value: until })}
      ${selectField({ pointer: at("establishment"), label: label(words.establishment), value: establishment === true ? "yes" : "", isSet: true }, [no, yes])}
    `;
  });
}

/** The member states that exempt a small enterprise, with their notes. */
export function exemptingFields({ smallEnterprise }: CompanyProfile, revision: string): TemplateResult {
  const none = { value: "", label: texts.fields.none };
  const states = Object.entries(smallEnterprise?.states ?? {}).map(([state, { note }]) => ({ state, note }));
  return listFields(words.exempting, states, revision, (index, { state, note }) => {
    const at = (field: string) => `/smallEnterprise/states/${index}/${field}`;
    return html`
      ${selectField({ pointer: at("state"), label: words.exemptingState(index + 1), value: state }, [none, ...COUNTRIES])}
      ${areaField({ pointer: at("note"), label: words.exemptingNote(index + 1), maxLength: 1000, value: note })}
    `;
  });
}

/** The entries of a list, and fields for one more. After a save, entries that changed are shown as they are stored. */
function listFields<Entry extends object>(
  title: string,
  entries: readonly Entry[] = [],
  revision: string,
  fieldsOf: (index: number, entry: Partial<Entry>) => TemplateResult,
): TemplateResult {
  const rows: readonly Partial<Entry>[] = [...entries, {}];
  const keyOf = (entry: Partial<Entry>, index: number) =>
    index === entries.length ? revision : `${index} ${JSON.stringify(entry)}`;
  return html`
    <details class="wide list" ?open=${entries.length > 0}>
      <summary>${title}</summary>
      ${repeat(rows, keyOf, (entry, index) => html`<div class="fields">${fieldsOf(index, entry)}</div>`)}
    </details>
  `;
}

/**
 * The lists as they were typed. An entry whose fields are empty is removed. `textAt` gives the text that a field keeps, by its
 * pointer.
 */
export function readLists(form: HTMLFormElement, textAt: (pointer: string) => string) {
  const read = (list: List): Record<string, string>[] =>
    rowsOf(form, list).map((row) => {
      const typed = LISTS[list].map((name) => [name, textAt(`/${list}/${row}/${name}`)]);
      const entries = typed.filter(([, text]) => text !== "");
      return Object.fromEntries(
        entries.map(([name, text]) => [name, name === "establishment" ? text === "yes" : text]),
      );
    });
  const states = read("smallEnterprise/states").map(({ state = "", note = "" }) => [state, { note }] as const);
  const lists = { accounts: read("accounts"), identifiers: read("identifiers"), registrations: read("registrations") };
  return { ...lists, states: Object.fromEntries(states) };
}

/** The rows in which something is typed. */
function rowsOf(form: HTMLFormElement, list: List): number[] {
  const [first] = LISTS[list];
  const count = form.querySelectorAll(`[name^="/${list}/"][name$="/${first}"]`).length;
  const isTyped = (row: number) => LISTS[list].some((name) => textOf(form, `/${list}/${row}/${name}`) !== undefined);
  return Array.from({ length: count }, (_, row) => row).filter(isTyped);
}

/** Where an error about an entry of a list is shown: rows before it may be empty. */
export function inListRow(form: HTMLFormElement, error: FieldError): FieldError {
  if (!("pointer" in error) || !isOfList(error.pointer)) return error;
  const state = /^\/smallEnterprise\/states\/(\w*)/.exec(error.pointer)?.[1];
  if (state !== undefined) {
    const selects = [...form.querySelectorAll<HTMLSelectElement>('[name$="/state"]')];
    const name = selects.find(({ value }) => value === state)?.name ?? error.pointer;
    return { ...error, pointer: error.pointer.endsWith("/note") ? name.replace("/state", "/note") : name };
  }
  const [, list, index, ...rest] = error.pointer.split("/");
  const row = rowsOf(form, list as List)[Number(index)];
  return { ...error, pointer: ["", list, row, ...rest].join("/") };
}
