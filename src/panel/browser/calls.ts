import type {
  AccountMap,
  ApiKey,
  CompanyProfile,
  CreatedApiKey,
  CreditNote,
  CreditOrder,
  FieldError,
  Invoice,
  PortalNumber,
} from "faktura";
import type { VatRates } from "faktura/vat";
import type { PanelOrder, ShownFigures } from "../shown-figures.ts";
import type * as wire from "../wire.ts";
import { BASE_PATH } from "./base-path.ts";
import { takeFirstAnswer } from "./page-data.ts";
import { texts } from "./texts/language.ts";
import { problemText } from "./texts/refusal-texts.ts";

/** An e-mail's id, a UUID, and the files that are attached to it. */
interface SentFiles {
  readonly id: string;
  readonly files: readonly wire.AttachedFile[];
}

/** What the page showed of a reminder. */
interface ShownReminder {
  readonly shown: Pick<wire.ReminderDraft["reminder"], "on" | "level" | "total"> & Pick<wire.ReminderDraft, "previous">;
}

/** What is read from files. */
export type ImportedKind = "client" | "article";

/** The code of calls that were refused because the session has ended. */
export const SIGNED_OUT = "signed_out";

/** Browsers refuse to send more than 64 KiB while a page is left, in all calls together. */
const MOST_KEPT_ALIVE = 60_000;

/** A call that the server refused, or that got no usable response. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** The code of the refusal, or of the panel's own failure; `undefined` if nothing answered. */
  readonly code: string | undefined;
  /** The invalid fields, if they are known. */
  readonly errors: readonly FieldError[];
  /** Whether there was no response, or none that says if the server carried out the call. */
  readonly isUnanswered: boolean;
  /** Whether the same call may succeed later: it is unanswered, or the server could not carry it out now. */
  readonly isTemporary: boolean;

  /** The invoice that the draft became, if the call failed because of that. */
  readonly invoice: wire.IssuedDraft | undefined;

  constructor(
    message: string,
    { code, errors = [], invoice }: Partial<wire.Failure> = {},
    {
      isUnanswered = false,
      isTemporary = isUnanswered,
    }: Partial<Pick<CallFailed, "isUnanswered" | "isTemporary">> = {},
  ) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.invoice = invoice;
    this.isUnanswered = isUnanswered;
    this.isTemporary = isTemporary;
  }
}

/** The text of a failed call, for people. Other errors are bugs of the panel and are thrown again. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailed)) throw error;
  return error.message;
}

/** The calls of one company's pages. They reject only with {@link CallFailed}. */
export class PanelCalls {
  readonly #base: string;

  constructor(companyId: string) {
    this.#base = `${BASE_PATH}/${encodeURIComponent(companyId)}/calls`;
  }

  companies = () => this.#get<wire.CompanyEntry[]>("/companies");
  company = () => this.#get<wire.PanelCompany>("/profile");
  rates = () => this.#get<VatRates>("/rates");
  list = (query: URLSearchParams) => this.#get<wire.InvoiceList>(`/invoices?${query}`);
  start = () => this.#get<wire.PanelStart>("/start");
  /** The VAT of a period, by its first and last day. `again` computes it in any case. */
  markDecided = (id: string) => this.#post<object>(`/start/decided/${encodeURIComponent(id)}`, {});
  startVat = (query: URLSearchParams) => this.#get<wire.StartVat>(`/start/vat?${query}`);
  year = (year: number) => this.#get<wire.PanelYear>(`/years/${year}`);
  returns = (query: URLSearchParams) => this.#get<wire.PanelReturns>(`/returns?${query}`);
  /** Where the archive for the accountant is. */
  get archive() {
    return `${this.#base}/accountant.zip`;
  }
  archiveCheck = (query: URLSearchParams) => this.#get<wire.ArchiveCheck>(`/accountant?${query}`);
  saveAccounts = (accounts: AccountMap) => this.#put<AccountMap>("/settings/accounts", { accounts });
  audit = () => this.#get<wire.AuditStatus>("/audit");
  /** Begins an audit, unless one is running. `note` is that of an earlier one. */
  runAudit = (note: string | undefined) => this.#post<wire.AuditStatus>("/audit", { note });
  creditNotes = (query: URLSearchParams) => this.#get<wire.CreditNoteList>(`/credit-notes?${query}`);
  creditNote = (id: string) => this.#get<wire.CreditNoteView>(`/credit-notes/${encodeURIComponent(id)}`);
  invoice = (id: string) => this.#get<wire.InvoiceView>(`/invoices/${encodeURIComponent(id)}`);
  /** The own payment terms of an invoice's client, as fields of a new one. */
  clientTerms = (id: string) => this.#get<wire.ClientTerms>(`/invoices/${encodeURIComponent(id)}/terms`);

