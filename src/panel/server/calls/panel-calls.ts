import {
  type Company,
  type CreditOrder,
  canCancel,
  type Invoice,
  type InvoiceWithPayments,
  type Invoicing,
  isRefusal,
  timeZoneOf,
} from "faktura";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { IssuedDocument } from "../../document-files.ts";
import { clientLanguage } from "../../document-language.ts";
import { dayIn, dependsOnSending, refundable } from "../../invoice-state.ts";
import { agree, type PanelOrder } from "../../shown-figures.ts";
import type {
  CompanyEntry,
  CreditNoteView,
  Failure,
  InvoiceView,
  PanelCompany,
  PreviewedCredit,
  PreviewedInvoice,
} from "../../wire.ts";
import { type DocumentFiles, fileOf } from "../document-file.ts";
import { historyOf } from "../history.ts";
import { creditNoteList } from "../lists/credit-note-list.ts";
import { invoiceList, type ListContext, todayOf } from "../lists/invoice-list.ts";
import { openSums } from "../open-sums.ts";
import type { PanelOptions } from "../panel-options.ts";
import { pagePrinter } from "../printed-page.ts";
import { articlesIn } from "../records/articles.ts";
import { auditsIn } from "../records/audits.ts";
import { clientsIn } from "../records/clients.ts";
import { decisionsIn } from "../records/decisions.ts";
import { draftsIn } from "../records/drafts.ts";
import { logosIn } from "../records/logos.ts";
import { paymentTermsIn } from "../records/payment-terms.ts";
import { sendingsIn } from "../records/sendings.ts";
import { type PanelEnv, requireRight } from "../session.ts";
import { taxCurrencyOf } from "../tax-currency.ts";
import { vatCheckCalls } from "../vat-check.ts";
import { yearFigures } from "../year-figures.ts";
import { articleCalls } from "./article-calls.ts";
import { auditCalls } from "./audit-calls.ts";
import { bodyOf } from "./call-body.ts";
import { clientCalls } from "./client-calls.ts";
import { csvCalls } from "./csv-calls.ts";
import { draftCalls, draftIssued, invoiceOfDraft } from "./draft-calls.ts";
import { keyOf, paymentCalls } from "./payment-calls.ts";
import { returnCalls } from "./return-calls.ts";
import { type SendingOptions, sendingCalls } from "./sending-calls.ts";
import { settingsCalls } from "./settings-calls.ts";
import { startCalls } from "./start-calls.ts";
import { termsCalls } from "./terms-calls.ts";

/** The library checks the fields that the figures do not need. */
const order = z
  .looseObject({
    clientCountry: z.string(),
    supplyDate: z.string(),
    items: z.array(z.looseObject({ quantity: z.number(), unitPrice: z.number() })),
  })
  .transform((order) => order as object as PanelOrder);

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

/** What the calls need of the host. */
export interface PanelBooks extends Omit<PanelOptions, "authenticate" | "basePath" | "hostNames" | "theme"> {
  readonly invoicing: Invoicing;
}

