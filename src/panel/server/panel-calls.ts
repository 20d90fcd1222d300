import { type Company, type Invoicing, isRefusal, type Refusal, refundDue, timeZoneOf } from "faktura";
import { z } from "zod";
import { agree, type PanelOrder } from "../shown-figures.ts";
import type {
  CompanyEntry,
  CreditNoteView,
  DraftPreview,
  PanelCompany,
  PreviewedCredit,
  PreviewedInvoice,
} from "../wire.ts";
import { ARCHIVE_CALLS } from "./archive/archive-calls.ts";
import { type CallRow, failed, keyOf, row } from "./calls/call.ts";
import { CSV_CALLS } from "./calls/csv-calls.ts";
import { DRAFT_CALLS, draftIssued, invoiceOfDraft } from "./calls/draft-calls.ts";
import { IMPORT_CALLS } from "./calls/import-calls.ts";
import { order } from "./calls/order-body.ts";
import { PAYMENT_CALLS } from "./calls/payment-calls.ts";
import { QUOTE_CALLS } from "./calls/quote-calls.ts";
import { RECORD_CALLS } from "./calls/record-calls.ts";
import { RECURRING_CALLS } from "./calls/recurring-calls.ts";
import { REMINDER_CALLS } from "./calls/reminder-calls.ts";
import { RETURN_CALLS } from "./calls/return-calls.ts";
import { SEARCH_CALLS } from "./calls/search-calls.ts";
import { SENDING_CALLS } from "./calls/sending-calls.ts";
import { paymentTermsOf, SETTINGS_CALLS } from "./calls/settings-calls.ts";
import { VAT_CHECK_CALLS } from "./calls/vat-check.ts";
import { draftFormats, fileEntries, formatEntries } from "./document-file.ts";
import { dayIn } from "./invoice-state.ts";
import { invoiceView } from "./invoice-view.ts";
import { saveIssuedClient } from "./issued-client.ts";
import { creditNoteList } from "./lists/credit-note-list.ts";
import { invoiceList, listContext, todayOf } from "./lists/invoice-list.ts";
import { debtsOf } from "./open-sums.ts";
import { startOf } from "./start.ts";
import { startVat } from "./start-vat.ts";
import { taxCurrencyOf } from "./tax-currency.ts";
import { yearFigures } from "./year-figures.ts";

const previewCall = z.object({ order });

/** The library alone refuses what is half typed. */
const draftCall = z.object({ order: z.custom<PanelOrder>((typed) => typeof typed === "object" && typed !== null) });

/** An order, the figures that the page showed for it, and the warnings that the user accepted. */
const issueCall = z.object({
  order,
  shown: z.object({ vatTreatment: z.string(), subtotal: z.number(), taxTotal: z.number(), total: z.number() }),
  accepted: z.array(z.string()),
  draftId: z.uuid(),
});

/** The calls about the company and the user's other ones. */
const COMPANY_CALLS: readonly CallRow[] = [
  row("GET /profile", {}, async ({ company, companyId, session }, { clock, render, send, terms, formats }) => {
    const profile = await company.profile();
    const { issue, settings, keys } = session.can;
    return {
      profile,
      timeZone: timeZoneOf(profile),
      taxCurrency: await taxCurrencyOf(company, dayIn(timeZoneOf(profile), clock.now())),
      can: { issue, settings, keys },
      hasPdf: render !== undefined,
      formats: formatEntries(formats, profile.country),
      hasEmail: send !== undefined,
      ...(await paymentTermsOf(companyId, profile, terms)),
    } satisfies PanelCompany;
  }),
  row("GET /companies", {}, async ({ session }, { invoicing }) => {
    const entries = await Promise.all(session.companies.map((id) => entryOf(invoicing, id)));
    return entries.filter((entry) => entry !== undefined);
  }),
  row("GET /rates", {}, async (_, { invoicing }) => invoicing.rates),
  row("GET /open-sums", {}, async ({ company, companyId }, { clock, figures }) => {
    return (await debtsOf(figures.ofCompany(company, companyId), await todayOf(company, clock))).sums;
  }),
  row("GET /years/{id}", {}, async ({ company, companyId, id }, { figures }) =>
    /^\d{4}$/.test(id) ? yearFigures(figures.ofCompany(company, companyId), Number(id)) : undefined,
  ),
];

