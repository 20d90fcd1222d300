import type { Invoice, Reminder } from "faktura";
import { html, nothing, type TemplateResult } from "lit-html";
import type { ReminderDraft, Sending } from "../../wire.ts";
import { CallFailed, failureText } from "../calls.ts";
import { clearFaults, fieldId, ignoreEnter } from "../fields/fields.ts";
import { table } from "../lists/table.ts";
import type { PageContext } from "../page.ts";
import { printedDocument } from "../printed/printed-document.ts";
import { amountList } from "../printed/totals.ts";
import { amountText, dayText, periodText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";
import { emailFields, emailProblem, readEmail, type SendingPage, showEmailFaults } from "./email-dialog.ts";

const words = texts.reminders;

/** What the names of its fields begin with. */
const AT = "/reminder";

/** The reminders that a client got, with day and level; nothing without one. */
export function reminderTable(sendings: readonly Sending[], currency: string): TemplateResult | typeof nothing {
  const sent = sendings.flatMap(({ reminder, to }) => (reminder === undefined ? [] : [{ ...reminder, to }]));
  if (sent.length === 0) return nothing;
  return table({
    ...{ name: "reminders", caption: words.listTitle, isCaptionShown: true, rows: sent },
    columns: [
      { head: words.day, cell: ({ on }) => dayText(on) },
      { head: words.level, cell: ({ level, to }) => html`${words.levels[level - 1]} <small>${to}</small>` },
      { head: words.asked, kind: "amount", cell: ({ total }) => amountText(total, currency) },
    ],
  });
}

/** The dialog that shows the reminder of an overdue invoice, and sends it as it is shown. */
export class ReminderDialog {
  readonly #context: PageContext;
  readonly #invoice: Invoice;
  readonly #page: SendingPage;
  /** `undefined` while the dialog is closed: what is overdue and claimed is read again each time. */
  #draft: ReminderDraft | undefined;
  #id = crypto.randomUUID();
  #problem = "";
  #isSending = false;

  constructor(context: PageContext, invoice: Invoice, page: SendingPage) {
    this.#context = context;
    this.#invoice = invoice;
    this.#page = page;
  }

  template(): TemplateResult {
    if (this.#draft !== undefined) return this.#dialog(this.#draft);
    return this.#problem === "" ? html`` : html`<p role="alert" class="problem">${this.#problem}</p>`;
  }

  async open(): Promise<void> {
    this.#problem = "";
    try {
      this.#draft = await this.#context.calls.reminder(this.#invoice.id);
    } catch (error) {
      this.#problem = failureText(error);
    }
    this.#page.show();
    this.#element?.showModal();
  }

  #dialog({ reminder, isLawUnchecked, printed, email }: ReminderDraft): TemplateResult {
    const { base, calls, can, hasPdf } = this.#context;
    const post = html`<button type="button" aria-disabled=${this.#isSending} @click=${() => this.#mark()}>${words.markPosted}</button>`;
    const pdf = html`<a class="button" href="${calls.pathOf(this.#invoice)}/reminder/pdf" download>${texts.sending.savePdf}</a>`;
    return html`
      <dialog class="email reminder" aria-labelledby="reminder-title" @close=${() => this.#closed()}>
        <form @submit=${(event: SubmitEvent) => this.#submit(event)} @keydown=${ignoreEnter} novalidate>
          <h2 id="reminder-title">${words.title(words.levels[reminder.level - 1]!, this.#invoice.invoiceNumber)}</h2>
          ${claims(reminder, this.#invoice)}
          ${hintsOf(reminder, isLawUnchecked).map(({ text, isForSettings }) => {
            const link = isForSettings && can.settings;
            return html`<p class="hint">${text}${link ? html` <a href="${base}/settings#${fieldId("/latePayment/on")}">${words.toSettings}</a>` : nothing}</p>`;
          })}
          ${email === null ? nothing : emailFields(email, AT)}
          <details class="preview">
            <summary>${words.preview}</summary>
            ${printedDocument(printed, calls.logos, false, "reminder")}
          </details>
          <p role="alert" class="problem">${this.#problem}</p>
          <p class="choices">
            ${email === null ? nothing : html`<button class="main" aria-disabled=${this.#isSending}>${this.#isSending ? texts.sending.sending : words.send}</button>`}
            ${hasPdf ? pdf : nothing} ${post}
            <button type="button" @click=${() => this.#element?.close()}>${texts.sending.close}</button>
          </p>
        </form>
      </dialog>
    `;
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector<HTMLDialogElement>("dialog.reminder");
  }

  #closed(): void {
    [this.#draft, this.#problem] = [undefined, ""];
    this.#page.show();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    clearFaults(form);
    const email = readEmail(form, AT);
    await this.#send(form, async (shown) => {
      const sendings = await this.#context.calls.sendReminder(this.#invoice.id, { ...email, id: this.#id, shown });
      return [sendings, texts.sending.sent(sendings.find(({ id }) => id === this.#id)?.to ?? email.to)];
    });
  }

  /** Keeps that the reminder was sent by post. */
  async #mark(): Promise<void> {
    await this.#send(this.#element!.querySelector("form")!, async (shown) => {
      const sending = { id: this.#id, to: words.byPost, shown };
      return [await this.#context.calls.markAsReminded(this.#invoice, sending), texts.sending.marked];
    });
  }

  async #send(
    form: HTMLFormElement,
    send: (
      shown: Pick<Reminder, "on" | "level" | "total"> & { previous: number },
    ) => Promise<[readonly Sending[], string]>,
  ): Promise<void> {
    if (this.#isSending || this.#draft === undefined) return;
    const { reminder, previous } = this.#draft;
    const { on, level, total } = reminder;
    [this.#isSending, this.#problem] = [true, ""];
    this.#page.show();
    try {
      const [sendings, done] = await send({ on, level, total, previous });
      this.#isSending = false;
      this.#id = crypto.randomUUID();
      this.#element?.close();
      this.#page.sent(sendings, done);
    } catch (error) {
      this.#isSending = false;
      if (!(error instanceof CallFailed)) throw error;
      this.#problem = emailProblem(error);
      this.#page.show();
      showEmailFaults(form, error, AT);
    }
  }
}

/** What the client is asked for. */
function claims({ overdue, dueDate, interest, fee, total, payBy }: Reminder, { currency }: Invoice): TemplateResult {
  const amount = (value: number) => amountText(value, currency);
  const rows: [string, string][] = [[words.overdueSince(dayText(dueDate)), amount(overdue)]];
  if (interest?.amount !== undefined) {
    const period = periodText({ start: interest.from!, end: interest.until! });
    rows.push([words.interest(period), amount(interest.amount)]);
  }
  if (fee !== undefined) rows.push([words.fee, amountText(fee.amount, fee.currency)]);
  return amountList([...rows, [words.payBy(dayText(payBy)), amount(total)]]);
}

/** Why it claims no more than it does. */
function hintsOf({ level, on, interest, fee }: Reminder, isLawUnchecked: boolean) {
  if (level === 1) return [{ text: words.firstClaimsNothing, isForSettings: false }];
  if (isLawUnchecked) return [{ text: words.lawUnchecked, isForSettings: true }];
  if (interest === undefined && fee === undefined) return [{ text: words.nothingClaimed, isForSettings: false }];
  const isWhole = interest === undefined || interest.until === on;
  return [
    { text: words.noVat, isForSettings: false },
    ...(isWhole ? [] : [{ text: words.baseRateMissing, isForSettings: true }]),
  ];
}
