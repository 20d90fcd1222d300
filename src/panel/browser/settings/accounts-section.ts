import type { AccountMap } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { parseTypedNumber } from "../../typed-number.ts";
import { CallFailed } from "../calls.ts";
import { clearFaults, ignoreEnter, inputField, selectField, showFaults, textOf } from "../fields/fields.ts";
import { texts } from "../texts/language.ts";
import { problemText } from "../texts/refusal-texts.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.accounts;

/** The fields of each list's entries. */
const LISTS = {
  sales: ["kind", "section", "treatment", "category", "taxRate", "country", "account", "taxKey"],
  payments: ["method", "account"],
} as const;

type List = keyof typeof LISTS;
type Entry = Readonly<Record<string, string | number | null | undefined>>;

const { payment: _, ...SOLD } = texts.archive.kinds;
const choices = (known: Readonly<Record<string, string>>) => [
  { value: "", label: words.any },
  ...Object.entries(known).map(([value, label]) => ({ value, label })),
];
const CHOICES: Readonly<Record<string, ReturnType<typeof choices>>> = {
  kind: choices(SOLD),
  section: choices(texts.returns.sections),
  treatment: choices(texts.words.treatments),
  category: choices(texts.words.categories),
};

/** The accounts on which the accountant books sales and payments, and what DATEV's files need. */
export class AccountsSection {
  readonly #part: SettingsPart;
  readonly #first: string;
  #accounts: AccountMap | null;
  #blank = { sales: 3, payments: 1 };
  #saves = 0;
  #done = "";
  #problem = "";

  constructor(part: SettingsPart, accounts: AccountMap | null, country: string) {
    this.#part = part;
    this.#accounts = accounts;
    this.#first = country === "AT" ? "200000" : "10000"; // as usual there
  }

  template(): TemplateResult {
    const { datev, debtors } = this.#accounts ?? {};
    const first = typeof debtors === "object" ? debtors.first : this.#first;
    const of = (name: string, value: unknown = "", maxLength = 9) => {
      const label = words.fields[name as keyof typeof words.fields];
      const pointer = `/accounts/${name === "first" ? "debtors" : "datev"}/${name}`;
      return inputField({ pointer, label, maxLength, value: String(value) });
    };
    return html`
      <section class="card" aria-labelledby="accounts-title">
        <h2 id="accounts-title">${words.title}</h2>
        <p class="hint">${words.intro}</p>
        <form class="accounts" @submit=${(event: SubmitEvent) => this.#save(event)} @keydown=${ignoreEnter}>
          ${this.#rows("sales")} ${this.#rows("payments")}
          <fieldset>
            <legend>${words.debtors}</legend>
            <p class="hint">${words.debtorsHint}</p>
            <div class="fields">${of("first", first)}</div>
          </fieldset>
          <fieldset>
            <legend>DATEV</legend>
            <p class="hint">${words.datevHint}</p>
            <div class="fields">
              ${of("consultant", datev?.consultant)} ${of("client", datev?.client)}
              ${of("accountLength", datev?.accountLength)} ${of("chart", datev?.chart)}
              ${of("fiscalYearStart", datev?.fiscalYearStart)}
            </div>
          </fieldset>
          <button>${words.save}</button>
        </form>
        <p role="status">${this.#done}</p>
        <p role="alert" class="problem">${this.#problem}</p>
      </section>
    `;
  }

  #rows(list: List): TemplateResult {
    const kept: readonly Entry[] = (this.#accounts?.[list] ?? []).map((entry) => ({ ...entry }));
    const rows: readonly Entry[] = [...kept, ...Array.from({ length: this.#blank[list] }, () => ({}))];
    const add = () => {
      this.#blank[list] += 1;
      this.#part.show();
    };
    return html`
      <fieldset>
        <legend>${words[list]}</legend>
        ${repeat(
          rows,
          (_, index) => `${this.#saves} ${index}`,
          (entry, index) => html`
            <div class="fields" role="group" aria-label=${words.row(index + 1)}>
              ${LISTS[list].map((name) => {
                const field = { pointer: `/accounts/${list}/${index}/${name}`, label: words.fields[name] };
                const value = String(entry[name] ?? "");
                const options = CHOICES[name];
                if (options !== undefined) return selectField({ ...field, value, isSet: true }, options);
                return inputField({ ...field, value, maxLength: 40 });
              })}
            </div>
          `,
        )}
        <button type="button" @click=${add}>${words.add}</button>
      </fieldset>
    `;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    clearFaults(form);
    [this.#done, this.#problem] = ["", ""];
    const read = { sales: rowsOf(form, "sales"), payments: rowsOf(form, "payments") };
    const entries = (list: List) => read[list].map((row) => entryOf(form, `/accounts/${list}/${row}`, LISTS[list]));
    const datev = entryOf(form, "/accounts/datev", [
      "consultant",
      "client",
      "accountLength",
      "chart",
      "fiscalYearStart",
    ]);
    const typed = {
      ...{ sales: entries("sales"), payments: entries("payments") },
      debtors: entryOf(form, "/accounts/debtors", ["first"]),
      ...(Object.keys(datev).length === 0 ? {} : { datev }),
    };
    try {
      this.#accounts = await this.#part.calls.saveAccounts(typed as unknown as AccountMap); // the library checks it
      this.#saves += 1;
      this.#blank = { sales: 1, payments: 1 };
      this.#done = words.saved;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const errors = error.errors.map((each) =>
        "pointer" in each ? { ...each, pointer: inRow(each.pointer, read) } : each,
      );
      this.#problem = problemText({ ...error, message: error.message, errors: showFaults(form, { ...error, errors }) });
    }
    this.#part.show();
  }
}

/** The rows in which something is typed. */
function rowsOf(form: HTMLFormElement, list: List): number[] {
  const count = form.querySelectorAll(`[name^="/accounts/${list}/"][name$="/account"]`).length;
  const rows = Array.from({ length: count }, (_, row) => row);
  return rows.filter((row) =>
    LISTS[list].some((name) => textOf(form, `/accounts/${list}/${row}/${name}`) !== undefined),
  );
}

/** Numbers as they are typed here; what is not one is left to the library to refuse. */
const NUMBERS = ["taxRate", "consultant", "client", "accountLength"];

function entryOf(form: HTMLFormElement, pointer: string, names: readonly string[]): Entry {
  const typed = names.map((name) => {
    const text = textOf(form, `${pointer}/${name}`);
    const number = NUMBERS.includes(name) && text !== undefined ? parseTypedNumber(text) : undefined;
    return [name, number?.kind === "number" ? number.value : text] as const;
  });
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined));
}

/** Where an error about an entry is shown: rows before it may be empty. */
function inRow(pointer: string, read: Readonly<Record<List, readonly number[]>>): string {
  return pointer.replace(/^\/accounts\/(sales|payments)\/(\d+)/, (_, list: List, index: string) => {
    return `/accounts/${list}/${read[list][Number(index)]}`;
  });
}