/** The calls that read, issue and change invoices and credit notes. */
const DOCUMENT_CALLS: readonly CallRow[] = [
  row("GET /invoices", {}, ({ company, companyId, query }, { sendings, clock }) =>
    invoiceList(company, query, listContext(companyId, sendings, clock)),
  ),
  row("POST /preview", { right: "issue", body: previewCall }, async ({ company, companyId, body }, { print }) => {
    const invoice = await company.preview(body.order, { verify: true });
    return { invoice, printed: await print(companyId, invoice) } satisfies PreviewedInvoice;
  }),
  // While it is typed: nothing is printed, no register is asked, and what would be refused has no preview yet.
  row("POST /preview/draft", { right: "issue", body: draftCall }, async ({ company, body }, { formats }) => {
    const preview = await company.preview(body.order).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return unprintableIn(error);
    });
    if (Array.isArray(preview)) {
      const unprintable = preview;
      return unprintable.length === 0 ? null : ({ formats: [], warnings: [], unprintable } satisfies DraftPreview);
    }
    const warnings = preview.warnings.map(({ code }) => code);
    const found = draftFormats(preview, formats, await company.profile());
    return { formats: found, warnings, unprintable: [] } satisfies DraftPreview;
  }),
  row("POST /invoices", { right: "issue", body: issueCall }, async (call, { drafts, clients }) => {
    const { company, companyId, body } = call;
    const { order, draftId } = body;
    // A repeated call gets the invoice of the first one, whatever has changed since.
    const isRepeated = (await invoiceOfDraft(company, draftId)) !== undefined;
    const objection = isRepeated ? undefined : await objectionTo(company, body);
    if (objection !== undefined) return objection;
    try {
      const invoice = await company.issue(order, { idempotencyKey: draftId });
      await drafts.remove(companyId, draftId);
      await saveIssuedClient({ clients }, companyId, order, invoice);
      return Response.json(invoice, { status: 201 });
    } catch (error) {
      if (!isRefusal(error, "idempotency_key_reused")) throw error;
      return draftIssued((await invoiceOfDraft(company, draftId))!);
    }
  }),
  row("GET /invoices/{id}", {}, async ({ company, companyId, id }, books) =>
    invoiceView(company, companyId, await company.get(id), books),
  ),
  row(
    "POST /invoices/{id}/credit-preview",
    { right: "issue", body: z.any() },
    async ({ company, companyId, id, body }, { print }) => {
      const { creditNote, invoice } = await company.previewCredit(id, body);
      const printed = await print(companyId, creditNote);
      const { amountDue } = invoice;
      return { creditNote, printed, amountDue, refundDue: refundDue(invoice) } satisfies PreviewedCredit;
    },
  ),
  row("POST /invoices/{id}/credit-notes", { right: "issue", body: z.any() }, async ({ request, company, id, body }) => {
    return Response.json(await company.credit(id, body, keyOf(request)), { status: 201 });
  }),
  row("POST /invoices/{id}/portal-numbers", { right: "issue", body: z.any() }, async ({ company, id, body }) => {
    return (await company.recordPortalNumber(id, body)).portalNumbers;
  }),
  row("POST /invoices/{id}/cancel", { right: "issue", body: z.any() }, ({ company, id, body }) =>
    company.cancel(id, body),
  ),
  row("POST /invoices/{id}/write-off", { right: "issue", body: z.any() }, ({ company, id, body }) =>
    company.writeOff(id, body),
  ),
  row("GET /credit-notes", {}, ({ company, query }) => creditNoteList(company, query)),
  row("GET /credit-notes/{id}", {}, async ({ company, companyId, id }, { print, sendings, formats }) => {
    const creditNote = await company.getCreditNote(id);
    const [printed, sent] = await Promise.all([print(companyId, creditNote), sendings.find(companyId, creditNote.id)]);
    const files = fileEntries(creditNote, formats, await company.profile());
    return { creditNote, printed, sendings: sent, files } satisfies CreditNoteView;
  }),
  row("POST /credit-notes/{id}/portal-numbers", { right: "issue", body: z.any() }, async ({ company, id, body }) => {
    return (await company.recordCreditNotePortalNumber(id, body)).portalNumbers;
  }),
];

