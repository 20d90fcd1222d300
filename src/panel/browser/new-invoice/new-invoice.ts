import { html, nothing, type TemplateResult } from "lit-html";
import type { ArticleEntry, Draft, IssuedDraft, SavedClient } from "../../wire.ts";
import { articleOf, lineOf } from "../articles/article-fields.ts";
import { CallFailed, failureText } from "../calls.ts";
import { UNSTATED } from "../clients/client-fields.ts";
import { MOST_OPTIONS } from "../fields/combobox.ts";
import {
  clearFaults,
  fieldId,
  fillFields,
  formProblem,
  markFault,
  textOf,
  typedFields,
  unfold,
  unfolded,
} from "../fields/fields.ts";
import type { Page, PageContext } from "../page.ts";
import { todayIn } from "../texts/format.ts";
import { beforeReload, texts } from "../texts/language.ts";
import { ClientSection } from "./client-section.ts";
import { DraftSaver } from "./draft-saver.ts";
import { DraftUses } from "./draft-uses.ts";
import { fillDueDate } from "./due-date.ts";
import { InvoiceReview } from "./invoice-review.ts";
import { dropKeptDraft, type KeptDraft, keptDraft } from "./kept-draft.ts";
import { lineRates, lineVats } from "./line-rates.ts";
import { missingContent, needsExchangeRate, previewable, type TypedDraft } from "./missing-content.ts";
import { missingList, pointerOf, unfoldField } from "./missing-list.ts";
import { repeatedDraftId } from "./next-month.ts";
import { currentFields, lineCountOf, orderSections, readOrder } from "./order-form.ts";
import { OrderLines } from "./order-lines.ts";
import { startingDraft } from "./starting-draft.ts";
import { answerBreakdown, answerCard, answerEssence, answerTo, spokenAnswer, type VatAnswer } from "./vat-answer.ts";

/** Pause in typing after which the result is announced: a screen reader cannot follow each keystroke. */
const SPEECH_DELAY_MS = 600;

/** Pause in typing after which the server is asked for a preview. */
const PREVIEW_DELAY_MS = 400;

/** The page of a new draft, with what its address asks for. */
export const newInvoice: Page = {
  title: texts.newInvoice.title,
  async open(context) {
    const { query } = context;
    const repeated = query.has("next") ? repeatedDraftId(query.get("copy") ?? "") : undefined;
    if (repeated !== undefined && (await openRepeated(context, repeated))) return;
    const draft = { id: repeated ?? crypto.randomUUID(), revision: "", total: null };
    const { fields, hint } = await startingDraft(context);
    new InvoiceEditor(context, { ...draft, fields }, { hint }).open();
  },
};

/** Opens the draft that already repeats an invoice, or says which invoice it became; `false` if there is none. */
async function openRepeated(context: PageContext, id: string): Promise<boolean> {
  try {
    await openSaved(context, id);
    return true;
  } catch (error) {
    if (error instanceof CallFailed && error.code === "draft_not_found") return false;
    throw error;
  }
}

/** The page of a saved draft. */
export const openDraft: Page = {
  title: texts.newInvoice.draftTitle,
  open: (context) => openSaved(context, context.path.slice("/drafts/".length)),
};

async function openSaved(context: PageContext, id: string): Promise<void> {
  const { base, show } = context;
  try {
    const { draft, replaces } = await savedOrKept(context, id);
    new InvoiceEditor(context, draft, { replaces }).open();
  } catch (error) {
    if (!(error instanceof CallFailed) || error.invoice === undefined) throw error;
    dropKeptDraft(id);
    show(html`<h1>${texts.newInvoice.isInvoice}</h1> ${issuedText(base, error.invoice)}`);
  }
}

/**
 * A draft as the server has it, or what was typed in this tab since, if no save of it was confirmed. What another tab saved
 * meanwhile comes first.
 */
async function savedOrKept({ calls }: PageContext, id: string): Promise<KeptDraft> {
  const kept = keptDraft(id);
  const saved = await calls.draft(id).catch((error: unknown) => {
    const isUnsaved = error instanceof CallFailed && error.code === "draft_not_found";
    if (isUnsaved && kept?.replaces.includes("")) return { ...kept.draft, revision: "" };
    throw error;
  });
  // The save may still arrive, so that the next one replaces either.
  if (kept?.replaces.includes(saved.revision)) {
    return { draft: kept.draft, replaces: [saved.revision, kept.draft.revision] };
  }
  dropKeptDraft(id);
  return { draft: saved, replaces: [saved.revision] };
}

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

