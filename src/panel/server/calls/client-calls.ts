import { z } from "zod";
import { type Failure, VAT_CHECK_STATUSES } from "../../wire.ts";
import { type CallRow, failed, listQueryOf, REVISIONS, withBody } from "./call.ts";

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

/** The calls that keep clients. */
export const CLIENT_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/clients",
    right: "issue",
    answer: ({ companyId, query }, { clients }) => clients.list(companyId, listQueryOf(query)),
  },
  {
    method: "GET",
    path: "/clients/recent",
    right: "issue",
    answer: async ({ company, companyId }, { clients }) => {
      const { data: invoices } = await company.list({ limit: RECENT_INVOICES });
      const names = [...new Set(invoices.map(({ clientName }) => clientName))].slice(0, RECENT_CLIENTS);
      const recent = await clients.named(companyId, names);
      const { data: others } = await clients.list(companyId, { search: "", page: 1, limit: RECENT_CLIENTS });
      const all = new Map([...recent, ...others].map((client) => [client.id, client]));
      return [...all.values()].slice(0, RECENT_CLIENTS);
    },
  },
  {
    method: "GET",
    path: "/clients/{uuid}",
    right: "issue",
    answer: async ({ companyId, id }, { clients }) => (await clients.find(companyId, id)) ?? failed(404, NOT_FOUND),
  },
  withBody({
    method: "PUT",
    path: "/clients/{uuid}",
    right: "issue",
    body: saveCall,
    answer: async ({ companyId, id, body: { replaces, ...saved } }, { clients, clock }) => {
      if (!/\S/.test(saved.fields["/clientName"] ?? "")) return failed(422, NAME_MISSING);
      const client = { id, ...saved, savedAt: clock.now().toISOString() };
      return (await clients.save(companyId, client, replaces)) ? client : failed(409, CHANGED);
    },
  }),
  {
    method: "DELETE",
    path: "/clients/{uuid}",
    right: "issue",
    answer: async ({ companyId, id }, { clients }) => {
      await clients.remove(companyId, id);
      return {};
    },
  },
];
