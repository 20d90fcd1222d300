import { type Company, isRefusal } from "faktura";
import { z } from "zod";
import type { Failure, IssuedDraft } from "../../wire.ts";
import { type CallRow, failed, listQueryOf, revisions, row } from "./call.ts";

const saveCall = z.object({
  ...revisions(),
  fields: z.record(z.string(), z.string()),
  total: z
    .object({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
    .nullable()
    .default(null),
});

/** The calls that keep drafts. */
export const DRAFT_CALLS: readonly CallRow[] = [
  row("GET /drafts", { right: "issue" }, ({ companyId, query }, { drafts }) =>
    drafts.list(companyId, listQueryOf(query)),
  ),
  row("GET /drafts/{uuid}", { right: "issue" }, async ({ company, companyId, id }, { drafts }) => {
    const invoice = await invoiceOfDraft(company, id);
    if (invoice === undefined) {
      return (await drafts.find(companyId, id)) ?? failed(404, "draft_not_found", "This draft was discarded.");
    }
    // The process ended between issuing and removing the draft, or another tab saved it once more.
    await drafts.remove(companyId, id);
    return draftIssued(invoice);
  }),
  row("PUT /drafts/{uuid}", { right: "issue", body: saveCall }, async (call, { drafts, clock }) => {
    const { company, companyId, id, body } = call;
    const invoice = await invoiceOfDraft(company, id);
    if (invoice !== undefined) return draftIssued(invoice);
    const { replaces, ...saved } = body;
    const isSaved = await drafts.save(companyId, { id, ...saved, savedAt: clock.now().toISOString() }, replaces);
    if (isSaved === "full") return failed(422, "drafts_full", draftsFull(drafts.most));
    return isSaved ? {} : failed(409, "draft_changed", CHANGED);
  }),
  row("DELETE /drafts/{uuid}", { right: "issue" }, async ({ companyId, id }, { drafts }) => {
    await drafts.remove(companyId, id);
    return {};
  }),
];

const CHANGED = "This draft was changed or discarded in another tab, and is no longer saved here. Reload the page.";

function draftsFull(most: number): string {
  return `This draft is not saved: the company has ${most} drafts, and may have no more. Discard some of them.`;
}

/** The invoice that was issued from a draft; `undefined` if none was. */
export async function invoiceOfDraft(company: Company, draftId: string): Promise<IssuedDraft | undefined> {
  try {
    const { id, invoiceNumber } = await company.getByKey(draftId);
    return { id, invoiceNumber };
  } catch (error) {
    if (isRefusal(error, "invoice_not_found")) return undefined;
    throw error;
  }
}

/** The answer to a call about a draft that is an invoice by now. */
export function draftIssued(invoice: IssuedDraft): Response {
  const message = `This draft was issued as ${invoice.invoiceNumber}.`;
  return Response.json({ code: "draft_issued", message, errors: [], invoice } satisfies Failure, { status: 409 });
}
