import { isRefusal } from "faktura/vat";
import { html, nothing, type TemplateResult } from "lit-html";
import { agree, figuresOf, type PanelOrder, shownFigures } from "../../figures.ts";
import type { ClientEntry, Draft, IssuedDraft, SavedClient } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { CLIENT_FIELDS } from "../clients/client-fields.ts";
import { vatCheckText } from "../clients/vat-check-text.ts";
import { clearFaults, fillFields, showFaults, textOf, typedFields } from "../fields.ts";
import { todayIn } from "../format.ts";
import { texts } from "../language.ts";
import { refreshNumbers } from "../number-field.ts";
import type { Page, PageContext } from "../page.ts";
import { printedLanguageOf } from "../printed/printed-language.ts";
import { problemText } from "../refusal-texts.ts";
import { ClientPicker } from "./client-picker.ts";
import { DraftSaver } from "./draft-saver.ts";
import { InvoiceReview } from "./invoice-review.ts";
import { lineRates } from "./line-rates.ts";
import type { TypedDraft } from "./missing-content.ts";
import { missingList } from "./missing-list.ts";
import { lineCountOf, orderFields, readOrder } from "./order-form.ts";
import { startingDraft } from "./starting-draft.ts";
import { answerCard, answerEssence, answerTo, spokenAnswer, type VatAnswer } from "./vat-answer.ts";

/** Pause in typing after which the result is announced: a screen reader cannot follow each keystroke. */
const SPEECH_DELAY_MS = 600;

/** The page of a new draft, with what its address asks for. */
export const newInvoice: Page = {
  title: texts.newInvoice.title,
  async open(context) {
    const draft = { id: crypto.randomUUID(), revision: "", total: null };
    const { fields, hint } = await startingDraft(context);
    new InvoiceDraft(context, { ...draft, fields }, hint).open();
  },
};

/** The page of a saved draft. */
export const openDraft: Page = {
  title: texts.newInvoice.draftTitle,
  async open(context) {
    const { calls, path, base, show } = context;
    try {
      new InvoiceDraft(context, await calls.draft(path.slice("/drafts/".length))).open();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.invoice === undefined) throw error;
      show(html`<h1>${texts.newInvoice.isInvoice}</h1> ${issuedText(base, error.invoice)}`);
    }
  },
};

/** A line of which nothing is typed. */
const NO_ITEM = { description: "", quantity: 1, unitPrice: Number.NaN };

/** What the company sold last, as this browser remembers it; empty if it was not stated. */
function lastSupply(base: string): string {
  const last = localStorage.getItem(`supply of ${base}`) ?? "";
  return last === "unstated" ? "" : last;
}

function rememberSupply(base: string, supply: string): void {
  localStorage.setItem(`supply of ${base}`, supply);
}

function issuedText(base: string, { id, invoiceNumber }: IssuedDraft): TemplateResult {
  const link = html`<a href="${base}/invoices/${id}">${invoiceNumber}</a>`;
  return html`<p>${texts.newInvoice.issuedAs(link)}</p>`;
}

/**
 * A draft: a form that is saved while it is typed, and then a review of the invoice. Only the button of the review issues
 * it.
 */
class InvoiceDraft {
  readonly #context: PageContext;
  readonly #draft: Omit<Draft, "savedAt">;
  readonly #hint: string;
  readonly #saver: DraftSaver;
  readonly #picker: ClientPicker;
  /** What became of the client that was picked or saved. */
  #clientNote = "";
  #lines: readonly number[];
  #prices: PanelOrder["prices"];
  #answer: VatAnswer;
  #typed: TypedDraft;
  #spoken = "";
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #problem = "";
  /** Set once the draft is known to be an invoice. */
  #issued: IssuedDraft | undefined;
  #saved = "";
  #isChecking = false;
  /** While it is shown, the form is hidden. */
  #review: InvoiceReview | undefined;

