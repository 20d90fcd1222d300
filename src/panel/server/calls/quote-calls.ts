import { randomUUID } from "node:crypto";
import type { IssuedDocument } from "faktura";
import { z } from "zod";
import type { EmailDraft, QuoteView } from "../../wire.ts";
import { type DocumentFile, fileResponse } from "../document-file.ts";
import { todayOf } from "../lists/invoice-list.ts";
import type { PanelBooks } from "../panel-books.ts";
import { type KeptQuote, stateOf } from "../records/quotes.ts";
import { occurrenceId } from "../records/recurring.ts";
import { type Call, type CallRow, failed, listQueryOf, revisions, row } from "./call.ts";
import { invoiceOfDraft } from "./draft-calls.ts";
import { order } from "./order-body.ts";
import { addSending, attachedParagraphs, emailCall, emailWith, otherCall, sendEmail } from "./sending-calls.ts";

const quoteCall = z.object({
  ...revisions(),
  order,
  fields: z.record(z.string(), z.string()),
  validUntil: z.iso.date(),
});

/** The calls that keep quotes, send them, and make drafts of them. */
export const QUOTE_CALLS: readonly CallRow[] = [
  row("GET /quotes", { right: "issue" }, async ({ company, companyId, query }, { quotes, clock }) =>
    quotes.list(companyId, listQueryOf(query), await todayOf(company, clock)),
  ),
  row("GET /quotes/{uuid}", { right: "issue" }, (call, books) =>
    onQuote(call, books, (quote) => viewOf(call, quote, books)),
  ),
  row("PUT /quotes/{uuid}", { right: "issue", body: quoteCall }, keep),
  row("DELETE /quotes/{uuid}", { right: "issue" }, async ({ companyId, id }, { quotes }) => {
    await quotes.remove(companyId, id);
    return {};
  }),
  row("POST /quotes/{uuid}/draft", { right: "issue" }, (call, books) =>
    onQuote(call, books, (quote) => accept(call, quote, books)),
  ),
  row("GET /quotes/{uuid}/pdf", { right: "issue", option: "render" }, (call, books) =>
    onQuote(call, books, async (quote) => fileResponse(await fileOf(call, quote, books))),
  ),
  row("GET /quotes/{uuid}/email", { right: "issue", option: "send" }, (call, books) =>
    onQuote(call, books, (quote) => emailOf(call, quote, books)),
  ),
  row("POST /quotes/{uuid}/emails", { right: "issue", option: "send", body: emailCall }, (call, books) =>
    onQuote(call, books, async (quote) => {
      const attachments = books.render === undefined ? [] : [await fileOf(call, quote, books)];
      // Only its id is read: the file is attached already.
      const document = { id: quote.id } as IssuedDocument;
      return sendEmail({ ...call, body: { ...call.body, files: [] } }, document, books, { attachments });
    }),
  ),
  row("POST /quotes/{uuid}/sendings", { right: "issue", body: otherCall }, (call, books) =>
    onQuote(call, books, async ({ id }) => {
      await addSending(call, id, { ...call.body, channel: "other", files: [] }, books);
      return books.sendings.find(call.companyId, id);
    }),
  ),
];

async function onQuote(
  { companyId, id }: Call,
  { quotes }: PanelBooks,
  answer: (quote: KeptQuote) => Promise<unknown>,
): Promise<unknown> {
  const quote = await quotes.find(companyId, id);
  return quote === undefined ? failed(404, "quote_not_found", "This quote does not exist.") : answer(quote);
}

const CHANGED = "The quote was changed or accepted meanwhile, and was not saved. Reload the page.";

/** Keeps a quote with what its invoice would be now. A quote that is changed keeps its number. */
async function keep(call: Call<z.output<typeof quoteCall>>, { quotes, clock }: PanelBooks): Promise<unknown> {
  const { company, companyId, id, body } = call;
  const { order, fields, validUntil, revision, replaces } = body;
  const today = await todayOf(company, clock);
  if (validUntil < today) {
    const errors = [{ pointer: "/validUntil", detail: "must not be in the past" }];
    return failed(422, "quote_invalid", "The quote was not saved: its last day is over.", errors);
  }
  const preview = await company.preview(order);
  const found = await quotes.find(companyId, id);
  if (found?.isAccepted) return failed(409, "quote_changed", CHANGED);
  const number = found?.document.quote.number ?? (await quotes.takeNumber(companyId, today.slice(0, 4)));
  const document = { ...preview, quote: { number, on: today, validUntil } };
  const isSaved = await quotes.save(companyId, { id, revision, fields, document, isAccepted: false }, replaces);
  return isSaved ? {} : failed(409, "quote_changed", CHANGED);
}

/** Makes the draft of a quote: always the same one, so that the quote becomes one invoice at most. */
async function accept({ company, companyId }: Call, quote: KeptQuote, { quotes, drafts, clock }: PanelBooks) {
  const draftId = draftIdOf(quote);
  const { fields, document, isAccepted } = quote;
  if (!isAccepted && (await invoiceOfDraft(company, draftId)) === undefined) {
    const total = { amount: document.total, currency: document.currency };
    const draft = { id: draftId, revision: randomUUID(), savedAt: clock.now().toISOString(), fields, total };
    const isSaved = await drafts.save(companyId, draft, [""]);
    if (isSaved === "full")
      return failed(422, "drafts_full", `The company has ${drafts.most} drafts, and may have no more.`);
    await quotes.save(companyId, { ...quote, revision: randomUUID(), isAccepted: true }, [quote.revision]);
  }
  return { draftId };
}

/** A quote has one draft. */
function draftIdOf({ id }: KeptQuote): string {
  return occurrenceId({ id, count: 0 });
}

async function viewOf({ company, companyId }: Call, quote: KeptQuote, books: PanelBooks): Promise<QuoteView> {
  const { id, revision, fields, document, isAccepted } = quote;
  const { number, validUntil } = document.quote;
  const [printed, sendings, today] = await Promise.all([
    books.print(companyId, document),
    books.sendings.find(companyId, id),
    todayOf(company, books.clock),
  ]);
  const state = stateOf(isAccepted, validUntil, today);
  return { id, revision, number, validUntil, fields, state, printed, sendings };
}

async function fileOf({ companyId }: Call, { document }: KeptQuote, books: PanelBooks): Promise<DocumentFile> {
  const logo = (await books.logos.find(companyId, books.clock.now().toISOString()))?.bytes;
  const content = new Uint8Array(await books.render!(document, { logo }));
  return { filename: `${document.quote.number}.pdf`, contentType: "application/pdf", content };
}

async function emailOf({ companyId }: Call, { document }: KeptQuote, books: PanelBooks): Promise<EmailDraft> {
  const printed = await books.print(companyId, document);
  const files = books.render === undefined ? [] : [{ name: "pdf", label: printed.number, isChosen: true }];
  const paragraphs = attachedParagraphs(document, printed, printed.sums.at(-1)!.value);
  return { ...emailWith(document, printed, paragraphs), files };
}
