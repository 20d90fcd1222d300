import { type ChangeAuthor, INVOICE_SOURCES, type InvoiceSource } from "../domain/books/journal.ts";
import { insteadOf, insteadOfText, isPromise, requireFunction } from "../domain/instead-of.ts";
import type { DocumentFormat } from "../domain/invoice/document-format.ts";
import type { HostVatOptions } from "../domain/invoice/order/order-vat.ts";
import { notOneOf, requireOptions } from "../domain/known-names.ts";
import type { VatRates } from "../domain/vat/rates/rate-table.ts";
import { requireVatRates } from "../domain/vat/rates/standard-rate.ts";
import { requireWhole } from "../domain/whole-option.ts";
import type { Clock } from "../ports/clock.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { Printable } from "../ports/printable.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { InvoicingEvent } from "./events.ts";
import { requireFormats } from "./formats.ts";
import { type ChosenLimits, LIMITS, type Limits, requireLimits } from "./limits.ts";
import { systemClock } from "./system-clock.ts";
import { requireVatNumberPolicy, shareInquiries, type VatNumberPolicy } from "./vat/verify-number.ts";

/** Options of `createInvoicing`. */
export interface InvoicingOptions extends ChosenLimits {
  /** Where invoices are stored: `memoryStore()`, `await openSqliteStore(path)`, or your own store. */
  readonly store: InvoicingStore;
  /** Your own source of company profiles. Absent: the store keeps them, and you write them with `saveProfile()`. */
  readonly companies?: CompanyDirectory | undefined;
  /** Absent: {@link systemClock}. */
  readonly clock?: Clock | undefined;
  /** Your own rates. Standard rates replace the built-in ones of their country; rates of other kinds are added. */
  readonly rates?: VatRates | undefined;
  /**
   * Asked about every VAT number that decides the treatment, before the invoice takes its number: `viesVerifier()`, or
   * your own. Absent: numbers are parsed, not verified.
   */
  readonly verifier?: VatNumberVerifier | undefined;
  /** What to do about a VAT number that fails its checksum or cannot be verified. */
  readonly vatNumberPolicy?: VatNumberPolicy | undefined;
  /**
   * Refuses texts that your PDF files could not print, in profiles, orders and credits: `printableWith(fonts)` of
   * `faktura/pdf`, or your own. Absent: `renderPdf` is the first to refuse them, when the document is issued.
   */
  readonly printable?: Printable | undefined;
  /**
   * The formats of electronic invoices: those of `faktura/einvoice` and of its states' entries, such as `xrechnung` and
   * `ksef`, or your own. `requires`, the endpoints of files and the panel know these and no others. Absent: none.
   */
  readonly formats?: readonly DocumentFormat[] | undefined;
  /**
   * Called with each event after it was committed, in the async context of the call that caused it. It delays nothing
   * and cannot undo anything: what it throws becomes a process warning. A crash can lose an event, so bill with
   * `drainBilling` instead.
   */
  readonly onEvent?: ((event: InvoicingEvent) => void) | undefined;
}

/** The checked options, with their defaults. */
export interface InvoicingSettings {
  readonly store: InvoicingStore;
  readonly companies: CompanyDirectory;
  readonly clock: Clock;
  readonly vatOptions: HostVatOptions;
  readonly verifier: VatNumberVerifier | undefined;
  readonly onOutage: "refuse" | "accept";
  readonly printable: Printable | undefined;
  readonly formats: readonly DocumentFormat[];
  readonly limits: Limits;
  readonly onEvent: ((event: InvoicingEvent) => void) | undefined;
}

const KNOWN_OPTIONS: Record<keyof InvoicingOptions, true> = {
  store: true,
  companies: true,
  clock: true,
  rates: true,
  verifier: true,
  vatNumberPolicy: true,
  printable: true,
  formats: true,
  onEvent: true,
  ...eachKnown(LIMITS),
};

function eachKnown<Name extends string>(options: Readonly<Record<Name, unknown>>): Record<Name, true> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, true])) as Record<Name, true>;
}

