import { createHash } from "node:crypto";
import {
  type AccountMap,
  type Company,
  type CompanyProfile,
  formatInvoiceNumber,
  isRefusal,
  latePaymentLawOf,
  timeZoneOf,
} from "faktura";
import { z } from "zod";
import {
  type PanelCompany,
  type PanelSettings,
  type PaymentTerms,
  type SavedProfile,
  type SeriesPosition,
  SHOWN_SERIES,
} from "../../wire.ts";
import { dayIn } from "../invoice-state.ts";
import { newestInvoice } from "../newest-invoice.ts";
import type { SingleRecord } from "../records/single-records.ts";
import { API_KEY_CALLS } from "./api-key-calls.ts";
import { type CallRow, failed, row } from "./call.ts";
import { LOGO_CALLS } from "./logo-calls.ts";

const saveCall = z.object({
  /** The library checks it. */
  profile: z.looseObject({}).transform((profile) => profile as object as CompanyProfile),
  /** The revision that the page shows. */
  replaces: z.string(),
});

/** A year is longer than any law allows between businesses. */
const MOST_DAYS = 365;

const termsCall = z.object({
  days: z.int().min(0).max(MOST_DAYS).nullable(),
  discount: z.object({ percent: z.number().gt(0).max(99.99), days: z.int().min(0).max(MOST_DAYS) }).nullable(),
});

/** What holds unless seller and client agree on another day. @see Directive 2011/7/EU, article 3(3)(b) */
const USUAL_DAYS = 30;

/** The terms of a company's new invoices. A profile that states terms in words may mean other days, so it gets none by default. */
export async function paymentTermsOf(
  companyId: string,
  profile: CompanyProfile,
  terms: SingleRecord<PaymentTerms>,
): Promise<Pick<PanelCompany, "paymentDays" | "cashDiscount">> {
  const usual = profile.paymentTerms === undefined ? USUAL_DAYS : null;
  const { days = usual, discount = null } = (await terms.find(companyId)) ?? {};
  return { paymentDays: days, cashDiscount: discount };
}

/** With the points that laws add, no rate is below 0. */
const [LEAST_PERCENT, MOST_PERCENT] = [-5, 100];

const latePaymentCall = z.object({
  baseRates: z.array(z.object({ on: z.iso.date(), percent: z.number().min(LEAST_PERCENT).max(MOST_PERCENT) })).max(100),
  isLawChecked: z.boolean(),
});

/** The library checks it. */
const accountsCall = z.object({
  accounts: z.custom<AccountMap>((value) => typeof value === "object" && value !== null),
});

const CHANGED = "The settings were changed in another tab, and were not saved here. Reload the page.";

/** The calls of the settings page. */
export const SETTINGS_CALLS: readonly CallRow[] = [
  row("GET /settings", { right: "settings" }, async ({ company, companyId, session }, books) => {
    const { apiKeys, logos, latePayment, accounts, clock } = books;
    const stored = await storedProfile(company);
    const profile = stored ?? FIRST_PROFILE;
    const today = dayIn(timeZoneOf(profile), clock.now());
    return {
      profile,
      revision: revisionOf(stored),
      ...(await seriesOf(company, profile, today)),
      latePayment: (await latePayment.find(companyId)) ?? { baseRates: [], isLawChecked: false },
      accounts: (await accounts.find(companyId)) ?? null,
      latePaymentLaw: latePaymentLawOf(profile.country, today) ?? null,
      logoSavedAt: (await logos.find(companyId, clock.now().toISOString()))?.savedAt ?? null,
      apiKeys: session.can.keys && apiKeys !== undefined ? await apiKeys.list(companyId) : null,
    } satisfies PanelSettings;
  }),
  row("PUT /settings", { right: "settings", body: saveCall }, async ({ company, companyId, body }, { savesInTurn }) => {
    const saved = await savesInTurn(companyId, () => saveProfile(company, body.profile, body.replaces));
    return saved ?? failed(409, "profile_changed", CHANGED);
  }),
  row("PUT /settings/payment-terms", { right: "settings", body: termsCall }, async ({ companyId, body }, { terms }) => {
    await terms.save(companyId, body);
    return {};
  }),
  row(
    "PUT /settings/late-payment",
    { right: "settings", body: latePaymentCall },
    async ({ companyId, body }, { latePayment }) => {
      await latePayment.save(companyId, body);
      return {};
    },
  ),
  row("PUT /settings/accounts", { right: "settings", body: accountsCall }, async (call, { accounts, clock }) => {
    const { company, companyId, body } = call;
    const today = dayIn(timeZoneOf(await company.profile()), clock.now());
    await company.accountingRows({ from: today, to: today, accounts: body.accounts }); // refuses what is not valid
    await accounts.save(companyId, body.accounts);
    return body.accounts;
  }),
  ...LOGO_CALLS,
  ...API_KEY_CALLS,
];

