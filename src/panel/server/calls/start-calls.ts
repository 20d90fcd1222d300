import type { Clock, PanelTables } from "faktura";
import { Hono } from "hono";
import { todayOf } from "../lists/invoice-list.ts";
import type { Clients } from "../records/clients.ts";
import type { Decisions } from "../records/decisions.ts";
import type { Drafts } from "../records/drafts.ts";
import type { PanelEnv } from "../session.ts";
import { startOf } from "../start.ts";
import { startVat } from "../start-vat.ts";

/** What the start page needs of the host, and what the panel keeps. */
interface StartOptions {
  readonly tables: PanelTables;
  readonly decisions: Decisions;
  readonly drafts: Drafts;
  readonly clients: Clients;
  readonly clock: Clock;
}

/** The calls of the start page, below `/start`. */
export function startCalls({ tables, decisions, drafts, clients, clock }: StartOptions): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { company, companyId, session }, json }) => {
    const own = session.can.issue ? { drafts, clients } : { drafts: undefined, clients: undefined };
    return json(await startOf(company, companyId, await todayOf(company, clock), { decisions, ...own }));
  });

  calls.get("/vat", async ({ var: { company, companyId }, req, json }) => {
    const { from = "", to = "", ossFrom = "", ossTo = "", again } = req.query();
    const asked = { from, to, ossFrom, ossTo, isForced: again !== undefined };
    return json(await startVat(company, companyId, asked, { tables, clock }));
  });

  calls.post("/decided/:id", async ({ var: { company, companyId, session }, req, json }) => {
    const { id } = await company.get(req.param("id"));
    await decisions.add(companyId, id, { actor: session.actor, at: clock.now().toISOString() });
    return json({});
  });

  return calls;
}
