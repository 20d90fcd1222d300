import { type Clock, type Company, isRefusal } from "faktura";
import { Hono } from "hono";
import { z } from "zod";
import type { Failure, IssuedDraft } from "../../wire.ts";
import type { Drafts } from "../records/drafts.ts";
import type { PanelEnv } from "../session.ts";
import { bodyOf, REVISIONS } from "./call-body.ts";
import { listQueryOf, UUID } from "./list-query.ts";

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

/** The calls that keep drafts, below `/drafts`. */
export function draftCalls(drafts: Drafts, clock: Clock): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/", async ({ var: { companyId }, req, json }) => json(await drafts.list(companyId, listQueryOf(req))));

  calls.get(`/:id{${UUID}}`, async ({ var: { company, companyId }, req, json }) => {
    const id = req.param("id");
    const invoice = await invoiceOfDraft(company, id);
    if (invoice === undefined) {
      const draft = await drafts.find(companyId, id);
      return draft === undefined ? json(NOT_FOUND, 404) : json(draft);
    }
    // The process ended between issuing and removing the draft, or another tab saved it once more.
    await drafts.remove(companyId, id);
    return json(draftIssued(invoice), 409);
  });

  calls.put(`/:id{${UUID}}`, bodyOf(saveCall), async ({ var: { company, companyId }, req, json }) => {
    const id = req.param("id");
    const invoice = await invoiceOfDraft(company, id);
    if (invoice !== undefined) return json(draftIssued(invoice), 409);
    const { replaces, ...saved } = req.valid("json");
    const draft = { id, ...saved, savedAt: clock.now().toISOString() };
    const isSaved = await drafts.save(companyId, draft, replaces);
    if (isSaved === "full") return json(draftsFull(drafts.most), 422);
    return isSaved ? json({}) : json(CHANGED, 409);
  });

  calls.delete(`/:id{${UUID}}`, async ({ var: { companyId }, req, json }) => {
    await drafts.remove(companyId, req.param("id"));
    return json({});
  });

  return calls;
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

function draftsFull(most: number): Failure {
  const message = `This draft is not saved: the company has ${most} drafts, and may have no more. Discard some of them.`;
  return { code: "drafts_full", message, errors: [] };
}

/** The answer to a call about a draft that is an invoice by now. */
export function draftIssued(invoice: IssuedDraft): Failure {
  return { code: "draft_issued", message: `This draft was issued as ${invoice.invoiceNumber}.`, errors: [], invoice };
}
