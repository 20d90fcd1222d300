import { type Company, timeZoneOf } from "faktura";
import { z } from "zod";
import { followingDay, monthsBetween, repeatedFields, repeatedOrder } from "../../repeated-order.ts";
import { type EditedRecurring, RECURRING_STATES, type RecurringContent } from "../../wire.ts";
import { dayIn } from "../invoice-state.ts";
import { todayOf } from "../lists/invoice-list.ts";
import type { PanelBooks } from "../panel-books.ts";
import { changed, type Recurring } from "../records/recurring.ts";
import { type Call, type CallRow, failed, listQueryOf, revisions, row } from "./call.ts";
import { order } from "./order-body.ts";

const planCall = z.object({
  ...revisions(),
  order,
  fields: z.record(z.string(), z.string()),
  anchor: z.iso.date(),
  dueDays: z.int().min(0).max(999).nullable(),
  months: z.literal([1, 3, 12]),
  day: z.int().min(1).max(31),
  next: z.iso.date(),
  until: z.iso.date().nullable(),
  result: z.enum(["draft", "issue"]),
});

const stateCall = z.object({ revision: z.uuid(), state: z.enum(RECURRING_STATES) });

/** The calls that keep recurring invoices. */
export const RECURRING_CALLS: readonly CallRow[] = [
  row("GET /recurring", { right: "issue" }, ({ companyId, query }, { recurring }) =>
    recurring.list(companyId, listQueryOf(query)),
  ),
  row(
    "GET /recurring/{uuid}",
    { right: "issue" },
    readable(async ({ companyId, id }, { recurring }) => {
      const found = await recurring.find(companyId, id);
      return found === undefined ? NOT_FOUND() : editedOf(found);
    }),
  ),
  row("PUT /recurring/{uuid}", { right: "issue", body: planCall }, readable(keep)),
  row(
    "DELETE /recurring/{uuid}",
    { right: "issue" },
    readable(async ({ companyId, id }, { recurring }) => {
      await recurring.remove(companyId, id);
      return {};
    }),
  ),
  row("POST /recurring/{uuid}/state", { right: "issue", body: stateCall }, readable(setState)),
];

async function setState(
  call: Call<z.output<typeof stateCall>>,
  { recurring, clock }: PanelBooks,
): Promise<Response | object> {
  const { company, companyId, id, body } = call;
  const found = await recurring.find(companyId, id);
  if (found === undefined) return NOT_FOUND();
  const today = await todayOf(company, clock);
  // What was left out while it was paused is not made up for.
  let { next } = found;
  while (found.state !== "active" && body.state === "active" && next < today) next = followingDay(next, found);
  const isOver = found.until !== null && next > found.until;
  const state = body.state === "active" && isOver ? "ended" : body.state;
  const saved = {
    ...changed(found, { state, next, actor: call.session.actor }),
    revision: body.revision,
  };
  return (await recurring.save(companyId, saved, [found.revision])) ? {} : CHANGED();
}

/** Answers what it can read. One that cannot be read stays as it is: its count says which invoices it has issued. */
function readable<Body>(answer: (call: Call<Body>, books: PanelBooks) => Promise<Response | object>): typeof answer {
  return (call, books) =>
    answer(call, books).catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
      return failed(409, "recurring_unreadable", UNREADABLE);
    });
}

const UNREADABLE =
  "What is kept of this recurring invoice cannot be read, and nothing was changed. Restore it from a backup, or set up a new one.";

const NOT_FOUND = () => failed(404, "recurring_not_found", "This recurring invoice does not exist.");
const CHANGED = () => failed(409, "recurring_changed", "It was changed meanwhile, and was not saved. Reload the page.");

function refused(pointer: string, detail: string): Response {
  return failed(422, "recurring_invalid", `The recurring invoice was not saved: ${detail}.`, [{ pointer, detail }]);
}

/** Keeps a recurring invoice whose next invoice the library would issue, or says why not. */
async function keep(
  call: Call<z.output<typeof planCall>>,
  { recurring, clock }: PanelBooks,
): Promise<Response | object> {
  const { company, companyId, id, session } = call;
  const { replaces, ...plan } = call.body;
  const { order, next, until, result } = plan;
  if (until !== null && until < next) return refused("/until", "must not be before the next day");
  if (next < (await todayOf(company, clock))) return refused("/next", "must not be in the past");
  if (result === "issue" && order.exchangeRate !== undefined) {
    return refused("/result", "must be a draft, because each invoice needs the exchange rate of its own day");
  }
  const { total, currency, warnings } = await previewOf(company, plan, clock.now());
  const found = await recurring.find(companyId, id);
  const { count = 0, last = null } = found ?? {};
  const saved: Recurring = {
    ...{ id, ...plan, count, last, state: "active", actor: session.actor, total: { amount: total, currency } },
    accepted: warnings.map(({ code }) => code),
  };
  return (await recurring.save(companyId, saved, replaces)) ? {} : CHANGED();
}

/** The next invoice, as it would be issued today. */
async function previewOf(company: Company, { order, anchor, next, dueDays }: RecurringContent, now: Date) {
  const issueDate = dayIn(timeZoneOf(await company.profile()), now);
  return company.preview(repeatedOrder(order, { months: monthsBetween(anchor, next), issueDate, dueDays }));
}

function editedOf({ fields, anchor, dueDays, months, day, next, until, result, revision }: Recurring): EditedRecurring {
  const moved = repeatedFields(fields, monthsBetween(anchor, next), dueDays);
  return { fields: moved, anchor: next, dueDays, months, day, next, until, result, revision };
}
