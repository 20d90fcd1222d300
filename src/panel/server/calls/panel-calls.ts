import { type Company, type CreditOrder, type Invoicing, isRefusal, timeZoneOf } from "faktura";
import { z } from "zod";
import { clientLanguage } from "../../document-language.ts";
import { agree, figuresOf, type PanelOrder, shownFigures } from "../../figures.ts";
import { refundable } from "../../invoice-state.ts";
import type { CompanyEntry, CreditNoteView, CreditPreview, Failure, InvoicePreview, PanelCompany } from "../../wire.ts";
import { creditPreviewOf } from "../credit-preview.ts";
import { invoiceView } from "../invoice-view.ts";
import { creditNoteList } from "../lists/credit-note-list.ts";
import { invoiceList, listContext, todayOf } from "../lists/invoice-list.ts";
import { openSums } from "../open-sums.ts";
import { type PreviewOptions, previewOf } from "../preview.ts";
import { taxCurrencyOf } from "../tax-currency.ts";
import { VAT_CHECK_CALLS } from "../vat-check.ts";
import { yearFigures } from "../year-figures.ts";
import { ARTICLE_CALLS } from "./article-calls.ts";
import { AUDIT_CALLS } from "./audit-calls.ts";
import { type CallRow, failed, keyOf, withBody } from "./call.ts";
import { CLIENT_CALLS } from "./client-calls.ts";
import { CSV_CALLS } from "./csv-calls.ts";
import { DRAFT_CALLS, draftIssued, invoiceOfDraft } from "./draft-calls.ts";
import { PAYMENT_CALLS } from "./payment-calls.ts";
import { RETURN_CALLS } from "./return-calls.ts";
import { SENDING_CALLS } from "./sending-calls.ts";
import { SETTINGS_CALLS } from "./settings-calls.ts";
import { START_CALLS } from "./start-calls.ts";

/** The library checks the fields that the figures do not need. */
const order = z
  .looseObject({
    clientCountry: z.string(),
    supplyDate: z.string(),
    items: z.array(z.looseObject({ quantity: z.number(), unitPrice: z.number() })),
  })
  .transform((order) => order as object as PanelOrder);

const previewCall = z.object({ order });

/** An order, the figures that the page showed for it, and the warnings that the user accepted. */
const issueCall = z.object({
  order,
  shown: z.object({ vatTreatment: z.string(), subtotal: z.number(), taxTotal: z.number(), total: z.number() }),
  accepted: z.array(z.string()),
  draftId: z.uuid(),
});

/** The calls about the company and the user's other ones. */
const COMPANY_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/profile",
    answer: async ({ company, companyId, session }, { clock, render, send, terms }) => {
      const profile = await company.profile();
      const { issue, settings, keys } = session.can;
      return {
        profile,
        timeZone: timeZoneOf(profile),
        taxCurrency: await taxCurrencyOf(profile, clock),
        can: { issue, settings, keys },
        hasPdf: render !== undefined,
        hasEmail: send !== undefined,
        paymentDays: await terms.find(companyId),
      } satisfies PanelCompany;
    },
  },
  {
    method: "GET",
    path: "/companies",
    answer: async ({ session }, { invoicing }) => {
      const entries = await Promise.all(session.companies.map((id) => entryOf(invoicing, id)));
      return entries.filter((entry) => entry !== undefined);
    },
  },
  { method: "GET", path: "/rates", answer: async (_, { rates = {} }) => rates },
  {
    method: "GET",
    path: "/open-sums",
    answer: async ({ company }, { clock }) => openSums(company, await todayOf(company, clock)),
  },
  {
    method: "GET",
    path: "/years/{id}",
    answer: async ({ company, id }) => (/^\d{4}$/.test(id) ? yearFigures(company, Number(id)) : undefined),
  },
];