  drafts = (query: URLSearchParams) => this.#get<wire.DraftList>(`/drafts?${query}`);
  draft = (id: string) => this.#get<wire.Draft>(`/drafts/${id}`);
  discardDraft = (id: string) => this.#delete(`/drafts/${id}`);

  /** Replaces one of the revisions in `replaces`. With `isLeaving`, the page may be left meanwhile. */
  saveDraft(
    { id, revision, fields, total }: Omit<wire.Draft, "savedAt">,
    replaces: readonly string[],
    isLeaving: boolean,
  ) {
    const body = JSON.stringify({ revision, replaces, fields, total });
    const headers = { "Content-Type": "application/json" };
    const keepalive = isLeaving && new TextEncoder().encode(body).length <= MOST_KEPT_ALIVE;
    return answered<object>(fetch(`${this.#base}/drafts/${id}`, { method: "PUT", headers, body, keepalive }));
  }

  /** The invoice that the order would become now, after a look at the register of VAT numbers. Nothing is issued. */
  preview = (order: PanelOrder) => this.#post<wire.PreviewedInvoice>("/preview", { order });
  /** What the invoice of an order would lack for each format, while it is typed; `null` if it would be refused. */
  previewDraft = (order: PanelOrder) => this.#post<wire.DraftPreview | null>("/preview/draft", { order });

  /** A repeated call with the same draft returns the first invoice instead of issuing a second one. */
  issue = (order: PanelOrder, shown: ShownFigures, accepted: readonly string[], draftId: string) =>
    this.#post<Invoice>("/invoices", { order, shown, accepted, draftId });
  recordPayment = (id: string, payment: object, key: string) =>
    this.#post<wire.InvoiceView>(`/invoices/${encodeURIComponent(id)}/payments`, payment, key);
  credit = (id: string, order: CreditOrder, key: string) =>
    this.#post<CreditNote>(`/invoices/${encodeURIComponent(id)}/credit-notes`, order, key);
  /** Takes back a payment that was recorded by mistake. A repeated call changes nothing more. */
  reversePayment = (id: string, paymentId: string, reason: string) =>
    this.#post<wire.InvoiceView>(`/invoices/${encodeURIComponent(id)}/payments/${paymentId}/reversal`, { reason });
  /** The credit note that the order would become now. Nothing is issued. */
  creditPreview = (id: string, order: CreditOrder) =>
    this.#post<wire.PreviewedCredit>(`/invoices/${encodeURIComponent(id)}/credit-preview`, order);
  cancel = (id: string, reason: string | undefined) =>
    this.#post<Invoice>(`/invoices/${encodeURIComponent(id)}/cancel`, { reason });
  writeOff = (id: string, writeOff: { reason: string | undefined; on: string | undefined }) =>
    this.#post<Invoice>(`/invoices/${encodeURIComponent(id)}/write-off`, writeOff);

