import { html, nothing } from "lit-html";
import type { PanelSettings } from "../../wire.ts";
import { fieldId, namedField, submitTo, textOf } from "../fields/fields.ts";
import { SavedForm } from "../fields/saved-form.ts";
import type { Page, PageContext } from "../page.ts";
import { texts } from "../texts/language.ts";
import { loadNationalTexts } from "../texts/national-text.ts";
import { AccountsSection } from "./accounts-section.ts";
import { ApiKeySection } from "./api-key-section.ts";
import { LatePaymentSection } from "./late-payment-section.ts";
import { LogoSection } from "./logo-section.ts";
import { inSeriesRow, nextNumbers, profileFields, readProfile } from "./profile-form.ts";
import { inListRow } from "./profile-lists.ts";
import { readTerms, termsFields } from "./terms-fields.ts";

const words = texts.settings;

/** The page of the company's profile, of the payment terms, and of its logo and its API keys if the host has them. With `#field-iban`, it opens at that field. */
export const settingsPage: Page = {
  title: words.title,
  async open(context) {
    // The company's country can be changed to one whose words are not loaded.
    const [settings] = await Promise.all([context.calls.settings(), loadNationalTexts()]);
    new Settings(context, settings).open();
  },
};

/** What a company without a profile is set up with. */
type FirstContext = Pick<PageContext, "calls" | "base" | "show">;

/** Shows the form of the first profile. Once it is saved, the panel opens. */
export async function showFirstProfile(context: FirstContext): Promise<void> {
  const [settings] = await Promise.all([context.calls.settings(), loadNationalTexts()]);
  const { profile } = settings;
  new Settings(
    { ...context, profile, formats: [], hasPdf: false, paymentDays: null, cashDiscount: null },
    settings,
  ).open();
}

/** What the settings need of their page. */
type SettingsContext = FirstContext &
  Pick<PageContext, "profile" | "formats" | "hasPdf" | "paymentDays" | "cashDiscount">;

/** The settings: a form that is saved as a whole, and sections that are saved by themselves, of which the logo is shown in the form. */
class Settings {
  readonly #context: SettingsContext;
  readonly #logo: LogoSection | undefined;
  readonly #apiKeys: ApiKeySection | undefined;
  readonly #accounts: AccountsSection;
  readonly #latePayment: LatePaymentSection | undefined;
  #settings: PanelSettings;
  #prefixes: ReturnType<typeof nextNumbers>;
  readonly #saved = new SavedForm(() => this.#show());

  constructor(context: SettingsContext, settings: PanelSettings) {
    const part = { calls: context.calls, show: () => this.#show() };
    this.#context = context;
    this.#settings = settings;
    this.#prefixes = nextNumbers(settings);
    this.#accounts = new AccountsSection(part, settings.accounts, settings.profile.country);
    const { latePayment, latePaymentLaw: law } = settings;
    this.#latePayment = law === null ? undefined : new LatePaymentSection(part, law, latePayment);
    this.#logo = context.hasPdf ? new LogoSection(part, settings.logoSavedAt) : undefined;
    this.#apiKeys = settings.apiKeys === null ? undefined : new ApiKeySection(part, settings.apiKeys);
  }

  open(): void {
    addEventListener("hashchange", () => focusNamedField());
    this.#show();
    focusNamedField();
  }

  #show(): void {
    const form = document.querySelector<HTMLFormElement>("form.settings");
    const country = (form === null ? undefined : textOf(form, "/country")) ?? this.#settings.profile.country;
    this.#context.show(html`
      <h1>${this.#isFirst ? texts.frame.firstProfile : words.title}</h1>
      ${this.#isFirst ? html`<p>${texts.frame.firstProfileHint}</p>` : nothing}
      <form class="settings" @input=${() => this.#change()} @submit=${submitTo(() => this.#submit())}>
        ${profileFields(this.#settings, this.#prefixes, { country, formats: this.#context.formats, besideBank: this.#isFirst ? nothing : html`${termsFields(this.#context)} ${this.#logo?.template() ?? nothing}` })}
        ${this.#saved.buttons(words.save)}
      </form>
      ${
        this.#isFirst
          ? nothing
          : html`<p class="hint">${words.savedApart}</p>
            ${this.#latePayment?.template() ?? nothing} ${this.#accounts.template()}
            ${this.#apiKeys?.template() ?? nothing}`
      }
    `);
  }

  /** Whether the company has no profile yet. */
  get #isFirst(): boolean {
    return this.#settings.revision === "";
  }

  get #form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.settings")!;
  }

  #change(): void {
    this.#prefixes = nextNumbers(this.#settings, this.#form);
    this.#saved.change();
  }

  async #submit(): Promise<void> {
    const form = this.#form;
    const { calls, base } = this.#context;
    const terms = this.#isFirst ? null : readTerms(form);
    if (terms === undefined) return;
    const save = async () => {
      const saved = await calls.saveProfile(readProfile(form, this.#settings), this.#settings.revision);
      if (this.#isFirst) {
        location.assign(base);
        return "";
      }
      this.#settings = { ...this.#settings, ...saved };
      if (terms !== null) await calls.savePaymentTerms(terms);
      return words.saved;
    };
    await this.#saved.save(form, save, (error) => inListRow(form, inSeriesRow(form, error)));
  }
}

/** Moves the focus to the field that the address names, and opens what hides it. */
function focusNamedField(): void {
  const id = location.hash.slice(1);
  const field = id.startsWith(fieldId("")) ? namedField(id) : null;
  if (field === null) return;
  const details = field.closest("details");
  if (details !== null) details.open = true;
  field.focus();
}
