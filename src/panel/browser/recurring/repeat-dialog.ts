import { html, nothing, type TemplateResult } from "lit-html";
import { monthsLater, occurrenceFrom, repeatedMonths } from "../../repeated-order.ts";
import type { RecurringContent, RecurringPlan } from "../../wire.ts";
import { inputField, selectField, textOf } from "../fields/fields.ts";
import { dialogNamed, formDialog } from "../fields/form-dialog.ts";
import { Outcome } from "../outcome.ts";
import type { PageContext } from "../page.ts";
import { todayIn } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

const words = texts.recurring;

/** What is to recur: an order and the texts of its form, with the month that its dates belong to. */
export interface RepeatedSource extends Pick<RecurringContent, "order" | "fields" | "anchor" | "dueDays"> {
  /** What the form cannot repeat, in words. */
  readonly hint?: string;
  /** The recurring invoice that is changed. Absent: a new one. */
  readonly id?: string | undefined;
}

/** What the dialog needs of its page. */
export interface RepeatingPage {
  readonly show: () => void;
  /** What is to recur; `undefined` if it cannot be read yet, of which the page says why. */
  readonly source: () => Promise<RepeatedSource | undefined>;
  /** Called when it is kept. */
  readonly kept?: (source: RepeatedSource) => Promise<void>;
}

interface OpenPlan extends RecurringPlan {
  readonly source: RepeatedSource;
  /** The id and the revision that are saved, so that saving again saves nothing more. */
  readonly id: string;
  readonly revision: string;
  readonly replaces: string;
}

const INTERVALS = [1, 3, 12] as const;

/** The button and the dialog with which an invoice or a draft is made to recur. */
export class RepeatDialog {
  readonly #context: PageContext;
  readonly #page: RepeatingPage;
  readonly #outcome: Outcome;
  #open: OpenPlan | undefined;

  constructor(context: PageContext, page: RepeatingPage) {
    this.#context = context;
    this.#page = page;
    this.#outcome = new Outcome(page.show);
  }

  button(): TemplateResult {
    return html`<button type="button" @click=${() => void this.open()}>${words.repeat}</button>`;
  }

  dialog(): TemplateResult {
    return formDialog({
      ...{ name: "repeat", title: words.repeat, problem: this.#outcome.problem, close: words.close },
      ...(this.#open === undefined ? { content: nothing } : { content: this.#fields(this.#open), action: words.keep }),
      submit: (form) => this.#save(form),
    });
  }

  #fields({ source, months, day, next, until, result }: OpenPlan): TemplateResult {
    const intervals = INTERVALS.map((each) => ({ value: String(each), label: words.every[each] }));
    const results = (["draft", "issue"] as const).map((each) => ({ value: each, label: words.results[each] }));
    return html`
      ${source.hint === undefined ? nothing : html`<p class="hint">${source.hint}</p>`}
      <div class="fields" @change=${(event: Event) => this.#suggest(event)}>
        ${selectField({ pointer: "/months", label: words.interval, isSet: true, value: String(months) }, intervals)}
        ${inputField({ pointer: "/next", label: words.next, type: "date", required: true, value: next })}
      </div>
      <p><label><input type="checkbox" name="/last" ?checked=${day === 31} /> ${words.lastDay}</label></p>
      <div class="fields">
        ${inputField({ pointer: "/until", label: words.until, type: "date", value: until ?? "" })}
        ${selectField({ pointer: "/result", label: words.result, isSet: true, value: result }, results)}
      </div>
      <p class="hint">${words.placeholders}</p>
    `;
  }

  async open(): Promise<void> {
    this.#open = undefined;
    const isRead = await this.#outcome.run(async () => {
      const source = await this.#page.source();
      this.#open = source && (await this.#planOf(source));
    });
    if (this.#open !== undefined || !isRead) dialogNamed("repeat")!.showModal();
  }

  /** The plan that is changed, or what fits the invoice: its period, and its day of the month. */
  async #planOf(source: RepeatedSource): Promise<OpenPlan> {
    const revision = crypto.randomUUID();
    if (source.id !== undefined) {
      const kept = await this.#context.calls.recurringInvoice(source.id);
      const { months, day, next, until, result, anchor } = kept;
      const plan = { months, day, next, until, result };
      return { ...plan, source: { ...source, anchor }, id: source.id, revision, replaces: kept.revision };
    }
    const { order, anchor } = source;
    const covered = repeatedMonths(order);
    const months = INTERVALS.find((each) => each === covered) ?? 1;
    const day = monthsLater(anchor, 12).slice(8) === lastDayOf(anchor) ? 31 : Number(anchor.slice(8));
    const next = this.#nextDay(anchor, months, day);
    return { source, id: crypto.randomUUID(), revision, replaces: "", months, day, next, until: null, result: "draft" };
  }

  #nextDay(anchor: string, months: number, day: number): string {
    return occurrenceFrom(anchor, todayIn(this.#context.timeZone), { months, day });
  }

  /** The first day follows the interval, and then stays as it is typed. */
  #suggest({ target, currentTarget }: Event): void {
    if ((target as HTMLElement).getAttribute("name") !== "/months") return;
    const { source, day } = this.#open!;
    const next = (currentTarget as HTMLElement).querySelector<HTMLInputElement>("[name='/next']")!;
    next.value = this.#nextDay(source.anchor, Number((target as HTMLSelectElement).value), day);
  }

  #save(form: HTMLFormElement): Promise<boolean> {
    const { source, id, revision, replaces } = this.#open!;
    const { order, fields, anchor, dueDays } = source;
    const isLast = form.querySelector<HTMLInputElement>("[name='/last']")!.checked;
    const typed = textOf(form, "/next") ?? "";
    const plan = {
      months: Number(textOf(form, "/months")),
      day: isLast ? 31 : Number(typed.slice(8)),
      next: isLast ? typed.slice(0, 8) + lastDayOf(typed) : typed,
      until: textOf(form, "/until") ?? null,
      result: textOf(form, "/result") as RecurringPlan["result"],
    };
    const content = { order, fields, anchor, dueDays, ...plan };
    return this.#outcome.run(async () => {
      await this.#context.calls.keepRecurring(id, content, revision, replaces);
      await this.#page.kept?.(source);
      location.assign(`${this.#context.base}/recurring`);
    });
  }
}

/** The last day of the month of a day: `28` to `31`. */
function lastDayOf(day: string): string {
  return monthsLater(`${day.slice(0, 4)}-01-31`, Number(day.slice(5, 7)) - 1).slice(8);
}