  /** What has all of these words, in every list. */
  search = (text: string) => this.#get<wire.SearchResults>(`/search?${new URLSearchParams({ q: text })}`);
  /** The PDF and the files of several invoices, in one ZIP archive. */
  archiveOf = (ids: readonly string[]) =>
    `${this.#base}/invoices.zip?${new URLSearchParams(ids.map((id) => ["id", id]))}`;
  openSums = () => this.#get<wire.OpenSums>("/open-sums");
  /** Where the logos of documents are. */
  get logos() {
    return `${this.#base}/logos`;
  }
  /** Where the calls about an invoice, a credit note or a quote are. */
  pathOf(document: Invoice | CreditNote) {
    const kind = "quote" in document ? "quotes" : "creditNoteNumber" in document ? "credit-notes" : "invoices";
    return `${this.#base}/${kind}/${document.id}`;
  }
  /** The e-mail that is suggested for a document. */
  emailDraft = (document: Invoice | CreditNote) => answered<wire.EmailDraft>(fetch(`${this.pathOf(document)}/email`));
  /** Sends an e-mail. A repeated call with the same id sends nothing more. Answers all sendings of the document. */
  sendEmail = (document: Invoice | CreditNote, email: Omit<wire.EmailDraft, "files"> & SentFiles) =>
    this.#postTo<wire.Sending[]>(`${this.pathOf(document)}/emails`, email);
  /** Keeps that a document was sent by other means. */
  markAsSent = (document: Invoice | CreditNote, sending: Pick<wire.Sending, "id" | "to">) =>
    this.#postTo<wire.Sending[]>(`${this.pathOf(document)}/sendings`, sending);
  /** The reminder of an overdue invoice today, which was not sent yet. */
  reminder = (id: string) => this.#get<wire.ReminderDraft>(`/invoices/${encodeURIComponent(id)}/reminder`);
  /** Sends a reminder as it was shown. A repeated call with the same id sends nothing more. */
  sendReminder = (id: string, email: Omit<wire.EmailDraft, "files"> & SentFiles & ShownReminder) =>
    this.#post<wire.Sending[]>(`/invoices/${encodeURIComponent(id)}/reminders/email`, email);
  /** Keeps that a reminder was sent by other means. */
  markAsReminded = (invoice: Invoice, sending: Pick<wire.Sending, "id" | "to"> & ShownReminder) =>
    this.#postTo<wire.Sending[]>(`${this.pathOf(invoice)}/reminders`, sending);
  /** Keeps the number that a portal gave a document. Answers all of its numbers. */
  recordPortalNumber = (document: Invoice | CreditNote, number: PortalNumber) =>
    this.#postTo<PortalNumber[]>(`${this.pathOf(document)}/portal-numbers`, number);

