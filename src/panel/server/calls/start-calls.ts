import type { Clock, PanelTables } from "faktura";
import { Hono } from "hono";
import { todayOf } from "../lists/invoice-list.ts";
import type { Clients } from "../records/clients.ts";
import type { Drafts } from "../records/drafts.ts";
import type { PanelEnv } from "../session.ts";
import { startOf } from "../start.ts";
import { startVat } from "../start-vat.ts";

/** What the start page needs of the host, and what the panel keeps. */
interface StartOptions {
  readonly tables: PanelTables;
  readonly drafts: Drafts;
  readonly clients: Clients;
  readonly clock: Clock;
}

/** The calls of the start page, below `/start`. */
export function startCalls({ tables, drafts, clients, clock }: StartOptions): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { company, companyId, session }, json }) => {
    const records = session.can.issue ? { drafts, clients } : { drafts: undefined, clients: undefined };
    return json(await startOf(company, companyId, await todayOf(company, clock), records));
  });

  calls.get("/vat", async ({ var: { company, companyId }, req, json }) => {
    const { from = "", to = "", again } = req.query();
    return json(await startVat(company, companyId, { from, to, isForced: again !== undefined }, { tables, clock }));
  });

  return calls;
}
