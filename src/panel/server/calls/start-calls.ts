import { todayOf } from "../lists/invoice-list.ts";
import { startOf } from "../start.ts";
import { startVat } from "../start-vat.ts";
import { type CallRow, row } from "./call.ts";

/** The calls of the start page. */
export const START_CALLS: readonly CallRow[] = [
  row("GET /start", {}, async ({ company, companyId, session }, { decisions, drafts, clients, clock }) => {
    const own = session.can.issue ? { drafts, clients } : { drafts: undefined, clients: undefined };
    return startOf(company, companyId, await todayOf(company, clock), { decisions, ...own });
  }),
  row("GET /start/vat", {}, ({ company, companyId, query }, books) => {
    const { from = "", to = "", ossFrom = "", ossTo = "", again } = query;
    return startVat(company, companyId, { from, to, ossFrom, ossTo, isForced: again !== undefined }, books);
  }),
  row("POST /start/decided/{id}", { right: "issue" }, async (call, { decisions, clock }) => {
    const { company, companyId, session } = call;
    const { id } = await company.get(call.id);
    await decisions.add(companyId, id, { actor: session.actor, at: clock.now().toISOString() });
    return {};
  }),
];
