import { randomUUID } from "node:crypto";
import { type Company, isRefusal, timeZoneOf } from "faktura";
import { printedContent } from "faktura/pdf";
import { followingDay, monthsBetween, repeatedFields, repeatedOrder, withPeriod } from "../repeated-order.ts";
import type { RecurringOutcome } from "../wire.ts";
import { invoiceOfDraft } from "./calls/draft-calls.ts";
import { dayIn } from "./invoice-state.ts";
import type { PanelBooks } from "./panel-books.ts";
import { type Begun, changed, occurrenceId, type Recurring } from "./records/recurring.ts";

/** Options of {@link PanelHandler.runDue}. */
export interface RunDueOptions {
  /** Up to which instant occurrences are due, each by the day in its company's time zone. Absent: now. */
  readonly now?: Date | undefined;
}

/** An occurrence of a recurring invoice. */
export interface Occurrence {
  /** The company whose invoice it is. */
  readonly companyId: string;
  /** The id of the recurring invoice, a UUID. */
  readonly recurringId: string;
  /** The day on which it was due, `YYYY-MM-DD`. */
  readonly day: string;
  /** The id of its invoice or its draft. */
  readonly id: string;
  /** The number of its invoice. Absent: a draft. */
  readonly invoiceNumber?: string | undefined;
}

/** An occurrence that failed. The next run tries it again. */
export interface FailedOccurrence extends Pick<Occurrence, "companyId"> {
  /** Absent: the company as a whole failed. */
  readonly recurringId?: string | undefined;
  /** The day on which it was due, `YYYY-MM-DD`. Absent: the company failed, or the recurring invoice could not be read or saved. */
  readonly day?: string | undefined;
  /** That of the refusal; `drafts_full` or `new_warning` of the panel, `internal_error` if the store or the network failed. */
  readonly code: string;
  /** For people, in English. */
  readonly reason: string;
  /** What was thrown. Absent: nothing. */
  readonly cause?: unknown;
}

/** What a run did. */
export interface DueRun {
  /** What became an invoice, also what an earlier run had issued without keeping it. */
  readonly issued: readonly Occurrence[];
  /** What became a draft. */
  readonly drafted: readonly Occurrence[];
  /** What was refused or failed. */
  readonly failed: readonly FailedOccurrence[];
}

/** The lists of a {@link DueRun} while it runs. */
type Report = { readonly [List in keyof DueRun]: DueRun[List][number][] };

/** Runs what is due in all companies, one after the other, so that a run takes no connection away from people. */
export async function runDue(books: PanelBooks, { now = books.clock.now() }: RunDueOptions): Promise<DueRun> {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) throw new TypeError("now must be a valid Date");
  const report: Report = { issued: [], drafted: [], failed: [] };
  for (const companyId of await books.recurring.companies()) {
    try {
      await runCompany(companyId, now, books, report);
    } catch (cause) {
      report.failed.push({ companyId, ...failureOf(cause) });
    }
  }
  return report;
}

async function runCompany(companyId: string, now: Date, books: PanelBooks, report: Report): Promise<void> {
  // A day further east than any time zone, so that most companies need no profile.
  const ids = await books.recurring.due(companyId, new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10));
  if (ids.length === 0) return;
  const profile = await books.invoicing.company(companyId).profile();
  for (const recurringId of ids) {
    try {
      await runOne(companyId, recurringId, dayIn(timeZoneOf(profile), now), books, report);
    } catch (cause) {
      // Such as one that cannot be read: the others do not wait for it.
      report.failed.push({ companyId, recurringId, ...failureOf(cause) });
    }
  }
}

/** Runs all that one recurring invoice has missed, in order. What follows a failure waits for it. */
async function runOne(companyId: string, id: string, today: string, books: PanelBooks, report: Report): Promise<void> {
  for (;;) {
    const recurring = await books.recurring.find(companyId, id);
    if (recurring?.state !== "active" || recurring.next > today) return;
    const outcome = await occur(companyId, recurring, books);
    if (outcome.kind === "failed") {
      const { cause, ...last } = outcome;
      await books.recurring.save(companyId, changed(recurring, { last }), [recurring.revision]);
      const { code, text: reason, day } = outcome;
      report.failed.push({ companyId, recurringId: id, day, code, reason, ...(cause !== undefined && { cause }) });
      return;
    }
    // Another server, or somebody who changed it, may have been faster: then it is read again.
    const isSaved = await books.recurring.save(companyId, advanced(recurring, outcome), [recurring.revision]);
    if (!isSaved) continue;
    await books.recurring.forget(companyId, occurrenceId(recurring));
    const done = { companyId, recurringId: id, day: outcome.day, id: outcome.id! };
    if (outcome.kind === "drafted") report.drafted.push(done);
    else report.issued.push({ ...done, invoiceNumber: outcome.text });
  }
}

