import { type Company, isRefusal } from "faktura";
import { z } from "zod";
import type { Failure, IssuedDraft } from "../../wire.ts";
import { type CallRow, failed, listQueryOf, REVISIONS, withBody } from "./call.ts";

const saveCall = z.object({
  ...REVISIONS,
  fields: z.record(z.string(), z.string()),
  total: z
    .object({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
    .nullable()
    .default(null),
});

const NOT_FOUND: Failure = { code: "draft_not_found", message: "This draft was discarded.", errors: [] };

const CHANGED: Failure = {
  code: "draft_changed",
  message: "This draft was changed or discarded in another tab, and is no longer saved here. Reload the page.",
  errors: [],
};

/** The calls that keep drafts. */
export const DRAFT_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/drafts",
    right: "issue",
    answer: ({ companyId, query }, { drafts }) => drafts.list(companyId, listQueryOf(query)),
  },
  {
    method: "GET",
    path: "/drafts/{uuid}",
    right: "issue",
    answer: async ({ company, companyId, id }, { drafts }) => {
      const invoice = await invoiceOfDraft(company, id);
      if (invoice === undefined) return (await drafts.find(companyId, id)) ?? failed(404, NOT_FOUND);
      // The process ended between issuing and removing the draft, or another tab saved it once more.
      await drafts.remove(companyId, id);
      return failed(409, draftIssued(invoice));
    },
  },
  withBody({
    method: "PUT",
    path: "/drafts/{uuid}",
    right: "issue",
    body: saveCall,
    answer: async ({ company, companyId, id, body: { replaces, ...saved } }, { drafts, clock }) => {
      const invoice = await invoiceOfDraft(company, id);
      if (invoice !== undefined) return failed(409, draftIssued(invoice));
      const draft = { id, ...saved, savedAt: clock.now().toISOString() };
      const isSaved = await drafts.save(companyId, draft, replaces);
      if (isSaved === "full") return failed(422, draftsFull(drafts.most));
      return isSaved ? {} : failed(409, CHANGED);
    },
  }),
  {
    method: "DELETE",
    path: "/drafts/{uuid}",
    right: "issue",
    answer: async ({ companyId, id }, { drafts }) => {
      await drafts.remove(companyId, id);
      return {};
    },
  },
];

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

function draftsFull(most: number): Failure {
  const message = `This draft is not saved: the company has ${most} drafts, and may have no more. Discard some of them.`;
  return { code: "drafts_full", message, errors: [] };
}

/** The answer to a call about a draft that is an invoice by now. */
export function draftIssued(invoice: IssuedDraft): Failure {
  return { code: "draft_issued", message: `This draft was issued as ${invoice.invoiceNumber}.`, errors: [], invoice };
}
