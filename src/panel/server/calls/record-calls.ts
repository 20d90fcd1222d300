import type { Invoice } from "faktura";
import { z } from "zod";
import { type ClientTerms, type SavedArticle, type SavedClient, VAT_CHECK_STATUSES } from "../../wire.ts";
import type { PanelBooks } from "../panel-books.ts";
import type { Clients } from "../records/clients.ts";
import type { NamedRecords } from "../records/named-records.ts";
import { type CallRow, failed, listQueryOf, revisions, row } from "./call.ts";

const articleCall = z.object({
  ...revisions(),
  fields: z.record(z.string().max(100), z.string().max(4000)),
});

const clientCall = articleCall.extend({
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

/** The calls that keep clients and articles. */
export const RECORD_CALLS: readonly CallRow[] = [
  row("GET /clients/recent", { right: "issue" }, async ({ company, companyId }, { clients }) => {
    const { data: invoices } = await company.list({ limit: RECENT_INVOICES });
    const names = [...new Set(invoices.map(({ clientName }) => clientName))].slice(0, RECENT_CLIENTS);
    const recent = await clients.named(companyId, names);
    const { data: others } = await clients.list(companyId, { search: "", page: 1, limit: RECENT_CLIENTS });
    const all = new Map([...recent, ...others].map((client) => [client.id, client]));
    return [...all.values()].slice(0, RECENT_CLIENTS);
  }),
  row("GET /invoices/{id}/terms", { right: "issue" }, async ({ company, companyId, id }, { clients }) =>
    termsOf(clients, companyId, await company.get(id)),
  ),
  ...recordCalls<SavedClient>("client", "/clientName", clientCall, ({ clients }) => clients),
  ...recordCalls<SavedArticle>("article", "/description", articleCall, ({ articles }) => articles),
];

/** The client's own payment terms, if one saved client has the name, the country and the VAT number of the invoice. */
async function termsOf(clients: Clients, companyId: string, invoice: Invoice): Promise<ClientTerms> {
  const { clientName, clientCountry, clientVatNumber } = invoice;
  const { data } = await clients.list(companyId, listQueryOf({ search: clientName }));
  const named = data.filter(({ name, country }) => name === clientName && country === (clientCountry ?? ""));
  const numbered = named.filter(({ vatNumber }) => compact(vatNumber) === compact(clientVatNumber ?? ""));
  const [client, other] = numbered.length === 1 ? numbered : named;
  if (client === undefined || other !== undefined) return {};
  const days = (await clients.find(companyId, client.id))?.fields["/paymentDays"];
  return days === undefined ? {} : { "/paymentDays": days };
}

function compact(vatNumber: string): string {
  return vatNumber.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase();
}

/** The calls that keep one kind of record, which needs a name. */
function recordCalls<Saved extends SavedArticle>(
  kind: "article" | "client",
  nameField: string,
  body: z.ZodType<z.output<typeof articleCall>>,
  recordsOf: (books: PanelBooks) => NamedRecords<Saved, unknown>,
): readonly CallRow[] {
  const changed = `This ${kind} was changed or deleted in another tab, and was not saved here. Reload the page.`;
  return [
    row(`GET /${kind}s`, { right: "issue" }, ({ companyId, query }, books) =>
      recordsOf(books).list(companyId, listQueryOf(query)),
    ),
    row(`GET /${kind}s/{uuid}`, { right: "issue" }, async ({ companyId, id }, books) => {
      const found = await recordsOf(books).find(companyId, id);
      return found ?? failed(404, `${kind}_not_found`, `This ${kind} was deleted.`);
    }),
    row(`PUT /${kind}s/{uuid}`, { right: "issue", body }, async ({ companyId, id, body }, books) => {
      const { replaces, ...saved } = body;
      if (!/\S/.test(saved.fields[nameField] ?? "")) {
        const errors = [{ pointer: nameField, detail: "must not be blank" }];
        return failed(422, `${kind}_name_required`, `The ${kind} needs a name.`, errors);
      }
      const record = { id, ...saved, savedAt: books.clock.now().toISOString() } as SavedArticle as Saved;
      const isSaved = await recordsOf(books).save(companyId, record, replaces);
      return isSaved ? record : failed(409, `${kind}_changed`, changed);
    }),
    row(`DELETE /${kind}s/{uuid}`, { right: "issue" }, async ({ companyId, id }, books) => {
      await recordsOf(books).remove(companyId, id);
      return {};
    }),
  ];
}
