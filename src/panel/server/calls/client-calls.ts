import type { Clock } from "faktura";
import { Hono } from "hono";
import { z } from "zod";
import { type Failure, VAT_CHECK_STATUSES } from "../../wire.ts";
import type { Clients } from "../records/clients.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf, REVISIONS } from "./call-body.ts";
import { listQueryOf, UUID } from "./list-query.ts";

const saveCall = z.object({
  ...REVISIONS,
  fields: z.record(z.string().max(100), z.string().max(4000)),
  vatCheck: z
    .object({
      vatNumber: z.string().max(100),
      status: z.enum(VAT_CHECK_STATUSES),
      checkedAt: z.iso.datetime(),
      consultationNumber: z.string().max(200),
    })
    .nullable(),
});

/** How many clients are offered before anything is typed, and in how many invoices they are looked for. */
const RECENT_CLIENTS = 6;
const RECENT_INVOICES = 50;

const NOT_FOUND: Failure = { code: "client_not_found", message: "This client was deleted.", errors: [] };

const CHANGED: Failure = {
  code: "client_changed",
  message: "This client was changed or deleted in another tab, and was not saved here. Reload the page.",
  errors: [],
};

const NAME_MISSING: Failure = {
  code: "client_name_required",
  message: "The client needs a name.",
  errors: [{ pointer: "/clientName", detail: "must not be blank" }],
};

/** The calls that keep clients, below `/clients`. */
export function clientCalls(clients: Clients, clock: Clock): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { companyId }, req, json }) => {
    return json(await clients.list(companyId, listQueryOf(req)));
  });

  calls.get("/recent", async ({ var: { company, companyId }, json }) => {
    const { data: invoices } = await company.list({ limit: RECENT_INVOICES });
    const names = [...new Set(invoices.map(({ clientName }) => clientName))].slice(0, RECENT_CLIENTS);
    const recent = await clients.named(companyId, names);
    const { data: others } = await clients.list(companyId, { search: "", page: 1, limit: RECENT_CLIENTS });
    const all = new Map([...recent, ...others].map((client) => [client.id, client]));
    return json([...all.values()].slice(0, RECENT_CLIENTS));
  });

  calls.get(`/:id{${UUID}}`, async ({ var: { companyId }, req, json }) => {
    const client = await clients.find(companyId, req.param("id"));
    return client === undefined ? json(NOT_FOUND, 404) : json(client);
  });

  calls.put(`/:id{${UUID}}`, bodyOf(saveCall), async ({ var: { companyId }, req, json }) => {
    const { replaces, ...saved } = req.valid("json");
    if (!/\S/.test(saved.fields["/clientName"] ?? "")) return json(NAME_MISSING, 422);
    const client = { id: req.param("id"), ...saved, savedAt: clock.now().toISOString() };
    return (await clients.save(companyId, client, replaces)) ? json(client) : json(CHANGED, 409);
  });

  calls.delete(`/:id{${UUID}}`, async ({ var: { companyId }, req, json }) => {
    await clients.remove(companyId, req.param("id"));
    return json({});
  });

  return calls;
}
