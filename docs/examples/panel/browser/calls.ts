import type { CompanyProfile, FieldError, Invoice } from "faktura";
import type { VatRates } from "faktura/vat";
import type { PanelOrder, ShownFigures } from "../figures.ts";
import type { CompanyEntry, CurrencyYear, Failure, InvoiceList, InvoiceView } from "../wire.ts";

/** A call that the server answered with a no, or that did not reach it. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** The faulty fields, where they are known. */
  readonly errors: readonly FieldError[];
  /** Whether no answer came, or none that decides anything, so that nobody here knows whether the server did what it was asked. */
  readonly isUnanswered: boolean;

  constructor(message: string, errors: readonly FieldError[] = [], isUnanswered = false) {
    super(message);
    this.errors = errors;
    this.isUnanswered = isUnanswered;
  }
}

/** What went wrong, for people; what the panel itself does wrong is thrown on. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailed)) throw error;
  return problemText(error.message, error.errors);
}

/** A refusal's message, and of its details what the message does not say itself. */
export function problemText(message: string, errors: readonly FieldError[]): string {
  const more = errors.filter(({ detail }) => !message.includes(detail));
  return [message, ...more.map((fault) => `${placeOf(fault)} ${fault.detail}.`)].join(" ");
}

/** Where a fault is, as people say it: "Line 2, unit price". */
function placeOf(fault: FieldError): string {
  if ("parameter" in fault) return fault.parameter;
  const words = fault.pointer
    .slice(1)
    .replace(/^items\/(\d+)/, (_, index) => `line ${Number(index) + 1}`)
    .replaceAll("/", ", ")
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The calls of one company's pages. All of them reject with {@link CallFailed} alone. */
export class PanelCalls {
  readonly #base: string;

  constructor(companyId: string) {
    this.#base = `/panel/${encodeURIComponent(companyId)}/calls`;
  }

  companies = () => this.#get<CompanyEntry[]>("/companies");
  profile = () => this.#get<CompanyProfile>("/profile");
  rates = () => this.#get<VatRates>("/rates");
  list = (query: URLSearchParams) => this.#get<InvoiceList>(`/invoices?${query}`);
  year = (year: number) => this.#get<CurrencyYear[]>(`/years/${year}`);
  invoice = (id: string) => this.#get<InvoiceView>(`/invoices/${encodeURIComponent(id)}`);

  /** `key` makes a repeat give the first invoice again rather than a second one. */
  issue = (order: PanelOrder, shown: ShownFigures, key: string) =>
    this.#post<Invoice>("/invoices", { order, shown }, key);
  recordPayment = (id: string, payment: object, key: string) =>
    this.#post<InvoiceView>(`/invoices/${encodeURIComponent(id)}/payments`, payment, key);
  cancel = (id: string, reason: string | undefined) =>
    this.#post<Invoice>(`/invoices/${encodeURIComponent(id)}/cancel`, { reason });

  #get<Answer>(path: string): Promise<Answer> {
    return answered(fetch(this.#base + path));
  }

  #post<Answer>(path: string, body: object, key?: string): Promise<Answer> {
    const headers = { "Content-Type": "application/json", ...(key && { "Idempotency-Key": key }) };
    return answered(fetch(this.#base + path, { method: "POST", headers, body: JSON.stringify(body) }));
  }
}

async function answered<Answer>(sent: Promise<Response>): Promise<Answer> {
  const received = sent.then(async (response) => ({ response, text: await response.text() }));
  const { response, text } = await received.catch(() => {
    throw new CallFailed("The server cannot be reached. Nothing is lost: try again.", [], true);
  });
  const type = response.headers.get("Content-Type") ?? "";
  const isDecided = response.status < 500;
  if (type.startsWith("application/json")) {
    if (response.ok) return JSON.parse(text) as Answer;
    const { message, errors } = JSON.parse(text) as Failure;
    throw new CallFailed(message, errors, !isDecided);
  }
  if (type.startsWith("text/plain") && isDecided) throw new CallFailed(text);
  // A page of a proxy, or of a session that has ended.
  throw new CallFailed(
    `The server cannot answer just now (${response.status}). Try again, or load the page anew.`,
    [],
    true,
  );
}