/** The calls that read, issue and change invoices. */
const INVOICE_CALLS: readonly CallRow[] = [
  {
    method: "GET",
    path: "/invoices",
    answer: ({ company, companyId, query }, { sendings, clock }) =>
      invoiceList(company, query, listContext(companyId, sendings, clock)),
  },
  withBody({
    method: "POST",
    path: "/preview",
    right: "issue",
    body: previewCall,
    answer: async ({ company, companyId, body }, { rates, clock, print }) => {
      const invoice = await previewOf(company, body.order, { rates, clock });
      const printed = await print(companyId, invoice, clock.now().toISOString());
      return { invoice, printed } satisfies InvoicePreview;
    },
  }),
  withBody({
    method: "POST",
    path: "/invoices",
    right: "issue",
    body: issueCall,
    answer: async ({ company, companyId, body }, { drafts, rates, clock }) => {
      const { order, draftId } = body;
      // A repeated call gets the invoice of the first one, whatever has changed since.
      const isRepeated = (await invoiceOfDraft(company, draftId)) !== undefined;
      const objection = isRepeated ? undefined : await objectionTo(company, body, { rates, clock });
      if (objection !== undefined) return failed(409, objection);
      try {
        const invoice = await company.issue(order, { idempotencyKey: draftId });
        await drafts.remove(companyId, draftId);
        return Response.json(invoice, { status: 201 });
      } catch (error) {
        if (!isRefusal(error, "idempotency_key_reused")) throw error;
        return failed(409, draftIssued((await invoiceOfDraft(company, draftId))!));
      }
    },
  }),
  {
    method: "GET",
    path: "/invoices/{id}",
    answer: async ({ company, companyId, id }, books) => invoiceView(company, companyId, await company.get(id), books),
  },
  withBody({
    method: "POST",
    path: "/invoices/{id}/cancel",
    right: "issue",
    body: z.any(),
    answer: ({ company, id, body }) => company.cancel(id, body),
  }),
  withBody({
    method: "POST",
    path: "/invoices/{id}/portal-numbers",
    right: "issue",
    body: z.any(),
    answer: async ({ company, id, body }) => (await company.recordPortalNumber(id, body)).portalNumbers,
  }),
];

/** The calls that read and issue credit notes. */
const CREDIT_NOTE_CALLS: readonly CallRow[] = [
  withBody({
    method: "POST",
    path: "/invoices/{id}/credit-preview",
    right: "issue",
    body: z.any(),
    answer: async ({ company, companyId, id, body }, { rates, clock, print }) => {
      const order = await creditOrderOf(company, id, body);
      const { creditNote, invoice } = await creditPreviewOf(company, id, order, { rates, clock });
      const printed = await print(companyId, creditNote, clock.now().toISOString());
      const { amountDue } = invoice;
      return { creditNote, printed, amountDue, refundDue: refundable(invoice) } satisfies CreditPreview;
    },
  }),
  withBody({
    method: "POST",
    path: "/invoices/{id}/credit-notes",
    right: "issue",
    body: z.any(),
    answer: async ({ request, company, id, body }) => {
      const order = await creditOrderOf(company, id, body);
      return Response.json(await company.credit(id, order, keyOf(request)), { status: 201 });
    },
  }),
  { method: "GET", path: "/credit-notes", answer: ({ company, query }) => creditNoteList(company, query) },
  {
    method: "GET",
    path: "/credit-notes/{id}",
    answer: async ({ company, companyId, id }, { print, sendings }) => {
      const creditNote = await company.getCreditNote(id);
      const [printed, sent] = await Promise.all([
        print(companyId, creditNote),
        sendings.find(companyId, creditNote.id),
      ]);
      return { creditNote, printed, sendings: sent } satisfies CreditNoteView;
    },
  },
  withBody({
    method: "POST",
    path: "/credit-notes/{id}/portal-numbers",
    right: "issue",
    body: z.any(),
    answer: async ({ company, id, body }) => (await company.recordCreditNotePortalNumber(id, body)).portalNumbers,
  }),
];

/** All calls of the pages, below the path of one company. */
export const PANEL_CALLS: readonly CallRow[] = [
  ...COMPANY_CALLS,
  ...START_CALLS,
  ...DRAFT_CALLS,
  ...CLIENT_CALLS,
  ...ARTICLE_CALLS,
  ...VAT_CHECK_CALLS,
  ...INVOICE_CALLS,
  ...PAYMENT_CALLS,
  ...CREDIT_NOTE_CALLS,
  ...SENDING_CALLS,
  ...CSV_CALLS,
  ...RETURN_CALLS,
  ...AUDIT_CALLS,
  ...SETTINGS_CALLS,
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
  options: PreviewOptions,
): Promise<Failure | undefined> {
  // First, because it refuses what is not valid in an order and names the field.
  const { warnings } = await previewOf(company, order, options);
  const figures = figuresOf(await company.profile(), order, options.rates ?? {});
  if (!agree(shownFigures(figures), shown)) return FIGURES_CHANGED;
  return warnings.every(({ detail }) => accepted.includes(detail)) ? undefined : WARNINGS_NOT_ACCEPTED;
}

const FIGURES_CHANGED: Failure = {
  code: "figures_changed",
  message:
    "The invoice was not issued, because its VAT or amounts would differ from those shown here. Reload the page.",
  errors: [],
};

const WARNINGS_NOT_ACCEPTED: Failure = {
  code: "warnings_not_accepted",
  message: "The invoice was not issued, because it has warnings that were not accepted. Review it again.",
  errors: [],
};

/** What the page asks to credit. A credit note is in the language of its invoice. */
async function creditOrderOf(company: Company, invoiceId: string, asked: CreditOrder): Promise<CreditOrder> {
  const language = clientLanguage(await company.get(invoiceId));
  return { ...asked, ...(language !== undefined && { metadata: { language } }) };
}