  constructor(context: PageContext, draft: Omit<Draft, "savedAt">, hint = "") {
    this.#context = context;
    this.#draft = draft;
    this.#hint = hint;
    this.#lines = Array.from({ length: lineCountOf(draft.fields) }, (_, index) => index);
    const order = {
      clientName: "",
      clientCountry: "",
      supplyDate: todayIn(context.timeZone),
      items: [NO_ITEM],
    };
    this.#answer = answerTo(context, order);
    this.#typed = { profile: context.profile, order, figures: undefined, unchosen: ["isCompany", "supply"] };
    const page = {
      calls: context.calls,
      fields: () => typedFields(this.#form),
      total: () => this.#total(),
      onAttempt: this.#showAttempt,
    };
    this.#saver = new DraftSaver(page, draft);
    this.#picker = new ClientPicker({
      calls: context.calls,
      show: () => this.#show(),
      onPick: (client) => this.#fillClient(client),
      onProblem: (problem) => this.#tellOfClient(problem),
    });
  }

  /** Shows the page, with what the draft contains. */
  open(): void {
    addEventListener("popstate", () => this.#edit());
    this.#show();
    fillFields(this.#form, this.#draft.fields);
    refreshNumbers(this.#form);
    const { fields, revision } = this.#draft;
    if (Object.keys(fields).length === 0) {
      fillFields(this.#form, { "/supply": lastSupply(this.#context.base) });
    } else if (revision === "") this.#saver.change(); // copied from an invoice
    this.#read();
  }

  #show(): void {
    const { profile, timeZone, base, show } = this.#context;
    const lines = { keys: this.#lines, add: () => this.#addLine(), remove: (key: number) => this.#removeLine(key) };
    const client = { name: this.#picker.template(), saving: this.#clientSaving() };
    show(html`
      <div ?hidden=${this.#review !== undefined}>
        <h1>${texts.newInvoice.title}</h1>
        ${this.#hint === "" ? nothing : html`<p class="hint">${this.#hint}</p>`}
        <form class="draft" @input=${() => this.#change()} @submit=${(event: Event) => this.#submit(event)}>
          <div class="order">${orderFields(profile, todayIn(timeZone), lines, this.#prices, client, lineRates(this.#context, this.#typed.order))}</div>
          <section class="answer" aria-labelledby="answer-title">
            <h2 id="answer-title">${texts.newInvoice.answerTitle}</h2>
            ${answerCard(this.#answer, profile.defaultCurrency)}
            ${missingList(this.#typed, this.#context)}
            <p role="alert" class="problem">${this.#problem}</p>
            ${this.#issued === undefined ? nothing : issuedText(base, this.#issued)}
            <button class="main" aria-disabled=${this.#isChecking}>${texts.newInvoice.review}</button>
            <p class="hint">${texts.newInvoice.nothingIssued} ${this.#saved}</p>
          </section>
          ${answerEssence(this.#answer, profile.defaultCurrency)}
        </form>
        <p class="heard" role="status">${this.#spoken}</p>
      </div>
      ${this.#review?.template() ?? nothing}
    `);
  }

  #clientSaving(): TemplateResult {
    return html`
      <p class="wide save-client">
        <button type="button" @click=${() => this.#saveClient()}>${texts.clients.save}</button>
        <span role="status">${this.#clientNote}</span>
      </p>
    `;
  }

  /** What the client does not state is emptied, except what is sold. */
  #fillClient({ fields, vatCheck }: SavedClient): void {
    const empty = CLIENT_FIELDS.filter((name) => name !== "/supply").map((name) => [name, ""]);
    fillFields(this.#form, { ...Object.fromEntries(empty), ...fields });
    this.#clientNote = vatCheck === null ? "" : vatCheckText(vatCheck);
    this.#change();
  }

  /** Saves the client for later invoices. One with the same name is replaced, unless country or VAT number differ. */
  async #saveClient(): Promise<void> {
    const { calls } = this.#context;
    const name = textOf(this.#form, "/clientName");
    if (name === undefined) return this.#form.querySelector<HTMLElement>("[role=combobox]")!.focus();
    const fields = Object.fromEntries(
      Object.entries(typedFields(this.#form)).filter(([field, text]) => CLIENT_FIELDS.includes(field) && text !== ""),
    );
    try {
      const { data } = await calls.clients(new URLSearchParams({ search: name, limit: "100" }));
      const [same] = data.filter((client) => client.name === name && !isOtherClient(client, fields));
      const before = same && (await calls.client(same.id));
      const isSameNumber = before?.fields["/clientVatNumber"] === fields["/clientVatNumber"];
      const vatCheck = before !== undefined && isSameNumber ? before.vatCheck : null;
      const client = { id: before?.id ?? crypto.randomUUID(), revision: crypto.randomUUID(), fields, vatCheck };
      await calls.saveClient(client, [before?.revision ?? ""]);
      this.#tellOfClient(texts.clients.saved);
    } catch (error) {
      this.#tellOfClient(failureText(error));
    }
  }

  #tellOfClient(note: string): void {
    this.#clientNote = note;
    this.#show();
  }

  get #form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.draft")!;
  }

  #change(): void {
    this.#saver.change();
    [this.#saved, this.#problem] = ["", ""];
    this.#read();
  }

  #read(): void {
    const { profile } = this.#context;
    const order = readOrder(this.#form, this.#lines.length);
    this.#prices = order.prices;
    this.#answer = answerTo(this.#context, order);
    const unchosen = ["isCompany", "supply"].filter((name) => textOf(this.#form, `/${name}`) === undefined);
    this.#typed = { profile, order, figures: this.#answer.figures, unchosen };
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      this.#spoken = spokenAnswer(this.#answer, profile.defaultCurrency);
      this.#show();
    }, SPEECH_DELAY_MS);
    this.#show();
  }

  /** What the list of drafts shows. An order without a line that is complete has none. */
  #total(): Draft["total"] {
    const { figures } = this.#answer;
    if (figures === undefined || figures.totals.items.length === 0) return null;
    return { amount: figures.totals.total, currency: this.#context.profile.defaultCurrency };
  }

  #addLine(): void {
    this.#lines = [...this.#lines, Math.max(...this.#lines) + 1];
    this.#showLastLine();
  }

  #removeLine(key: number): void {
    this.#lines = this.#lines.filter((line) => line !== key);
    this.#showLastLine();
  }

  #showLastLine(): void {
    this.#show();
    this.#form.querySelector<HTMLElement>(".line:last-of-type input")?.focus();
    this.#change();
  }

  readonly #showAttempt = (failure: CallFailed | undefined): void => {
    const { base } = this.#context;
    // From now on the draft has an address of its own, which reloading and other tabs open.
    if (failure === undefined && this.#review === undefined) {
      history.replaceState(null, "", `${base}/drafts/${this.#draft.id}`);
    }
    const saved = this.#saver.hasChanges ? "" : texts.newInvoice.saved;
    this.#saved = failure === undefined ? saved : texts.newInvoice.notSaved;
    if (failure !== undefined) this.#problem = failure.message;
    this.#issued = failure?.invoice;
    this.#show();
  };

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isChecking) return;
    this.#isChecking = true;
    clearFaults(this.#form);
    this.#problem = "";
    this.#show();
    try {
      await this.#openReview();
    } catch (error) {
      if (!(error instanceof CallFailed || isRefusal(error))) throw error;
      this.#problem = problemText({ ...error, message: error.message, errors: showFaults(this.#form, error) });
    } finally {
      this.#isChecking = false;
      this.#show();
    }
  }

  async #openReview(): Promise<void> {
    const { profile, rates, calls } = this.#context;
    const order = readOrder(this.#form, this.#lines.length);
    const shown = shownFigures(figuresOf(profile, order, rates));
    await this.#saver.save();
    // What is issued must be found again under its draft, so that no repeat issues it twice.
    if (this.#saver.failure !== undefined) throw this.#saver.failure;
    const preview = await calls.preview(order);
    if (!agree(shown, preview)) {
      throw new CallFailed(texts.newInvoice.wouldDiffer);
    }
    rememberSupply(this.#context.base, textOf(this.#form, "/supply") ?? "");
    const close = { back: () => history.back(), issued: () => this.#saver.stop() };
    const language = await printedLanguageOf(preview.seller);
    const sale = { order, shown, preview, draftId: this.#draft.id, language };
    this.#review = new InvoiceReview(this.#context, sale, { ...close, show: () => this.#show() });
    history.pushState(null, "");
    this.#show();
    scrollTo(0, 0);
    document.getElementById("invoice-title")!.focus({ preventScroll: true });
  }

  /** Shows the form again, when the user goes back from the review. */
  #edit(): void {
    const isSkipLink = location.hash !== "";
    if (this.#review === undefined || isSkipLink) return;
    this.#review = undefined;
    this.#show();
    this.#form.querySelector<HTMLElement>(".answer .main")!.focus();
  }
}

/** Whether two clients of one name are two: their countries or their VAT numbers differ. */
function isOtherClient(saved: ClientEntry, fields: Readonly<Record<string, string>>): boolean {
  const [one, other] = [saved.vatNumber, fields["/clientVatNumber"] ?? ""].map((number) => {
    return number.replaceAll(/[^0-9a-z]/gi, "").toUpperCase();
  });
  return saved.country !== (fields["/clientCountry"] ?? "") || (one !== "" && other !== "" && one !== other);
}
