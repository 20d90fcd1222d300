import { INVOICE_MENTIONS } from "../../../languages/generated/invoice-mentions.ts";
import type { CalendarDay } from "../../calendar.ts";
import type { CompanyProfile } from "../../generated/company-profile.ts";
import { writeNote } from "../../vat/note.ts";
import { isEuVatTerritory, vatTerritoryOf } from "../../vat/territory/territory.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import type { DecidedPart } from "../order/order-parts.ts";
import { owesSplitPayment, SPLIT_PAYMENT } from "./split-payment.ts";
import { owesVatOnDebits } from "./vat-on-debits.ts";

/** Whose rate each part of an order has. */
interface RatedParts {
  readonly parts: readonly Pick<DecidedPart, "taxRate" | "rateCountry">[];
  readonly registration: DecidedPart["registration"];
}

/** What decides on the mentions of an invoice. */
interface MentionFacts {
  readonly profile: CompanyProfile;
  readonly order: InvoiceOrder;
  readonly vat: RatedParts & { readonly vatNote: string };
  readonly taxPointDate: CalendarDay;
  readonly currency: string;
  readonly clientVatNumber: string | undefined;
  readonly totals: { readonly total: number; readonly taxTotal: number };
}

/** The mentions of article 226 that do not depend on the treatment of the sale: in English, and the article. */
const MENTIONS = {
  selfBilling: ["Self-billing", "article 226(10a)"],
  cashAccounting: ["Cash accounting", "article 226(7a)"],
} as const;

type InvoiceMention = keyof typeof MENTIONS;

/** The words of the law. @see Code général des impôts, annexe II, article 242 nonies A (France) */
const VAT_ON_DEBITS = "Option pour le paiement de la taxe d'après les débits";

/**
 * The note to print on an invoice: that of its VAT, then the mentions of self-billing, and of when and how VAT is paid,
 * separated by "; ". `""` if the law requires none.
 *
 * @see Directive 2006/112/EC, article 226 (7a) and (10a); Code général des impôts, annexe II, article 242 nonies A (France);
 *   Ustawa o VAT, art. 106e ust. 1 pkt 18a (Poland)
 */
export function noteWithMentions(facts: MentionFacts): string {
  const { profile, order, vat } = facts;
  const mentions: InvoiceMention[] = [];
  if (order.selfBilled === true) mentions.push("selfBilling");
  if (profile.cashAccounting === true && chargesOwnVat(profile, vat)) mentions.push("cashAccounting");
  const isOnDebits =
    profile.cashAccounting !== true &&
    vatTerritoryOf(profile.country).numbersOf === "FR" &&
    owesVatOnDebits(profile, order) &&
    chargesOwnVat(profile, vat);
  const isSplit = isPaidSplit(facts);
  if (mentions.length === 0 && !isOnDebits && !isSplit) return vat.vatNote;
  const written = mentions.map((mention) => writtenMention(mention, facts));
  if (isOnDebits) written.push(VAT_ON_DEBITS);
  if (isSplit) written.push(SPLIT_PAYMENT);
  return [vat.vatNote, ...written].filter((note) => note !== "").join("; ");
}

function isPaidSplit({ profile, order, currency, clientVatNumber, totals }: MentionFacts): boolean {
  const { total, taxTotal } = totals;
  return profile.country === "PL" && owesSplitPayment({ ...order, currency, clientVatNumber, total, taxTotal });
}

/**
 * Whether an invoice charges VAT of the seller's own state, its overseas departments included. Cash accounting is a
 * scheme of that state and does not reach VAT that is declared through OSS, or owed by the client.
 *
 * @see Directive 2006/112/EC, article 66(b)
 */
export function chargesOwnVat({ country }: CompanyProfile, { parts, registration }: RatedParts): boolean {
  const stateOf = (country: string) => vatTerritoryOf(country).numbersOf;
  if (registration !== undefined) return false;
  return parts.some(({ taxRate, rateCountry }) => taxRate > 0 && stateOf(rateCountry ?? country) === stateOf(country));
}

function writtenMention(mention: InvoiceMention, { profile, order, taxPointDate: on }: MentionFacts): string {
  const { country, address, language } = profile;
  const { clientLanguage } = order;
  const [english, article] = MENTIONS[mention];
  const sellerInEu = isEuVatTerritory(country, on, address?.postalCode);
  return writeNote(english, (tag) => INVOICE_MENTIONS[tag]?.[mention], article, {
    sellerCountry: country,
    sellerInEu,
    language,
    clientLanguage,
  });
}
