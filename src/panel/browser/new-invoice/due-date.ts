import { html, type TemplateResult } from "lit-html";
import { inputField } from "../fields.ts";

/**
 * The field of the due date, and three hidden ones: the days of the invoice that the draft repeats, the client's own terms, and
 * whether these fill the due date.
 */
export function dueDateField(label: string): TemplateResult {
  const type = ({ currentTarget, target }: Event) => {
    const isDate = (target as HTMLInputElement).name === "/dueDate";
    const byTerms = (currentTarget as HTMLElement).querySelector<HTMLInputElement>("[name='/dueByTerms']")!;
    if (isDate) byTerms.value = "";
  };
  return html`
    <div class="together" @input=${type}>
      ${inputField({ pointer: "/dueDate", label, type: "date" })}
      <input type="hidden" name="/dueDays" />
      <input type="hidden" name="/paymentDays" />
      <input type="hidden" name="/dueByTerms" value="yes" />
    </div>
  `;
}

/** A number of days; `undefined` if there is none. */
function daysOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/**
 * Fills the due date by the days of the repeated invoice, or else the client's terms, or else the company's, counted from today, on
 * which the invoice would be issued. A date that somebody typed stays, and so does that of a draft from before there were terms.
 */
export function fillDueDate(form: HTMLFormElement, companyDays: number | null, today: string): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  if (field("/dueByTerms").value === "") return;
  const days = daysOf(field("/dueDays").value) ?? daysOf(field("/paymentDays").value) ?? companyDays;
  field("/dueDate").value = days === null ? "" : dayAfter(today, days);
}

/** The day so many days after another, both `YYYY-MM-DD`. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
