import { inspect } from "node:util";
import { type ChangeAuthor, INVOICE_SOURCES, type InvoiceSource } from "../domain/books/journal.ts";
import type { HostVatOptions } from "../domain/invoice/order-vat.ts";
import { requireOptions } from "../domain/known-names.ts";
import type { VatRates } from "../domain/vat/rates/rates.ts";
import { requireVatRates } from "../domain/vat/rates/standard-rate.ts";
import type { Clock } from "../ports/clock.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { InvoicingEvent } from "./events.ts";
import { systemClock } from "./system-clock.ts";
import { requireVatNumberPolicy, shareInquiries, type VatNumberPolicy } from "./vat/verify-number.ts";

/** Options of `createInvoicing`. */
export interface InvoicingOptions {
  /** Where invoices are kept: `memoryStore()`, `await openSqliteStore(path)`, or one of the host's own. */
  readonly store: InvoicingStore;
  /** The host's own companies. Absent: the store keeps profiles, written with `company(id).saveProfile()`. */
  readonly companies?: CompanyDirectory | undefined;
  /** Absent: {@link systemClock}. */
  readonly clock?: Clock | undefined;
  /** Standard rates of the host's own; a country listed here takes the place of the built-in rows. */
  readonly rates?: VatRates | undefined;
  /**
   * Asked about every VAT number that decides, before the number of the invoice is taken: `viesVerifier()`, or one of
   * the host's own. Absent: numbers are read, not verified.
   */
  readonly verifier?: VatNumberVerifier | undefined;
  /** What a VAT number does that fails its check or cannot be verified. */
  readonly vatNumberPolicy?: VatNumberPolicy | undefined;
  /**
   * Told what happened, after it was committed. It delays nothing and cannot undo anything: what it throws becomes a
   * process warning. A crash can swallow an event, so billing goes by `store.billing` instead.
   */
  readonly onEvent?: ((event: InvoicingEvent) => void) | undefined;
}

/** Options that were checked, with their defaults. */
export interface InvoicingSettings {
  readonly store: InvoicingStore;
  readonly companies: CompanyDirectory;
  readonly clock: Clock;
  readonly vatOptions: HostVatOptions;
  readonly verifier: VatNumberVerifier | undefined;
  readonly onOutage: "refuse" | "accept";
  readonly onEvent: ((event: InvoicingEvent) => void) | undefined;
}

const KNOWN: Record<keyof InvoicingOptions, true> = {
  store: true,
  companies: true,
  clock: true,
  rates: true,
  verifier: true,
  vatNumberPolicy: true,
  onEvent: true,
};

/** @throws TypeError that names the option, when one is missing, not known, or not what it should be */
export function requireSettings(options: InvoicingOptions): InvoicingSettings {
  requireStore(options?.store);
  requireOptions("createInvoicing", options, KNOWN);
  const { store, companies = store.companies, clock = systemClock, rates, onEvent } = options;
  const { verifier, vatNumberPolicy = {} } = options;
  if (typeof companies?.profile !== "function") {
    throw new TypeError("companies needs a method profile, which gives a company's profile by its id");
  }
  if (typeof clock?.now !== "function") throw new TypeError("clock needs a method now, which gives a Date");
  if (rates !== undefined) requireVatRates(rates);
  if (verifier !== undefined && typeof verifier?.verify !== "function") {
    throw new TypeError("verifier needs a method verify, as viesVerifier() has");
  }
  if (onEvent !== undefined && typeof onEvent !== "function") throw new TypeError("onEvent is a function");
  requireVatNumberPolicy(vatNumberPolicy);
  const { failedChecksum, outage: onOutage = "refuse" } = vatNumberPolicy;
  const vatOptions = { rates, failedChecksum };
  return { store, companies, clock, vatOptions, verifier: verifier && shareInquiries(verifier), onOutage, onEvent };
}

function requireStore(store: InvoicingStore | undefined): void {
  if (typeof store?.transaction === "function") return;
  const hint = store instanceof Promise ? ", not a promise of one; await it" : "";
  throw new TypeError(`createInvoicing needs { store }, such as memoryStore() or await openSqliteStore(path)${hint}`);
}

/** Options of `invoicing.company`. */
export interface CompanyOptions {
  /** Who is calling, a person or a system; kept in the journal, and told to `onEvent`. 1 to 200 characters. */
  readonly actor?: string | undefined;
  /** `panel`: the company's own web panel, whose invoices are not metered. Absent: `api`. */
  readonly source?: InvoiceSource | undefined;
}

/**
 * The options with their defaults.
 *
 * @throws TypeError when an option is not known or none, or the id could not be told from another in a database
 */
export function requireCompany(companyId: string, options: CompanyOptions): ChangeAuthor {
  requireCompanyId(companyId);
  requireOptions("company", options, { actor: true, source: true });
  const { actor, source = "api" } = options;
  if (!INVOICE_SOURCES.includes(source)) throw new TypeError(`source is one of ${INVOICE_SOURCES.join(", ")}`);
  if (actor !== undefined && !isActor(actor)) {
    throw new TypeError(
      `actor is a text of well-formed Unicode without NUL, 1 to 200 characters, and not ${inspect(actor)}`,
    );
  }
  return { actor: actor ?? null, source };
}

/** The journal keeps it for ever, so it must be a text that every store keeps. */
function isActor(actor: unknown): boolean {
  if (typeof actor !== "string" || actor === "" || actor.length > 200) return false;
  return actor.isWellFormed() && !actor.includes("\0");
}

/**
 * A lone surrogate is another text once a database has stored it, and then two companies could be one.
 *
 * @throws TypeError when the id could not be told from another in a database
 */
export function requireCompanyId(companyId: string): void {
  if (typeof companyId === "string" && companyId !== "" && companyId.isWellFormed() && !companyId.includes("\0"))
    return;
  throw new TypeError(
    `a company id is a text of well-formed Unicode without NUL, not empty, and not ${inspect(companyId)}`,
  );
}