/** A server that does not answer says nothing of formats. The review says why. */
function noAnswer(error: unknown): null {
  if (!(error instanceof CallFailed)) throw error;
  return null;
}

function issuedText(base: string, { id, invoiceNumber }: IssuedDraft): TemplateResult {
  const link = html`<a href="${base}/invoices/${id}">${invoiceNumber}</a>`;
  return html`<p>${texts.newInvoice.issuedAs(link)}</p>`;
}

/**
 * A draft: a form that is saved while it is typed, and then a review of the invoice. Only the button of the review issues
 * it.
 */
class InvoiceEditor {
  readonly #context: PageContext;
  readonly #draft: Omit<Draft, "savedAt">;
  readonly #hint: string;
  /** Whether it begins with what was typed before the page was loaded again. */
  readonly #isUnsaved: boolean;
  readonly #saver: DraftSaver;
  readonly #client: ClientSection;
  readonly #lines: OrderLines;
  readonly #uses: DraftUses;
  #answer: VatAnswer;
  #typed: TypedDraft;
  #spoken = "";
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** Whether what is missing is unfolded once more when the preview is there. */
  #isUnfolding = false;
  /** The fields that are marked because of their characters. */
  #unprintable: readonly string[] = [];
  /** Why the last attempt to save failed. */
  #unsaved = "";
  /** Why the draft cannot be reviewed, or an article was not saved. */
  #problem = "";
  /** Set once the draft is known to be an invoice. */
  #issued: IssuedDraft | undefined;
  #saved = "";
  #isChecking = false;
  /** While it is shown, the form is hidden. */
  #review: InvoiceReview | undefined;

