import type { AccountMap, Clock, DocumentFormat, Invoicing, PanelTables } from "faktura";
import type { LatePaymentSettings, PaymentTerms } from "../wire.ts";
import { AuditRuns } from "./audit-runs.ts";
import { BookFigures } from "./book-figures.ts";
import { keyedMutex } from "./keyed-mutex.ts";
import { CreditNoteTexts } from "./lists/credit-note-texts.ts";
import { LEAST_BODY, type PanelOptions } from "./panel-options.ts";
import { type PrintPage, pagePrinter } from "./printed-page.ts";
import { type Articles, articlesIn } from "./records/articles.ts";
import { type Clients, clientsIn } from "./records/clients.ts";
import { type Decisions, decisionsIn } from "./records/decisions.ts";
import { type Drafts, draftsIn } from "./records/drafts.ts";
import { type Logos, logosIn } from "./records/logos.ts";
import { type Quotes, quotesIn } from "./records/quotes.ts";
import { type RecurringInvoices, recurringIn } from "./records/recurring.ts";
import { type Sendings, sendingsIn } from "./records/sendings.ts";
import { accountsIn, auditsIn, latePaymentIn, paymentTermsIn, type SingleRecord } from "./records/single-records.ts";

/** What the calls work with: the books, what the panel keeps beside them, and what the host gives. */
export interface PanelBooks extends Pick<PanelOptions, "apiKeys" | "render" | "send"> {
  readonly invoicing: Invoicing;
  readonly clock: Clock;
  /** The host's formats. */
  readonly formats: readonly DocumentFormat[];
  readonly maxBodyBytes: number;
  readonly tables: PanelTables;
  readonly articles: Articles;
  readonly audits: AuditRuns;
  readonly clients: Clients;
  readonly creditNoteTexts: CreditNoteTexts;
  readonly decisions: Decisions;
  readonly drafts: Drafts;
  readonly figures: BookFigures;
  readonly logos: Logos;
  readonly quotes: Quotes;
  readonly recurring: RecurringInvoices;
  readonly sendings: Sendings;
  readonly terms: SingleRecord<PaymentTerms>;
  readonly latePayment: SingleRecord<LatePaymentSettings>;
  readonly accounts: SingleRecord<AccountMap>;
  readonly print: PrintPage;
  /** The e-mails that are being sent, so that a call that is repeated meanwhile waits for the first. */
  readonly emailsUnderWay: Map<string, Promise<boolean>>;
  /** Saves of a profile wait for each other. */
  readonly savesInTurn: ReturnType<typeof keyedMutex>;
}

export function panelBooks(invoicing: Invoicing, options: PanelOptions): PanelBooks {
  const { tables, apiKeys, send, theme } = options;
  const accent = theme?.accent?.light;
  const render: PanelOptions["render"] =
    options.render && ((document, request) => options.render!(document, { ...request, ...(accent && { accent }) }));
  const { clock, formats } = invoicing;
  const logos = logosIn(tables);
  return {
    ...{ invoicing, tables, apiKeys, render, send, clock, formats, logos },
    maxBodyBytes: options.maxBodyBytes ?? LEAST_BODY,
    articles: articlesIn(tables),
    audits: new AuditRuns(auditsIn(tables), clock),
    clients: clientsIn(tables),
    creditNoteTexts: new CreditNoteTexts(),
    decisions: decisionsIn(tables),
    figures: new BookFigures(clock),
    drafts: draftsIn(tables, options.maxDrafts),
    quotes: quotesIn(tables),
    recurring: recurringIn(tables),
    sendings: sendingsIn(tables),
    terms: paymentTermsIn(tables),
    latePayment: latePaymentIn(tables),
    accounts: accountsIn(tables),
    print: pagePrinter(logos, clock),
    emailsUnderWay: new Map(),
    savesInTurn: keyedMutex(),
  };
}
