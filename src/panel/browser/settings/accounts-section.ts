import type { AccountMap } from "faktura";
import { html, type TemplateResult } from "lit-html";
import { parseTypedNumber } from "../../typed-number.ts";
import { clearFaults, formProblem, ignoreEnter, inputField, submitTo, textOf } from "../fields/fields.ts";
import { Outcome } from "../outcome.ts";
import { texts } from "../texts/language.ts";
import { type EntryList, entryRows, inEntryRow, typedRows } from "./entry-list.ts";
import type { SettingsPart } from "./logo-section.ts";

const words = texts.accounts;

type Entry = Readonly<Record<string, string | number | null | undefined>>;

const { payment: _, ...SOLD } = texts.archive.kinds;
const fieldIn = (name: keyof typeof words.fields) => ({ name, label: () => words.fields[name], maxLength: 40 });
const choiceIn = (name: keyof typeof words.fields, known: Readonly<Record<string, string>>) => {
  const options = Object.entries(known).map(([value, label]) => ({ value, label }));
  return { ...fieldIn(name), isSet: true, options: [{ value: "", label: words.any }, ...options] };
};

const SALES: EntryList = {
  at: "/accounts/sales",
  fields: [
    choiceIn("kind", SOLD),
    choiceIn("section", texts.returns.sections),
    choiceIn("treatment", texts.words.treatments),
    choiceIn("category", texts.words.categories),
    ...(["taxRate", "country", "account", "taxKey"] as const).map(fieldIn),
  ],
};

const PAYMENTS: EntryList = { at: "/accounts/payments", fields: [fieldIn("method"), fieldIn("account")] };

/** What DATEV's files need. */
const DATEV = ["consultant", "client", "accountLength", "chart", "fiscalYearStart"] as const;

/** The accounts on which the accountant books sales and payments, and what DATEV's files need. */
export class AccountsSection {
  readonly #part: SettingsPart;
  readonly #first: string;
  #accounts: AccountMap | null;
  readonly #outcome: Outcome;
  /** How many empty rows each list has. */
  #blank = { sales: 3, payments: 1 };
  #saves = 0;

  constructor(part: SettingsPart, accounts: AccountMap | null, country: string) {
    this.#part = part;
    this.#accounts = accounts;
    this.#outcome = new Outcome(part.show);
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
        <form class="accounts" @submit=${submitTo((form) => this.#save(form))} @keydown=${ignoreEnter}>
          ${this.#rows("sales", SALES)} ${this.#rows("payments", PAYMENTS)}
          <fieldset>
            <legend>${words.debtors}</legend>
            <p class="hint">${words.debtorsHint}</p>
            <div class="fields">${of("first", first)}</div>
          </fieldset>
          <fieldset>
            <legend>DATEV</legend>
            <p class="hint">${words.datevHint}</p>
            <div class="fields">${DATEV.map((name) => of(name, datev?.[name]))}</div>
          </fieldset>
          <button>${words.save}</button>
        </form>
        ${this.#outcome.template()}
      </section>
    `;
  }

  #rows(name: "sales" | "payments", list: EntryList): TemplateResult {
    const kept: readonly Entry[] = (this.#accounts?.[name] ?? []).map((entry) => ({ ...entry }));
    const rows = [...kept, ...Array.from({ length: this.#blank[name] }, () => ({}))];
    const add = () => {
      this.#blank[name] += 1;
      this.#part.show();
    };
    return html`
      <fieldset>
        <legend>${words[name]}</legend>
        ${entryRows(list, rows, (_, index) => `${this.#saves} ${index}`, words.row)}
        <button type="button" @click=${add}>${words.add}</button>
      </fieldset>
    `;
  }

  async #save(form: HTMLFormElement): Promise<void> {
    clearFaults(form);
    const entries = (list: EntryList) => {
      const names = list.fields.map(({ name }) => name);
      return typedRows(form, list).map((row) => entryOf(form, `${list.at}/${row}`, names));
    };
    const datev = entryOf(form, "/accounts/datev", DATEV);
    const typed = {
      ...{ sales: entries(SALES), payments: entries(PAYMENTS) },
      debtors: entryOf(form, "/accounts/debtors", ["first"]),
      ...(Object.keys(datev).length === 0 ? {} : { datev }),
    };
    await this.#outcome.run(
      async () => {
        this.#accounts = await this.#part.calls.saveAccounts(typed as unknown as AccountMap); // the library checks it
        this.#saves += 1;
        this.#blank = { sales: 1, payments: 1 };
        return words.saved;
      },
      { failed: (error) => formProblem(form, error, (one) => inEntryRow(form, [SALES, PAYMENTS], one)) },
    );
  }
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
