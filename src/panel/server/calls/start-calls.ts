import { todayOf } from "../lists/invoice-list.ts";
import { startOf } from "../start.ts";
import { startVat } from "../start-vat.ts";
import type { CallRow } from "./call.ts";

/** The calls of the start page. */
export const START_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/start",
    answer: async ({ company, companyId, session }, { decisions, drafts, clients, clock }) => {
      const own = session.can.issue ? { drafts, clients } : { drafts: undefined, clients: undefined };
      return startOf(company, companyId, await todayOf(company, clock), { decisions, ...own });
    },
  },
  {
    method: "GET",
    path: "/start/vat",
    answer: ({ company, companyId, query }, books) => {
      const { from = "", to = "", ossFrom = "", ossTo = "", again } = query;
      return startVat(company, companyId, { from, to, ossFrom, ossTo, isForced: again !== undefined }, books);
    },
  },
  {
    method: "POST",
    path: "/start/decided/{id}",
    right: "issue",
    answer: async ({ company, companyId, session, id }, { decisions, clock }) => {
      const invoice = await company.get(id);
      await decisions.add(companyId, invoice.id, { actor: session.actor, at: clock.now().toISOString() });
      return {};
    },
  },
];