/** What the form begins with of a company that has no profile. */
const FIRST_PROFILE: CompanyProfile = {
  ...{
    name: "",
    country: "DE",
    vatRegistered: true,
    ossRegistered: false,
    defaultCurrency: "EUR",
    invoicePrefix: "INV",
  },
};

/** `undefined` if the company has none yet. */
async function storedProfile(company: Company): Promise<CompanyProfile | undefined> {
  return company.profile().catch((error: unknown) => {
    if (!isRefusal(error, "company_not_found")) throw error;
    return undefined;
  });
}

/**
 * Saves the profile if it is the one that the page showed; else returns `undefined` and saves nothing. A save whose
 * response got lost may be repeated.
 */
async function saveProfile(
  company: Company,
  profile: CompanyProfile,
  replaces: string,
): Promise<SavedProfile | undefined> {
  const current = await storedProfile(company);
  const revision = revisionOf(current);
  if (current !== undefined && revisionOf(profile) === revision) return { profile: current, revision };
  if (replaces !== revision) return undefined;
  const saved = await company.saveProfile(profile);
  return { profile: saved, revision: revisionOf(saved) };
}

/** The same for equal profiles, in whatever order their fields are; empty if there is none. */
function revisionOf(profile: CompanyProfile | undefined): string {
  return profile === undefined ? "" : createHash("sha256").update(sortedText(profile)).digest("hex");
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part !== "object" || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** The last document of each series, and what the next one is called. */
async function seriesOf(
  company: Company,
  profile: CompanyProfile,
  today: string,
): Promise<Pick<PanelSettings, "invoices" | "creditNotes" | "series">> {
  const { invoicePrefix, creditNotePrefix = `${invoicePrefix}-CN` } = profile;
  const [invoices, creditNotes] = await Promise.all([company.list({ limit: 1 }), company.creditNotes({ limit: 1 })]);
  const [creditNote] = creditNotes.data;
  const after = (prefix: string, number: string | undefined, issueDate = today): SeriesPosition => {
    const counter = number === undefined ? 1 : Number(/\d+$/.exec(number)![0]) + 1;
    const day = issueDate > today ? issueDate : today; // dates never run backwards
    const next = formatInvoiceNumber({ prefix, yearMonth: day.slice(0, 7).replace("-", ""), counter });
    return { last: number ?? null, next };
  };
  const afterInvoice = async (prefix: string, name?: string) => {
    // All series share the order of dates.
    return after(prefix, (await newestInvoice(company, name))?.invoiceNumber, invoices.data[0]?.issueDate);
  };
  const named = Object.entries(profile.series ?? {}).slice(0, SHOWN_SERIES);
  return {
    invoices: await afterInvoice(invoicePrefix),
    creditNotes: after(creditNotePrefix, creditNote?.creditNoteNumber, creditNote?.issueDate),
    series: await Promise.all(
      named.map(async ([name, { prefix }]) => ({ name, ...(await afterInvoice(prefix, name)) })),
    ),
  };
}