/** The calls of the panel's pages, under the path of one company. */
export function panelCalls({ invoicing, tables, ...host }: PanelBooks): Hono<PanelEnv> {
  const { rates, clock } = invoicing;
  const [drafts, clients, logos] = [draftsIn(tables, host.maxDrafts), clientsIn(tables), logosIn(tables)];
  const [sendings, terms, print] = [sendingsIn(tables), paymentTermsIn(tables), pagePrinter(logos, clock)];
  const files: DocumentFiles = { logos, render: host.render };
  const calls = new Hono<PanelEnv>();
  const writing = ["/preview/*", "/drafts/*", "/clients/*", "/articles/*", "/vat-checks"];
  for (const path of writing) calls.use(path, requireRight("issue"));
  calls.post("/invoices/*", requireRight("issue"));
  calls.post("/credit-notes/*", requireRight("issue"));
  calls.use("/settings/*", requireRight("settings"));
  calls.use("/settings/api-keys/*", requireRight("keys"));
  calls.route("/drafts", draftCalls(drafts, clock));
  calls.route("/clients", clientCalls(clients, clock));
  calls.route("/articles", articleCalls(articlesIn(tables), clock));
  calls.route("/audit", auditCalls(auditsIn(tables), clock));
  calls.route("/returns", returnCalls());
  const listOf = (companyId: string): ListContext => {
    const ids = (invoices: readonly Invoice[]) => invoices.filter(dependsOnSending).map(({ id }) => id);
    return { clock, sentAmong: (invoices) => sendings.among(companyId, ids(invoices)) };
  };
  calls.post("/start/*", requireRight("issue"));
  calls.route("/start", startCalls({ tables, decisions: decisionsIn(tables), drafts, clients, clock }));
  calls.route("/", csvCalls(listOf));
  calls.route("/settings/payment-terms", termsCalls(terms));
  calls.route("/settings", settingsCalls({ ...host, logos, clock }));
  calls.route("/vat-checks", vatCheckCalls());

  const viewOf = async (company: Company, companyId: string, invoice: InvoiceWithPayments): Promise<InvoiceView> => {
    const timeZone = timeZoneOf(await company.profile());
    const sent = await sendings.find(companyId, invoice.id);
    return {
      invoice,
      printed: await print(companyId, invoice),
      sendings: sent,
      canCancel: canCancel(invoice.status),
      today: dayIn(timeZone, clock.now()),
      history: await historyOf(company, invoice, sent, timeZone),
    };
  };

  calls.route("/invoices", paymentCalls(viewOf));

  const sending: Omit<SendingOptions, "read"> = { ...files, send: host.send, sendings, clock, print };
  const readInvoice = ({ req, var: { company } }: Context<PanelEnv>) => company.get(req.param("id")!);
  const readCreditNote = ({ req, var: { company } }: Context<PanelEnv>) => company.getCreditNote(req.param("id")!);
  calls.route("/invoices/:id", sendingCalls({ ...sending, read: readInvoice }));
  calls.route("/credit-notes/:id", sendingCalls({ ...sending, read: readCreditNote }));

  calls.get("/logos/:logo", async ({ var: { companyId }, req, body, notFound }) => {
    const at = z.iso.datetime().safeParse(req.param("logo"));
    const logo = at.success ? await logos.find(companyId, at.data) : undefined;
    if (logo === undefined) return notFound();
    const headers = { "Content-Type": logo.type, "Cache-Control": "private, max-age=3600" };
    return body(logo.bytes as Uint8Array<ArrayBuffer>, 200, headers);
  });

  calls.get("/open-sums", async ({ var: { company }, json }) => {
    return json(await openSums(company, await todayOf(company, clock)));
  });

  calls.get("/companies", async ({ var: { session }, json }) => {
    const entries = session.companies.map((id) => entryOf(invoicing, id));
    return json((await Promise.all(entries)).filter((entry) => entry !== undefined));
  });

  calls.get("/profile", async ({ var: { company, companyId, session }, json }) => {
    const profile = await company.profile();
    const { issue, settings, keys } = session.can;
    const can = { issue, settings, keys };
    return json({
      profile,
      timeZone: timeZoneOf(profile),
      taxCurrency: await taxCurrencyOf(company, dayIn(timeZoneOf(profile), clock.now())),
      can,
      hasPdf: host.render !== undefined,
      hasEmail: host.send !== undefined,
      paymentDays: await terms.find(companyId),
    } satisfies PanelCompany);
  });

  calls.get("/rates", ({ json }) => json(rates));

  calls.get("/years/:year{[0-9]{4}}", async ({ var: { company }, req, json }) => {
    return json(await yearFigures(company, Number(req.param("year"))));
  });

  calls.get("/invoices", async ({ var: { company, companyId }, req, json }) =>
    json(await invoiceList(company, req.query(), listOf(companyId))),
  );

  calls.post("/preview", bodyOf(previewCall), async ({ var: { company, companyId }, req, json }) => {
    const invoice = await company.preview(req.valid("json").order, { verify: true });
    return json({ invoice, printed: await print(companyId, invoice) } satisfies PreviewedInvoice);
  });

  // While it is typed: nothing is printed, no register is asked, and what would be refused has no preview yet.
  calls.post("/preview/draft", bodyOf(draftCall), async ({ var: { company }, req, json }) => {
    const preview = await company.preview(req.valid("json").order).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    return json(preview ?? null);
  });

  calls.post("/invoices", bodyOf(issueCall), async ({ var: { company, companyId }, req, json }) => {
    const call = req.valid("json");
    const { order, draftId } = call;
    // A repeated call gets the invoice of the first one, whatever has changed since.
    const isRepeated = (await invoiceOfDraft(company, draftId)) !== undefined;
    const objection = isRepeated ? undefined : await objectionTo(company, call);
    if (objection !== undefined) return json(objection, 409);
    try {
      const invoice = await company.issue(order, { idempotencyKey: draftId });
      await drafts.remove(companyId, draftId);
      return json(invoice, 201);
    } catch (error) {
      if (!isRefusal(error, "idempotency_key_reused")) throw error;
      return json(draftIssued((await invoiceOfDraft(company, draftId))!), 409);
    }
  });

  calls.get("/invoices/:id", async ({ var: { company, companyId }, req, json }) => {
    return json(await viewOf(company, companyId, await company.get(req.param("id"))));
  });

  calls.get("/invoices/:id/files/:file", async (context) => savedFile(context, await readInvoice(context), files));

  calls.post("/invoices/:id/credit-preview", bodyOf(z.any()), async ({ var: { company, companyId }, req, json }) => {
    const order = await creditOrderOf(company, req.param("id"), req.valid("json"));
    const { creditNote, invoice } = await company.previewCredit(req.param("id"), order);
    const printed = await print(companyId, creditNote);
    const { amountDue } = invoice;
    return json({ creditNote, printed, amountDue, refundDue: refundable(invoice) } satisfies PreviewedCredit);
  });

  calls.post("/invoices/:id/credit-notes", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    const order = await creditOrderOf(company, req.param("id"), req.valid("json"));
    return json(await company.credit(req.param("id"), order, keyOf(req)), 201);
  });

  calls.post("/invoices/:id/portal-numbers", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    const { portalNumbers } = await company.recordPortalNumber(req.param("id"), req.valid("json"));
    return json(portalNumbers);
  });

  calls.post("/credit-notes/:id/portal-numbers", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    const { portalNumbers } = await company.recordCreditNotePortalNumber(req.param("id"), req.valid("json"));
    return json(portalNumbers);
  });

  calls.get("/credit-notes", async ({ var: { company }, req, json }) => {
    return json(await creditNoteList(company, req.query()));
  });

  calls.get("/credit-notes/:id", async ({ var: { company, companyId }, req, json }) => {
    const creditNote = await company.getCreditNote(req.param("id"));
    const [printed, sent] = await Promise.all([print(companyId, creditNote), sendings.find(companyId, creditNote.id)]);
    return json({ creditNote, printed, sendings: sent } satisfies CreditNoteView);
  });

  calls.get("/credit-notes/:id/files/:file", async (context) => {
    return savedFile(context, await readCreditNote(context), files);
  });

  calls.post("/invoices/:id/cancel", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(await company.cancel(req.param("id"), req.valid("json")));
  });

  return calls;
}

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
): Promise<Failure | undefined> {
  const preview = await company.preview(order);
  if (!agree(preview, shown)) return FIGURES_CHANGED;
  return preview.warnings.every(({ detail }) => accepted.includes(detail)) ? undefined : WARNINGS_NOT_ACCEPTED;
}

const FIGURES_CHANGED: Failure = {
  code: "figures_changed",
  message:
    "The invoice was not issued, because its VAT or amounts would differ from those shown here. Review it again.",
  errors: [],
};

const WARNINGS_NOT_ACCEPTED: Failure = {
  code: "warnings_not_accepted",
  message: "The invoice was not issued, because it has warnings that were not accepted. Review it again.",
  errors: [],
};

/** A document as a file that the browser saves under the document's number. */
async function savedFile(context: Context<PanelEnv>, document: IssuedDocument, files: DocumentFiles) {
  const file = await fileOf(context.req.param("file")!, document, context.var.companyId, files);
  if (file === undefined) return context.notFound();
  return context.body(file.content, 200, {
    "Content-Type": file.contentType,
    "Content-Disposition": `attachment; filename="${file.filename}"`,
    "Cache-Control": "no-store",
  });
}

/** What the page asks to credit. A credit note is in the language of its invoice. */
async function creditOrderOf(company: Company, invoiceId: string, asked: CreditOrder): Promise<CreditOrder> {
  const language = clientLanguage(await company.get(invoiceId));
  return { ...asked, ...(language !== undefined && { metadata: { language } }) };
}