/** @throws TypeError that names the option if one is missing, unknown or invalid */
export function requireSettings(options: InvoicingOptions): InvoicingSettings {
  requireStore(options?.store);
  requireOptions("createInvoicing", options, KNOWN_OPTIONS);
  const { store, companies = store.companies, clock = systemClock, rates, onEvent } = options;
  const { verifier, vatNumberPolicy = {}, printable } = options;
  const formats = requireFormats(options.formats);
  if (typeof companies?.profile !== "function") {
    const must = "companies must have a method profile(companyId) that returns the company's profile";
    throw new TypeError(must + insteadOf(companies));
  }
  if (typeof clock?.now !== "function") throw noClock(clock);
  if (rates !== undefined) requireVatRates(rates);
  if (verifier !== undefined && typeof verifier?.verify !== "function") {
    throw new TypeError(`verifier must have a method verify(), like viesVerifier()${insteadOf(verifier)}`);
  }
  if (printable !== undefined && typeof printable?.unprintable !== "function") {
    throw new TypeError(`printable must have a method unprintable(), like printableWith(fonts)${insteadOf(printable)}`);
  }
  if (onEvent !== undefined) requireFunction("onEvent", onEvent);
  requireVatNumberPolicy(vatNumberPolicy);
  const { failedChecksum, outage: onOutage = "refuse" } = vatNumberPolicy;
  const vatOptions = { rates, failedChecksum };
  const shared = verifier && shareInquiries(verifier);
  const limits = requireLimits(options);
  return { store, companies, clock, vatOptions, verifier: shared, onOutage, printable, formats, limits, onEvent };
}

function requireStore(store: InvoicingStore | undefined): void {
  if (typeof store?.transaction === "function") return;
  const hint = isPromise(store) ? insteadOf(store) : "";
  throw new TypeError(`createInvoicing needs { store }, such as memoryStore() or await openSqliteStore(path)${hint}`);
}

/** The error of an option `clock` that is no clock. */
export function noClock(clock: unknown): TypeError {
  return new TypeError(`clock must have a method now() that returns a Date${insteadOf(clock)}`);
}

/** Options of `invoicing.ready`. */
export interface ReadyOptions {
  /** Ends the wait: a database that does not answer can take a while. Absent: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/** The signal. @throws TypeError if an option is unknown or invalid */
export function requireReadySignal(options: ReadyOptions): AbortSignal | undefined {
  requireOptions("ready", options, { signal: true });
  const { signal } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw noSignal(signal);
  return signal;
}

/** The error of an option `signal` that is none. */
export function noSignal(signal: unknown): TypeError {
  return new TypeError(`signal must be an AbortSignal, such as AbortSignal.timeout(2000)${insteadOf(signal)}`);
}

/** Options of `invoicing.close`. */
export interface CloseOptions {
  /** How long it may take, in milliseconds, 1 to 86,400,000. Absent: 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** The time in which closing must end. */
export const CLOSE_TIMEOUT = { absent: 10_000, least: 1, most: 86_400_000, unit: "milliseconds" };

/** The time in which to close. @throws TypeError if an option is unknown or invalid */
export function requireCloseTimeout(options: CloseOptions): number {
  requireOptions("close", options, { timeoutMs: true });
  return requireWhole("timeoutMs", options.timeoutMs, CLOSE_TIMEOUT);
}

/** Options of `invoicing.company`. */
export interface CompanyOptions {
  /** The person or system that is calling; stored in the journal and passed to `onEvent`. 1 to 200 characters. */
  readonly actor?: string | undefined;
  /** `panel` for the company's own web panel, whose invoices are not metered. Absent: `api`. */
  readonly source?: InvoiceSource | undefined;
}

/**
 * Checks the id and the options, and returns the options with their defaults.
 *
 * @throws TypeError if an option is unknown or invalid, or if a database could confuse the id with another
 */
export function requireCompany(companyId: string, options: CompanyOptions): ChangeAuthor {
  requireCompanyId(companyId);
  requireOptions("company", options, { actor: true, source: true });
  const { actor, source = "api" } = options;
  if (!INVOICE_SOURCES.includes(source)) throw new TypeError(`source ${notOneOf(INVOICE_SOURCES, source)}`);
  if (actor !== undefined && !isActor(actor)) {
    throw new TypeError(
      `actor must be a string of 1 to 200 characters, well-formed Unicode without NUL${insteadOfText(actor)}`,
    );
  }
  return { actor: actor ?? null, source };
}

/** The journal keeps the actor for ever, so every store must be able to keep it. */
function isActor(actor: unknown): boolean {
  if (typeof actor !== "string" || actor === "" || actor.length > 200) return false;
  return actor.isWellFormed() && !actor.includes("\0");
}

/**
 * Checks a company id. A lone surrogate would be changed by the database, and two companies could become one.
 *
 * @throws TypeError if a database could confuse the id with another
 */
export function requireCompanyId(companyId: string): void {
  if (typeof companyId === "string" && companyId !== "" && companyId.isWellFormed() && !companyId.includes("\0"))
    return;
  throw new TypeError(
    `a company id must be a non-empty string of well-formed Unicode without NUL${insteadOfText(companyId)}`,
  );
}