  /** `replaces` are the revisions that the server may have. */
  constructor(
    context: PageContext,
    draft: Omit<Draft, "savedAt">,
    { hint = "", replaces = [draft.revision] }: { readonly hint?: string; readonly replaces?: readonly string[] },
  ) {
    const { calls, profile, taxCurrency, timeZone } = context;
    this.#context = context;
    this.#draft = { ...draft, fields: currentFields(draft.fields) };
    this.#hint = hint;
    const order = { clientName: "", clientCountry: "", supplyDate: todayIn(timeZone), items: [NO_ITEM] };
    this.#answer = answerTo(context, order);
    this.#typed = { profile, order, figures: undefined, unchosen: [], taxCurrency, preview: undefined };
    const page = {
      calls,
      fields: () => typedFields(this.#form),
      total: () => this.#total(),
      onAttempt: this.#showAttempt,
    };
    this.#saver = new DraftSaver(page, draft.id, replaces);
    this.#isUnsaved = replaces.length > 1;
    this.#uses = new DraftUses(context, {
      show: () => this.#show(),
      read: () => this.#complete(),
      discard: async () => {
        this.#saver.stop();
        await calls.discardDraft(draft.id);
      },
    });
    const shared = { form: () => this.#form, show: () => this.#show(), onChange: () => this.#change() };
    this.#client = new ClientSection({
      ...shared,
      calls,
      country: profile.country,
      onPick: (client) => this.#takeDefaults(client),
      defaults: () => ({ "/supply": textOf(this.#form, "/items/0/supply") ?? "" }),
    });
    this.#lines = new OrderLines(
      {
        ...shared,
        findArticles: (text) => this.#findArticles(text),
        onPick: (article, index) => void this.#fillLine(article, index),
        onKeep: (index) => void this.#keepLine(index),
        say: (text) => {
          clearTimeout(this.#speaking); // else the answer alone would replace the text before it is heard
          this.#spoken = `${text} ${spokenAnswer(this.#answer)}`;
          this.#show();
        },
      },
      lineCountOf(this.#draft.fields),
    );
  }

  /** Shows the page, with what the draft contains. */
  open(): void {
    addEventListener("popstate", () => this.#edit());
    beforeReload(() => this.#saver.save());
    this.#show();
    const { fields, revision } = this.#draft;
    const isNew = Object.keys(fields).length === 0;
    // A draft from before there were terms has a due date that somebody typed, if it has one.
    const byTerms = "/dueDate" in fields ? { "/dueByTerms": "" } : {};
    const { profile, base } = this.#context;
    this.#lines.fill(isNew ? { "/items/0/supply": profile.supply ?? lastSupply(base) } : { ...byTerms, ...fields });
    // Copied from an invoice, or not saved before.
    if ((this.#hint !== "" && revision === "") || this.#isUnsaved) this.#saver.change();
    this.#client.open();
    this.#read();
    if (isNew) {
      this.#form.querySelector<HTMLElement>(".party [role=combobox]")!.focus();
      return;
    }
    this.#lines.close(this.#typed.order);
    this.#unfoldMissing();
    this.#show();
    // For a saved client.
    if (this.#hint === "" && revision === "") this.#form.querySelector<HTMLElement>(".line textarea")!.focus();
  }

  #show(): void {
    const { profile, timeZone, base, show, taxCurrency } = this.#context;
    const needsRate = needsExchangeRate(this.#typed);
    const typed = () => this.#typedOrDrafted();
    const sections = { profile, taxCurrency, today: todayIn(timeZone), needsRate, typed };
    const onInvalid = { handleEvent: ({ target }: Event) => unfold(target as HTMLElement), capture: true };
    show(html`
      <div ?hidden=${this.#review !== undefined}>
        <h1>${texts.newInvoice.title}</h1>
        ${this.#hint === "" ? nothing : html`<p class="hint">${this.#hint}</p>`}
        <form class="draft" @input=${() => this.#change()} @invalid=${onInvalid} @submit=${(event: Event) => this.#submit(event)}>
          <div class="order">
            ${this.#client.template()} ${this.#lines.template(this.#linesView())}
          </div>
          <section class="answer" aria-labelledby="answer-title">
            <h2 id="answer-title">${texts.newInvoice.answerTitle}</h2>
            ${answerCard(this.#answer)}
            <p role="alert" class="problem">${this.#problem || this.#unsaved}</p>
            ${this.#saver.failure?.code === "draft_changed" ? this.#conflict() : nothing}
            ${this.#issued === undefined ? nothing : issuedText(base, this.#issued)}
            <button class="main" aria-disabled=${this.#isChecking}>${texts.newInvoice.review}</button>
            <p class="hint">${texts.newInvoice.nothingIssued} ${this.#saved}</p>
            ${this.#uses.buttons()}
            ${answerBreakdown(this.#answer)}
            ${missingList(this.#typed, this.#context)}
          </section>
          <div class="sections">${orderSections(sections, this.#typed.order)}</div>
          ${answerEssence(this.#answer, this.#isChecking)}
        </form>
        ${this.#uses.dialogs()}
        <p class="heard" role="status">${this.#spoken}</p>
      </div>
      ${this.#review?.template() ?? nothing}
    `);
  }

  /** What is typed here is not lost because another tab saved the draft. */
  #conflict(): TemplateResult {
    const { saveCopy, takeOther, otherTab } = texts.draftFaults;
    return html`
      <p>${otherTab}</p>
      <p class="choices">
        <button type="button" @click=${() => this.#saveCopy()}>${saveCopy}</button>
        <button type="button" @click=${() => this.#takeOther()}>${takeOther}</button>
      </p>
    `;
  }

  async #saveCopy(): Promise<void> {
    try {
      location.assign(`${this.#context.base}/drafts/${await this.#saver.saveCopy()}`);
    } catch (error) {
      this.#problem = failureText(error);
      this.#show();
    }
  }

  #takeOther(): void {
    this.#saver.stop();
    location.reload();
  }

  /** Marks the fields whose characters no font has. */
  #markUnprintable(): void {
    const { preview } = this.#typed;
    const marked = new Map(preview?.unprintable.map(({ pointer, characters }) => [pointer, characters]));
    for (const pointer of this.#unprintable) {
      const field = marked.has(pointer) ? undefined : unfolded(this.#form, pointer);
      if (field !== undefined) markFault(field, "");
    }
    for (const [pointer, characters] of marked) {
      const field = unfolded(this.#form, pointer);
      if (field !== undefined) markFault(field, texts.draftFaults.unprintable(characters.join(" ")));
    }
    this.#unprintable = [...marked.keys()];
  }

  #linesView() {
    const { profile } = this.#context;
    const { order, figures } = this.#typed;
    const unfinished = this.#answer.figures === undefined ? [] : this.#answer.unfinishedLines;
    const vats = lineVats(figures, unfinished, this.#lines.count);
    const ratesOf = (index: number) => {
      const chosen = this.#chosenRate(`/items/${index}`);
      return { ...lineRates(this.#context, order, vats[index]!, chosen), chosen };
    };
    const charged = vats.map(({ own }) => own?.rate);
    const { currency = profile.defaultCurrency } = order;
    const typed = () => this.#typedOrDrafted();
    return {
      order,
      country: profile.country,
      typed,
      currency,
      articleCurrency: profile.defaultCurrency,
      ratesOf,
      charged,
    };
  }

  #chosenRate(part: string): string {
    const form = document.querySelector<HTMLFormElement>("form.draft");
    const name = `${part}/vatRates`;
    return (form === null ? this.#draft.fields[name] : textOf(form, name)) ?? "";
  }

  /** The texts of the form; before it is shown, those of the draft. */
  #typedOrDrafted(): Readonly<Record<string, string>> {
    const form = document.querySelector<HTMLFormElement>("form.draft");
    return form === null ? this.#draft.fields : typedFields(form);
  }

  /** What a client usually buys, for the lines that nobody has typed yet or that do not say what they are. */
  #takeDefaults({ fields }: SavedClient): void {
    const supply = fields["/supply"] ?? "";
    const isFree = (index: number) =>
      ["", UNSTATED.value].includes(textOf(this.#form, `/items/${index}/supply`) ?? "") ||
      ["description", "unitPrice"].every((name) => textOf(this.#form, `/items/${index}/${name}`) === undefined);
    const free = Array.from({ length: this.#lines.count }, (_, index) => index).filter(isFree);
    const supplies = free.map((index) => [`/items/${index}/supply`, supply]);
    if (supply !== "") this.#lines.fill(Object.fromEntries(supplies));
    this.#read();
    this.#unfoldMissing();
  }

  /** Shows the fields without which the invoice would not be complete; of the lines, the first of them. */
  #unfoldMissing(): void {
    this.#isUnfolding = true;
    for (const { fields, isRequired } of missingContent(this.#typed)) {
      if (!isRequired) continue;
      const firstOfLines = fields.find((name) => name.startsWith("items."));
      for (const field of fields.filter((name) => name === firstOfLines || !/^(?:items|seller)\./.test(name))) {
        unfoldField(fieldId(pointerOf(field)));
      }
    }
  }

  async #findArticles(text: string): Promise<readonly ArticleEntry[]> {
    const query = new URLSearchParams({ search: text, limit: String(MOST_OPTIONS) });
    return (await this.#context.calls.articles(query)).data;
  }

  /** An article's price is net or gross, and in the company's own currency. The first price decides for the invoice. */
  async #fillLine({ id }: ArticleEntry, index: number): Promise<void> {
    const form = this.#form;
    const article = await this.#context.calls.article(id).catch((error: unknown) => {
      this.#problem = failureText(error);
      this.#show();
    });
    if (article === undefined) return;
    const { fields } = article;
    const { items, currency } = this.#typed.order;
    const prices = fields["/prices"] ?? "net";
    const isFirst = items.every(({ unitPrice }, other) => other === index || Number.isNaN(unitPrice));
    if (isFirst && currency === undefined) fillFields(form, { "/prices": prices });
    const hasPrice = currency === undefined && (textOf(form, "/prices") ?? "net") === prices;
    this.#lines.fill(lineOf(fields, index, hasPrice));
    this.#change();
    const quantity = document.getElementById(fieldId(`/items/${index}/quantity`)) as HTMLInputElement;
    quantity.focus();
    quantity.select();
  }

  /** Saves a line as an article. One with the same name is replaced. */
  async #keepLine(index: number): Promise<void> {
    const { calls } = this.#context;
    const fields = articleOf(typedFields(this.#form), index, this.#context.profile.defaultCurrency);
    const name = fields["/description"];
    if (name === undefined) return document.getElementById(fieldId(`/items/${index}/description`))!.focus();
    try {
      const { data } = await calls.articles(new URLSearchParams({ search: name.slice(0, 200), limit: "100" }));
      const found = data.find((entry) => entry.fields["/description"] === name);
      const same = found && (await calls.article(found.id));
      const article = { id: same?.id ?? crypto.randomUUID(), revision: crypto.randomUUID() };
      await calls.saveArticle({ ...article, fields: { ...same?.fields, ...fields } }, [same?.revision ?? ""]);
      this.#spoken = texts.articles.saved;
      this.#saved = texts.articles.saved;
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#show();
  }

  get #form(): HTMLFormElement {
    return document.querySelector<HTMLFormElement>("form.draft")!;
  }

  #change(): void {
    this.#saver.change();
    this.#takeAddress();
    [this.#saved, this.#problem] = ["", ""];
    this.#read();
  }

  #read(): void {
    const { profile, taxCurrency, timeZone } = this.#context;
    fillDueDate(this.#form, this.#context, todayIn(timeZone));
    const order = readOrder(this.#form, this.#lines.count, this.#context);
    this.#answer = answerTo(this.#context, order);
    const choices = ["isCompany", ...order.items.map((_, index) => `items.${index}.supply`)];
    const unchosen = choices.filter((name) => textOf(this.#form, `/${name.replaceAll(".", "/")}`) === undefined);
    const { preview } = this.#typed;
    this.#typed = { profile, order, figures: this.#answer.figures, unchosen, taxCurrency, preview };
    this.#previewSoon();
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      this.#spoken = spokenAnswer(this.#answer);
      this.#show();
    }, SPEECH_DELAY_MS);
    this.#show();
  }

  /** Asks the server what the electronic invoices of the order would lack, once nothing is typed for a moment. */
  #previewSoon(): void {
    const { order, figures } = this.#typed;
    const isFirst = this.#asking === undefined;
    clearTimeout(this.#asking);
    const ask = async () => {
      const preview = figures && (await this.#context.calls.previewDraft(previewable(order)).catch(noAnswer));
      if (order !== this.#typed.order) return; // typed meanwhile
      this.#typed = { ...this.#typed, preview: preview ?? undefined };
      if (this.#isUnfolding) this.#unfoldMissing();
      this.#isUnfolding = false;
      this.#markUnprintable();
      this.#show();
    };
    this.#asking = setTimeout(() => void ask(), isFirst ? 0 : PREVIEW_DELAY_MS);
  }

  /** What the list of drafts shows. An order without a line that is complete has none. */
  #total(): Draft["total"] {
    const { figures } = this.#answer;
    if (figures === undefined || figures.totals.items.length === 0) return null;
    return {
      amount: figures.totals.total,
      currency: this.#typed.order.currency ?? this.#context.profile.defaultCurrency,
    };
  }

  /** From now on the draft has an address of its own, which reloading and other tabs open. */
  #takeAddress(): void {
    const address = `${this.#context.base}/drafts/${this.#draft.id}`;
    if (this.#review === undefined && location.pathname !== address) history.replaceState(null, "", address);
  }

  readonly #showAttempt = (failure: CallFailed | undefined): void => {
    if (failure === undefined) this.#takeAddress();
    const saved = this.#saver.hasChanges ? "" : texts.newInvoice.saved;
    this.#saved = failure === undefined ? saved : texts.newInvoice.notSaved;
    this.#unsaved = failure?.message ?? "";
    this.#issued = failure?.invoice;
    this.#show();
  };

  /** What is typed; `undefined` if a field is empty or wrong, which the browser then says. */
  #complete() {
    if (!this.#form.reportValidity()) return undefined;
    return { order: readOrder(this.#form, this.#lines.count, this.#context), fields: typedFields(this.#form) };
  }

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
      if (error === this.#saver.failure) return; // shown until the draft is saved
      this.#problem = formProblem(this.#form, error);
    } finally {
      this.#isChecking = false;
      this.#show();
    }
  }

  async #openReview(): Promise<void> {
    const order = readOrder(this.#form, this.#lines.count, this.#context);
    await this.#saver.save();
    // What is issued must be found again under its draft, so that no repeat issues it twice.
    if (this.#saver.failure !== undefined) throw this.#saver.failure;
    const { invoice: preview, printed } = await this.#context.calls.preview(order);
    rememberSupply(this.#context.base, textOf(this.#form, "/items/0/supply") ?? "");
    const close = { back: () => history.back(), issued: () => this.#saver.stop() };
    const sale = { order, preview, printed, draftId: this.#draft.id };
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
    [...this.#form.querySelectorAll<HTMLElement>("button.main")].find((button) => button.checkVisibility())?.focus();
  }
}