  savePaymentTerms = (terms: wire.PaymentTerms) => this.#put<object>("/settings/payment-terms", terms);
  saveLatePayment = (settings: wire.LatePaymentSettings) => this.#put<object>("/settings/late-payment", settings);
  settings = () => this.#get<wire.PanelSettings>("/settings");
  /** Replaces the profile with this revision. */
  saveProfile = (profile: CompanyProfile, replaces: string) =>
    this.#put<wire.SavedProfile>("/settings", { profile, replaces });
  get logoAddress() {
    return `${this.#base}/settings/logo`;
  }
  saveLogo = (image: File) => {
    const headers = { "Content-Type": image.type };
    return answered<{ readonly savedAt: string }>(fetch(this.logoAddress, { method: "PUT", headers, body: image }));
  };
  removeLogo = () => this.#delete("/settings/logo");
  createApiKey = (key: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: string }) =>
    this.#post<CreatedApiKey>("/settings/api-keys", key);
  revokeApiKey = (id: string) => this.#delete<ApiKey>(`/settings/api-keys/${id}`);

  recurring = (query: URLSearchParams) => this.#get<wire.RecurringList>(`/recurring?${query}`);
  recurringInvoice = (id: string) => this.#get<wire.EditedRecurring>(`/recurring/${encodeURIComponent(id)}`);
  keepRecurring = (id: string, content: wire.RecurringContent, revision: string, replaces: string) =>
    this.#put<object>(`/recurring/${id}`, { ...content, revision, replaces: [replaces] });
  setRecurringState = (id: string, state: wire.RecurringEntry["state"]) =>
    this.#post<object>(`/recurring/${id}/state`, { state, revision: crypto.randomUUID() });
  deleteRecurring = (id: string) => this.#delete(`/recurring/${id}`);

  quotes = (query: URLSearchParams) => this.#get<wire.QuoteList>(`/quotes?${query}`);
  quote = (id: string) => this.#get<wire.QuoteView>(`/quotes/${encodeURIComponent(id)}`);
  quotePdf = (id: string) => `${this.#base}/quotes/${id}/pdf`;
  keepQuote = (
    id: string,
    quote: Pick<wire.RecurringContent, "order" | "fields"> & { validUntil: string },
    replaces: string,
  ) => this.#put<object>(`/quotes/${id}`, { ...quote, revision: crypto.randomUUID(), replaces: [replaces] });
  /** Makes the draft of a quote, or returns the one that it has. */
  draftOfQuote = (id: string) => this.#post<{ readonly draftId: string }>(`/quotes/${id}/draft`, {});
  deleteQuote = (id: string) => this.#delete(`/quotes/${id}`);

  clients = (query: URLSearchParams) => this.#get<wire.ClientList>(`/clients?${query}`);
  /** Those of the last invoices, then others. */
  recentClients = () => this.#get<wire.ClientEntry[]>("/clients/recent");
  client = (id: string) => this.#get<wire.SavedClient>(`/clients/${encodeURIComponent(id)}`);
  /** Replaces one of the revisions in `replaces`. */
  saveClient = ({ id, ...client }: Omit<wire.SavedClient, "savedAt">, replaces: readonly string[]) =>
    this.#put<wire.SavedClient>(`/clients/${id}`, { ...client, replaces });
  deleteClient = (id: string) => this.#delete(`/clients/${id}`);
  articles = (query: URLSearchParams) => this.#get<wire.ArticleList>(`/articles?${query}`);
  article = (id: string) => this.#get<wire.SavedArticle>(`/articles/${encodeURIComponent(id)}`);
  /** Replaces one of the revisions in `replaces`. */
  saveArticle = ({ id, ...article }: Omit<wire.SavedArticle, "savedAt">, replaces: readonly string[]) =>
    this.#put<wire.SavedArticle>(`/articles/${id}`, { ...article, replaces });
  deleteArticle = (id: string) => this.#delete(`/articles/${id}`);
  /** What a file would become, or what it became. */
  importFile = (kind: ImportedKind, file: { text: string; known: "skip" | "update"; isPreview: boolean }) =>
    this.#post<wire.ImportPreview>(`/${kind}s/import`, file);
  /** Where all clients or articles are as a file. */
  csvAddress = (kind: ImportedKind) => `${this.#base}/${kind}s.csv`;
  checkVatNumber = (vatNumber: string, country: string) =>
    this.#post<wire.VatCheck>("/vat-checks", { vatNumber, country });

  async #get<Answer>(path: string): Promise<Answer> {
    return takeFirstAnswer<Answer>(path) ?? answered(fetch(this.#base + path));
  }

  #put<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { "Content-Type": "application/json" };
    return answered(fetch(this.#base + path, { method: "PUT", headers, body: JSON.stringify(body) }));
  }

  #delete<Answer = object>(path: string): Promise<Answer> {
    return answered(fetch(this.#base + path, { method: "DELETE" }));
  }

  #post<Answer>(path: string, body: object, key?: string): Promise<Answer> {
    return this.#postTo(this.#base + path, body, key);
  }

  #postTo<Answer>(address: string, body: object, key?: string): Promise<Answer> {
    const headers = { "Content-Type": "application/json", ...(key && { "Idempotency-Key": key }) };
    return answered(fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
  }
}

async function answered<Answer>(sent: Promise<Response>): Promise<Answer> {
  const received = sent.then(async (response) => ({ response, text: await response.text() }));
  const { response, text } = await received.catch(() => {
    throw new CallFailed(texts.calls.unreachable, {}, { isUnanswered: true });
  });
  const type = response.headers.get("Content-Type") ?? "";
  const isDecided = response.status < 500;
  if (type.startsWith("application/json")) {
    if (response.ok) return JSON.parse(text) as Answer;
    const failure = JSON.parse(text) as wire.Failure;
    // Of the other answers from 500, each says that nothing was written.
    const isUnanswered = response.status === 500 || failure.code === "outcome_unknown";
    throw new CallFailed(problemText(failure), failure, { isUnanswered, isTemporary: !isDecided });
  }
  if (type.startsWith("text/plain") && isDecided) throw new CallFailed(...statusFailure(response.status));
  // The page of a proxy, or of an expired session.
  throw new CallFailed(texts.calls.unavailable(response.status), {}, { isUnanswered: true });
}

/** Why the panel itself refused a call, before it came to a company. */
function statusFailure(status: number): [message: string, failure?: Partial<wire.Failure>] {
  if (status === 401) return [texts.calls.signedOut, { code: SIGNED_OUT }];
  return [status === 404 ? texts.server.noPage : texts.failures.refused];
}
