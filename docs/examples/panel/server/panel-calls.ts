import { canCancel, type InvoiceWithPayments, type Invoicing, type VatRates } from "faktura";
import type { RenderPdf } from "faktura/http";
import { type Context, Hono, type HonoRequest } from "hono";
import { validator } from "hono/validator";
import { z } from "zod";
import { DOCUMENT_FILES, type DocumentFileName, type IssuedDocument } from "../document-files.ts";
import { agree, figuresOf, type PanelOrder, shownFigures } from "../figures.ts";
import type { CompanyEntry, InvoiceView } from "../wire.ts";
import type { PanelEnv } from "./panel-user.ts";
import { yearFigures } from "./year-figures.ts";

/** An order and the figures that the page showed for it. The library checks the fields that the figures do not need. */
const issueCall = z.object({
  order: z
    .looseObject({
      clientCountry: z.string(),
      supplyDate: z.string(),
      items: z.array(z.looseObject({ quantity: z.number(), unitPrice: z.number() })),
    })
    .transform((order) => order as object as PanelOrder),
  shown: z.object({ vatTreatment: z.string(), subtotal: z.number(), taxTotal: z.number(), total: z.number() }),
});

/** The calls of the panel's pages, under the path of one company. */
export function panelCalls(invoicing: Invoicing, renderPdf: RenderPdf, rates: VatRates = {}): Hono<PanelEnv> {
  const calls = new Hono<PanelEnv>();

  calls.get("/companies", async ({ var: { user }, json }) => {
    const entry = async (id: string): Promise<CompanyEntry> => {
      return { id, name: (await invoicing.company(id).profile()).name };
    };
    return json(await Promise.all(user.companyIds.map(entry)));
  });

  calls.get("/profile", async ({ var: { company }, json }) => json(await company.profile()));

  calls.get("/rates", ({ json }) => json(rates));

  calls.get("/years/:year{[0-9]{4}}", async ({ var: { company }, req, json }) => {
    return json(await yearFigures(company, Number(req.param("year"))));
  });

  calls.get("/invoices", async ({ var: { company }, req, json }) => {
    const { page = "1", limit = "20", ...filter } = req.query();
    return json(await company.list({ ...filter, page: Number(page), limit: Number(limit) }));
  });

  // The figures are compared before anything is issued, because an issued invoice cannot be changed.
  calls.post("/invoices", bodyOf(issueCall), async ({ var: { company }, req, json }) => {
    const { order, shown } = req.valid("json");
    const figures = shownFigures(figuresOf(await company.profile(), order, rates));
    if (!agree(figures, shown)) return json(FIGURES_CHANGED, 409);
    return json(await company.issue(order, keyOf(req)), 201);
  });

  calls.get("/invoices/:id", async ({ var: { company }, req, json }) => {
    return json(viewOf(await company.get(req.param("id"))));
  });

  calls.get("/invoices/:id/files/:file", async (context) => {
    return fileOf(context, await context.var.company.get(context.req.param("id")), renderPdf);
  });

  calls.post("/invoices/:id/payments", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(viewOf(await company.recordPayment(req.param("id"), req.valid("json"), keyOf(req))));
  });

  calls.post("/invoices/:id/credit-notes", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(await company.credit(req.param("id"), req.valid("json"), keyOf(req)), 201);
  });

  calls.get("/credit-notes", async ({ var: { company }, req, json }) => {
    const { page = "1", limit = "20", ...filter } = req.query();
    return json(await company.creditNotes({ ...filter, page: Number(page), limit: Number(limit) }));
  });

  calls.get("/credit-notes/:id", async ({ var: { company }, req, json }) => {
    return json(await company.getCreditNote(req.param("id")));
  });

  calls.get("/credit-notes/:id/files/:file", async (context) => {
    return fileOf(context, await context.var.company.getCreditNote(context.req.param("id")), renderPdf);
  });

  calls.post("/invoices/:id/cancel", bodyOf(z.any()), async ({ var: { company }, req, json }) => {
    return json(await company.cancel(req.param("id"), req.valid("json")));
  });

  return calls;
}

const FIGURES_CHANGED = {
  code: "figures_changed",
  message:
    "The invoice was not issued, because its VAT or amounts would differ from those shown here. Reload the page.",
  errors: [],
};

/** A document as a file that the browser saves under the document's number. */
async function fileOf(context: Context, document: IssuedDocument, renderPdf: RenderPdf): Promise<Response> {
  const file = context.req.param("file") ?? "";
  const isPdf = file === "pdf";
  if (!isPdf && !Object.hasOwn(DOCUMENT_FILES, file)) return context.notFound();
  const content = isPdf ? await renderPdf(document, {}) : DOCUMENT_FILES[file as DocumentFileName].write(document);
  const number = "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
  const name = `${number.replaceAll("/", "-")}.${isPdf ? "pdf" : "xml"}`;
  return context.body(content as Uint8Array<ArrayBuffer> | string, 200, {
    "Content-Type": isPdf ? "application/pdf" : "application/xml",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
}

/** The body of a call. It must be JSON, so that the body of another site's form is never accepted. */
function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value, context) => {
    const isJson = /^application\/json\s*(?:;|$)/i.test(context.req.header("Content-Type") ?? "");
    const body = schema.safeParse(value);
    if (isJson && body.success) return body.data;
    return context.json(
      { code: "request_invalid", message: "The call does not come from this panel.", errors: [] },
      400,
    );
  });
}

/** Pages send a key with each call that must not take effect twice, so that they can repeat it after a lost response. */
function keyOf(request: HonoRequest) {
  return { idempotencyKey: request.header("Idempotency-Key") };
}

function viewOf(invoice: InvoiceWithPayments): InvoiceView {
  return { invoice, canCancel: canCancel(invoice.status) };
}