/** The recurring invoice after an occurrence. If the next day was changed since that was begun, it stays. */
function advanced(recurring: Recurring, last: RecurringOutcome): Recurring {
  const next = recurring.next === last.day ? followingDay(last.day, recurring) : recurring.next;
  const isOver = recurring.until !== null && next > recurring.until;
  return changed(recurring, { next, last, count: recurring.count + 1, ...(isOver && { state: "ended" }) });
}

/**
 * One occurrence: what it becomes is kept before it is issued, with a key of its own, so that it is issued once. Only after a
 * refusal, which wrote nothing, it is made anew from what somebody may have changed.
 */
async function occur(
  companyId: string,
  recurring: Recurring,
  books: PanelBooks,
): Promise<RecurringOutcome & { readonly cause?: unknown }> {
  const company = books.invoicing.company(companyId, { actor: recurring.actor, source: "panel" });
  const id = occurrenceId(recurring);
  const none = { id: null, text: "", code: "" };
  let day = recurring.next;
  try {
    const begun = await books.recurring.begin(companyId, id, () => begunOf(company, recurring, books));
    day = begun.day;
    if (begun.result === "draft") {
      // One that was kept before the process ended may have been issued, or discarded.
      if ((await invoiceOfDraft(company, id)) === undefined) await keepDraft(companyId, id, begun, books);
      return { ...none, kind: "drafted", day, id };
    }
    const invoice = await issueOnce(company, id, begun);
    return { ...none, kind: "issued", day, id: invoice.id, text: invoice.invoiceNumber };
  } catch (cause) {
    const { code, reason: text, ...rest } = failureOf(cause);
    if (rest.cause === undefined) await books.recurring.forget(companyId, id);
    return { kind: "failed", day, id: null, text, code, ...rest };
  }
}

/** What the occurrence becomes if it is issued now: with the dates and texts of its own period, due from today on. */
async function begunOf(company: Company, recurring: Recurring, { clock }: PanelBooks): Promise<Begun> {
  const { result, next: day, anchor, dueDays, order, fields, total, accepted } = recurring;
  const months = monthsBetween(anchor, day);
  const issueDate = dayIn(timeZoneOf(await company.profile()), clock.now());
  const dated = repeatedOrder(order, { months, issueDate, dueDays });
  const preview = await company.preview(dated);
  const warning = preview.warnings.find(({ code }) => !accepted.includes(code));
  if (result === "issue" && warning !== undefined) throw new Failed("new_warning", warning.detail);
  const { language } = await printedContent(preview);
  const ofPeriod = dated.period?.start ?? dated.supplyDate;
  return {
    ...{ result, day, total: { amount: preview.total, currency: total.currency } },
    order: withPeriod(dated, ofPeriod, language),
    fields: withPeriod(repeatedFields(fields, months, dueDays), ofPeriod, language),
  };
}

async function keepDraft(companyId: string, id: string, { fields, total }: Begun, { drafts, clock }: PanelBooks) {
  const draft = { id, revision: randomUUID(), savedAt: clock.now().toISOString(), fields, total };
  const isSaved = await drafts.save(companyId, draft, [""]); // false: an earlier run kept it
  if (isSaved === "full")
    throw new Failed("drafts_full", `The company has ${drafts.most} drafts, and may have no more.`);
}

async function issueOnce(company: Company, idempotencyKey: string, { order }: Begun) {
  try {
    return await company.issue(order, { idempotencyKey });
  } catch (error) {
    // Another server issued it, from an order of another day.
    if (!isRefusal(error, "idempotency_key_reused")) throw error;
    return company.getByKey(idempotencyKey);
  }
}

/** What the panel itself refuses. */
class Failed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Why an occurrence failed. With a cause, it is not known whether it was issued. */
function failureOf(error: unknown): Pick<FailedOccurrence, "code" | "reason" | "cause"> {
  if (isRefusal(error) || error instanceof Failed) return { code: error.code, reason: error.message };
  return { code: "internal_error", reason: "The server could not do it. The next run tries again.", cause: error };
}
