import {
  type Clock,
  type Company,
  canCancel,
  type InvoiceWithPayments,
  type Invoicing,
  isRefusal,
  systemClock,
  timeZoneOf,
} from "faktura";
import { type Context, Hono, type HonoRequest } from "hono";
import { z } from "zod";
import { DOCUMENT_FILES, type DocumentFileName, type IssuedDocument } from "../../document-files.ts";
import { agree, figuresOf, type PanelOrder, shownFigures } from "../../figures.ts";
import { dayIn } from "../../invoice-state.ts";
import type { CompanyEntry, Failure, InvoiceView, PanelCompany } from "../../wire.ts";
import { auditsIn } from "../audits.ts";
import { clientsIn } from "../clients.ts";
import { creditNoteList } from "../credit-note-list.ts";
import { draftsIn } from "../drafts.ts";
import { historyOf } from "../history.ts";
import { invoiceList } from "../invoice-list.ts";
import { logosIn } from "../logos.ts";
import type { PanelOptions } from "../panel-options.ts";
import { type PreviewOptions, previewOf } from "../preview.ts";
import { type PanelEnv, requireRight } from "../session.ts";
import { vatCheckCalls } from "../vat-check.ts";
import { yearFigures } from "../year-figures.ts";
import { auditCalls } from "./audit-calls.ts";
import { bodyOf } from "./call-body.ts";
import { clientCalls } from "./client-calls.ts";
import { csvCalls } from "./csv-calls.ts";
import { draftCalls, draftIssued, invoiceOfDraft } from "./draft-calls.ts";
import { returnCalls } from "./return-calls.ts";
import { settingsCalls } from "./settings-calls.ts";
import { startCalls } from "./start-calls.ts";

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

/** What the calls need of the host. */
export interface PanelBooks extends Omit<PanelOptions, "authenticate" | "basePath" | "hostNames" | "theme"> {
  readonly invoicing: Invoicing;
}

type RenderPdf = (document: IssuedDocument) => Promise<Uint8Array> | Uint8Array;

