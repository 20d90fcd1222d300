import type { CompanyProfile, FieldError } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { COUNTRIES, currencyOptions } from "../fields/choices.ts";
import { texts } from "../texts/language.ts";
import { registers } from "./address-schemes.ts";
import { type EntryList, entryRows, inEntryRow, typedRows } from "./entry-list.ts";

const words = texts.settings;
const NONE = { value: "", label: texts.fields.none };
const ofRegistration = (field: string) => (entry: number) => words.registration(entry, field);
// The first account is not in the list.
const ofAccount = (label: (account: number) => string) => (entry: number) => label(entry + 1);

type List = "accounts" | "identifiers" | "registrations" | "exempting";

/** Lists of the profile. */
const LISTS: Readonly<Record<List, EntryList>> = {
  /** The accounts beside the first. */
  accounts: {
    at: "/accounts",
    fields: [
      { name: "iban", label: ofAccount(words.iban), maxLength: 42 },
      { name: "account", label: ofAccount(words.accountNumber), maxLength: 50, hint: words.accountNumberHint },
      { name: "bic", label: ofAccount(words.bic), maxLength: 20 },
      { name: "name", label: ofAccount(words.holder), maxLength: 200 },
      {
        ...{ name: "currency", label: ofAccount(words.accountCurrency), isSet: true },
        options: [{ value: "", label: words.anyCurrency }, ...currencyOptions()],
      },
    ],
  },
  /** Other numbers of the company. */
  identifiers: {
    at: "/identifiers",
    fields: [
      { name: "id", label: words.identifier, maxLength: 100 },
      { name: "scheme", label: words.identifierScheme, options: [NONE, ...registers()] },
    ],
  },
  /** The registrations in other member states. */
  registrations: {
    at: "/registrations",
    fields: [
      { name: "country", label: ofRegistration(texts.newInvoice.country), options: [NONE, ...COUNTRIES] },
      { name: "vatNumber", label: ofRegistration(texts.newInvoice.vatNumber), maxLength: 40 },
      { name: "since", label: ofRegistration(words.since), type: "date" },
      { name: "until", label: ofRegistration(words.until), type: "date" },
      {
        ...{ name: "establishment", label: ofRegistration(words.establishment), isSet: true },
        options: [
          { value: "", label: words.no },
          { value: "yes", label: words.yes },
        ],
      },
    ],
  },
  /** The member states that exempt a small enterprise, with their notes. */
  exempting: {
    at: "/smallEnterprise/states",
    fields: [
      { name: "state", label: words.exemptingState, options: [NONE, ...COUNTRIES] },
      { name: "note", label: words.exemptingNote, maxLength: 1000, isArea: true },
    ],
  },
};

/** Whether a field is one of an entry of a list. */
export function isOfList(pointer: string): boolean {
  return Object.values(LISTS).some(({ at }) => pointer.startsWith(`${at}/`));
}

/** The entries of a list, and fields for one more. After a save, entries that changed are shown as they are stored. */
export function listFields(list: List, profile: CompanyProfile, revision: string): TemplateResult {
  const states = Object.entries(profile.smallEnterprise?.states ?? {});
  const stored = list === "exempting" ? states.map(([state, { note }]) => ({ state, note })) : (profile[list] ?? []);
  const entries = stored.map((entry) => ({ ...entry }));
  const keyOf = (entry: object, index: number) =>
    index === entries.length ? revision : `${index} ${JSON.stringify(entry)}`;
  return html`
    <details class="wide list" ?open=${entries.length > 0}>
      <summary>${words[list]}</summary>
      ${entryRows(LISTS[list], [...entries, {}], keyOf)}
    </details>
  `;
}

/**
 * The lists as they were typed. An entry whose fields are empty is removed. `textAt` gives the text that a field keeps, by its
 * pointer.
 */
export function readLists(form: HTMLFormElement, textAt: (pointer: string) => string) {
  const read = (list: List): Record<string, string>[] =>
    typedRows(form, LISTS[list]).map((row) => {
      const { at, fields } = LISTS[list];
      const typed = fields.map(({ name }) => [name, textAt(`${at}/${row}/${name}`)]);
      const entries = typed.filter(([, text]) => text !== "");
      return Object.fromEntries(
        entries.map(([name, text]) => [name, name === "establishment" ? text === "yes" : text]),
      );
    });
  const states = read("exempting").map(({ state = "", note = "" }) => [state, { note }] as const);
  const lists = { accounts: read("accounts"), identifiers: read("identifiers"), registrations: read("registrations") };
  return { ...lists, states: Object.fromEntries(states) };
}

/** Where an error about an entry of a list is shown. Those of states have no number. */
export function inListRow(form: HTMLFormElement, error: FieldError): FieldError {
  const state = "pointer" in error ? /^\/smallEnterprise\/states\/(\w*)/.exec(error.pointer)?.[1] : undefined;
  if (state === undefined || !("pointer" in error)) return inEntryRow(form, Object.values(LISTS), error);
  const selects = [...form.querySelectorAll<HTMLSelectElement>('[name$="/state"]')];
  const name = selects.find(({ value }) => value === state)?.name ?? error.pointer;
  return { ...error, pointer: error.pointer.endsWith("/note") ? name.replace("/state", "/note") : name };
}