/** The calls of the start page. */
const START_CALLS: readonly CallRow[] = [
  row("GET /start", {}, async ({ company, companyId, session }, books) => {
    const { decisions, sendings, clock } = books;
    const { drafts, clients } = session.can.issue ? books : { drafts: undefined, clients: undefined };
    const { sentAmong } = listContext(companyId, sendings, clock);
    const today = await todayOf(company, clock);
    const figures = books.figures.ofCompany(company, companyId);
    return startOf(figures, companyId, today, { decisions, sendings, sentAmong, drafts, clients });
  }),
  row("GET /start/vat", {}, ({ company, companyId, query }, books) => {
    const { from = "", to = "", ossFrom = "", ossTo = "", again } = query;
    const age = { isForced: again !== undefined, mayBeOld: true };
    return startVat(books.figures.ofCompany(company, companyId, age), { from, to, ossFrom, ossTo }, books);
  }),
  row("POST /start/decided/{id}", { right: "issue" }, async (call, { decisions, clock }) => {
    const { company, companyId, session } = call;
    const { id } = await company.get(call.id);
    await decisions.add(companyId, id, { actor: session.actor, at: clock.now().toISOString() });
    return {};
  }),
];

/** How long a call waits for a short audit to end. Longer ones go on, and the page asks how far they are. */
const WAIT_MS = 800;

/** The note that an audit prints: a position and a digest, or only the digest. */
const NOTE = /^(?:\d{1,15}:)?[\da-f]{64}$/;

const auditCall = z.object({ note: z.string().max(200).optional() });

/** The calls that audit the books. */
const AUDIT_CALLS: readonly CallRow[] = [
  row("GET /audit", {}, ({ companyId }, { audits }) => audits.statusOf(companyId)),
  row("POST /audit", { body: auditCall }, async ({ company, companyId, body }, { audits }) => {
    const note = body.note?.replaceAll(/\s/g, "").toLowerCase() || undefined;
    if (note !== undefined && !NOTE.test(note)) {
      const errors = [{ pointer: "/note", detail: "must be a note as an audit shows it" }];
      return failed(422, "note_invalid", "This is not the note of an audit.", errors);
    }
    if (note !== undefined && audits.isRunning(companyId)) {
      return failed(409, "audit_running", "An audit is running. Compare with your note when it has ended.");
    }
    const ended = audits.run(company, companyId, note);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref?.())]);
    return audits.statusOf(companyId);
  }),
];

/** All calls of the pages, below the path of one company. */
export const PANEL_CALLS: readonly CallRow[] = [
  ...COMPANY_CALLS,
  ...START_CALLS,
  ...DRAFT_CALLS,
  ...RECURRING_CALLS,
  ...QUOTE_CALLS,
  ...RECORD_CALLS,
  ...IMPORT_CALLS,
  ...VAT_CHECK_CALLS,
  ...DOCUMENT_CALLS,
  ...PAYMENT_CALLS,
  ...SENDING_CALLS,
  ...REMINDER_CALLS,
  ...CSV_CALLS,
  ...ARCHIVE_CALLS,
  ...RETURN_CALLS,
  ...AUDIT_CALLS,
  ...SETTINGS_CALLS,
  ...SEARCH_CALLS,
];

/** A company in the list of the user's companies; `undefined` if it has no profile yet, and so no pages. */
async function entryOf(invoicing: Invoicing, id: string): Promise<CompanyEntry | undefined> {
  try {
    return { id, name: (await invoicing.company(id).profile()).name };
  } catch (error) {
    if (isRefusal(error, "company_not_found")) return undefined;
    throw error;
  }
}

/** Why an order is not issued as the user saw it. It is compared before issuing, because issuing cannot be undone. */
async function objectionTo(
  company: Company,
  { order, shown, accepted }: z.output<typeof issueCall>,
): Promise<Response | undefined> {
  const preview = await company.preview(order);
  if (!agree(preview, shown)) return failed(409, "figures_changed", FIGURES_CHANGED);
  const areAccepted = preview.warnings.every(({ detail }) => accepted.includes(detail));
  return areAccepted ? undefined : failed(409, "warnings_not_accepted", WARNINGS_NOT_ACCEPTED);
}

const FIGURES_CHANGED =
  "The invoice was not issued, because its VAT or amounts would differ from those shown here. Review it again.";

const WARNINGS_NOT_ACCEPTED =
  "The invoice was not issued, because it has warnings that were not accepted. Review it again.";

/** The fields that are refused because of characters that no font has. */
function unprintableIn({ errors }: Refusal): DraftPreview["unprintable"][number][] {
  return errors.flatMap((error) => {
    if (!("pointer" in error) || !error.detail.includes("that no font can print")) return [];
    const characters = [...error.detail.matchAll(/"(.+?)" \(U\+/gu)].map(([, character]) => character!);
    return [{ pointer: error.pointer, characters }];
  });
}
