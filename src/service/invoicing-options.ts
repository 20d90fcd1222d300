import type { HostVatOptions } from "../domain/order-vat.ts";
import { requireOptions } from "../domain/require-options.ts";
import { requireVatRates } from "../domain/standard-vat-rate.ts";
import type { VatRates } from "../domain/vat-rates.ts";
import type { Clock } from "../ports/clock.ts";
import type { CompanyDirectory } from "../ports/company-directory.ts";
import type { InvoicingStore } from "../ports/invoicing-store.ts";
import type { VatNumberVerifier } from "../ports/vat-number-verifier.ts";
import type { InvoicingEvent } from "./invoicing-event.ts";
import { shareInquiries } from "./share-inquiries.ts";
import { systemClock } from "./system-clock.ts";
import { requireVatNumberPolicy, type VatNumberPolicy } from "./verify-vat-number.ts";

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