/** The calls of the panel's pages, under the path of one company. */
export function panelCalls({ invoicing, tables, ...host }: PanelBooks): Hono<PanelEnv> {
  const { rates = {}, clock = systemClock } = host;
  const preview: PreviewOptions = { rates, clock };
  const [drafts, logos] = [draftsIn(tables), logosIn(tables)];
  const calls = new Hono<PanelEnv>();
  for (const path of ["/preview", "/drafts/*", "/clients/*", "/vat-checks"]) calls.use(path, requireRight("issue"));
  calls.post("/invoices/*", requireRight("issue"));
  calls.use("/settings/*", requireRight("settings"));
  calls.use("/settings/api-keys/*", requireRight("keys"));
  calls.route("/drafts", draftCalls(drafts, clock));
  calls.route("/clients", clientCalls(clientsIn(tables), clock));
  calls.route("/audit", auditCalls(auditsIn(tables), clock));
  calls.route("/returns", returnCalls());
  calls.route("/start", startCalls({ tables, drafts, clients: clientsIn(tables), clock }));
  calls.route("/", csvCalls(clock));
  calls.route("/settings", settingsCalls({ ...host, logos, clock }));
  calls.route("/vat-checks", vatCheckCalls({ ...host, clock }));

  /** Draws the company's documents with the logo of the day of issue. */
  const rendererOf = (companyId: string): RenderPdf | undefined => {
    const { render } = host;
    return (
      render &&
      (async (document) => render(document, { logo: (await logos.find(companyId, document.issueDate))?.bytes }))
    );
  };

  calls.get("/companies", async ({ var: { session }, json }) => {
    const entry = async (id: string): Promise<CompanyEntry> => {
      return { id, name: (await invoicing.company(id).profile()).name };
    };
    return json(await Promise.all(session.companies.map(entry)));
  });

  calls.get("/profile", async ({ var: { company, session }, json }) => {
    const profile = await company.profile();
    const { issue, settings, keys } = session.can;
    const can = { issue, settings, keys };
    return json({
      profile,
      timeZone: timeZoneOf(profile),
      can,
      hasPdf: host.render !== undefined,
    } satisfies PanelCompany);
  });

  calls.get("/rates", ({ json }) => json(rates));

  calls.get("/years/:year{[0-9]{4}}", async ({ var: { company }, req, json }) => {
    return json(await yearFigures(company, Number(req.param("year"))));
  });

  calls.get("/invoices", async ({ var: { company }, req, json }) =>
    json(await invoiceList(company, req.query(), clock)),
  );

  calls.post("/preview", bodyOf(previewCall), async ({ var: { company }, req, json }) => {
    return json(await previewOf(company, req.valid("json").order, preview));
  });

  calls.post("/invoices", bodyOf(issueCall), async ({ var: { company, companyId }, req, json }) => {
    const call = req.valid("json");
    const { order, draftId } = call;
    // A repeated call gets the invoice of the first one, whatever has changed since.
    const isRepeated = (await invoiceOfDraft(company, draftId)) !== undefined;
    const objection = isRepeated ? undefined : await objectionTo(company, call, preview);
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

  calls.get("/invoices/:id", async ({ var: { company }, req, json }) => {
    return json(await viewOf(company, await company.get(req.param("id")), clock));
  });

  calls.get("/invoices/:id/files/:file", async (context) => {
    const { company, companyId } = context.var;
    return fileOf(context, await company.get(context.req.param("id")), rendererOf(companyId));
  });

  calls.post("/invoices/:id/payments", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    const invoice = await company.recordPayment(req.param("id"), req.valid("json"), keyOf(req));
    return json(await viewOf(company, invoice, clock));
  });

  calls.post("/invoices/:id/credit-notes", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(await company.credit(req.param("id"), req.valid("json"), keyOf(req)), 201);
  });

  calls.get("/credit-notes", async ({ var: { company }, req, json }) => {
    return json(await creditNoteList(company, req.query()));
  });

  calls.get("/credit-notes/:id", async ({ var: { company }, req, json }) => {
    return json(await company.getCreditNote(req.param("id")));
  });

  calls.get("/credit-notes/:id/files/:file", async (context) => {
    const { company, companyId } = context.var;
    return fileOf(context, await company.getCreditNote(context.req.param("id")), rendererOf(companyId));
  });

  calls.post("/invoices/:id/cancel", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(await company.cancel(req.param("id"), req.valid("json")));
  });

  return calls;
}

/** Why an order is not issued as the user saw it. It is compared before issuing, because issuing cannot be undone. */
async function objectionTo(
  company: Company,
  { order, shown, accepted }: z.output<typeof issueCall>,
  options: PreviewOptions,
): Promise<Failure | undefined> {
  const figures = figuresOf(await company.profile(), order, options.rates ?? {});
  if (!agree(shownFigures(figures), shown)) return FIGURES_CHANGED;
  const { warnings } = await previewOf(company, order, options);
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

/** A document as a file that the browser saves under the document's number. */
async function fileOf(context: Context, document: IssuedDocument, render: RenderPdf | undefined): Promise<Response> {
  const file = context.req.param("file") ?? "";
  const isPdf = file === "pdf" && render !== undefined;
  if (!isPdf && !Object.hasOwn(DOCUMENT_FILES, file)) return context.notFound();
  const content = isPdf ? await render(document) : DOCUMENT_FILES[file as DocumentFileName].write(document);
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  const name = `${number.replaceAll("/", "-")}.${isPdf ? "pdf" : "xml"}`;
  return context.body(content as Uint8Array<ArrayBuffer> | string, 200, {
    "Content-Type": isPdf ? "application/pdf" : "application/xml",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
}

/** Pages send a key with each call that must not take effect twice, so that they can repeat it after a lost response. */
function keyOf(request: HonoRequest) {
  return { idempotencyKey: request.header("Idempotency-Key") };
}

async function viewOf(company: Company, invoice: InvoiceWithPayments, clock: Clock): Promise<InvoiceView> {
  const timeZone = timeZoneOf(await company.profile());
  return {
    invoice,
    canCancel: canCancel(invoice.status),
    today: dayIn(timeZone, clock.now()),
    history: await historyOf(company, invoice, timeZone),
  };
}
