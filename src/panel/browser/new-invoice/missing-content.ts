import type { Address, CompanyProfile, OrderItem } from "faktura";
import { isEuVatTerritory } from "faktura/vat";
import type { PanelOrder } from "../../shown-figures.ts";
import type { DraftFormat, DraftPreview } from "../../wire.ts";
import { type Figures, finished, finishedPayable } from "./figures.ts";

/** What is missing for one purpose. Fields are paths as in `EinvoiceGap`: `seller.…` is of the company's profile. */
export interface MissingGroup {
  readonly for: "law" | "payment" | Pick<DraftFormat, "id" | "name">;
  readonly fields: readonly string[];
  /** Whether an invoice with these gaps would be refused, by the library or by the portal of the company's state. */
  readonly isRequired: boolean;
}

/** A draft as far as it is typed. */
export interface TypedDraft {
  readonly profile: CompanyProfile;
  readonly order: PanelOrder;
  /** `undefined` as long as the VAT cannot be decided. */
  readonly figures: Figures | undefined;
  /** What the server says of {@link previewable}, maybe as typed a moment ago. */
  readonly preview: DraftPreview | undefined;
  /** The choices that nobody has made yet, also "not stated": `isCompany`, `items.0.supply`. */
  readonly unchosen: readonly string[];
  /** The currency in which the VAT must be stated too; `null` if no rule asks for it. */
  readonly taxCurrency: string | null;
}

/** The total up to which each member state allows a simplified invoice. @see Directive 2006/112/EC, article 220a(1)(a) */
const SIMPLIFIED_UP_TO_EUR = 100;

/** What is missing in a draft: by law, to be paid, and for the electronic invoices that its client may want. */
export function missingContent(draft: TypedDraft): MissingGroup[] {
  const law: MissingGroup = { for: "law", fields: lackedByLaw(draft), isRequired: true };
  const payment: MissingGroup = { for: "payment", fields: lackedToBePaid(draft), isRequired: false };
  const known = [...law.fields, ...payment.fields];
  return [law, ...(payment.fields.length === 0 ? [] : [payment]), ...lackedByFormats(draft, known)];
}

/** The order with something in place of what is not typed yet, so that there is a preview of it. */
export function previewable(order: PanelOrder): PanelOrder {
  const items = order.items.map(({ description, quantity, unitPrice, discount, ...item }): OrderItem => {
    const hasDiscount = discount !== undefined && !Number.isNaN(discount.percent);
    return {
      ...{ ...item, description: description || "x", quantity: quantity || 1, unitPrice: unitPrice || 1 },
      ...(hasDiscount && { discount }),
    };
  });
  const [allowances, charges] = [finished(order.allowances, items), finished(order.charges, items)];
  const { clientName, roundingAmount, period } = order;
  return {
    ...{ ...order, clientName: clientName || "x", requires: false, items, allowances, charges },
    ...finishedPayable(order),
    roundingAmount: roundingAmount || undefined,
    period: period?.start && period.end ? period : undefined,
  };
}

/** Whether the total is so small that the client's address may be left out. */
export function canBeSimplified({ figures }: TypedDraft): boolean {
  return (
    figures?.treatment === "domestic" &&
    figures.currency === "EUR" &&
    figures.totals.items.length > 0 &&
    figures.totals.total <= SIMPLIFIED_UP_TO_EUR
  );
}

/** Whether the VAT must be stated in another currency too. @see Directive 2006/112/EC, article 230 */
export function needsExchangeRate({ figures, taxCurrency }: Pick<TypedDraft, "figures" | "taxCurrency">): boolean {
  return (
    figures !== undefined && taxCurrency !== null && figures.currency !== taxCurrency && figures.totals.taxTotal !== 0
  );
}

/** @see Directive 2006/112/EC, articles 226 and 226b */
function lackedByLaw(draft: TypedDraft): string[] {
  const { profile, order, unchosen } = draft;
  const needsAddress = isBusiness(order) && !canBeSimplified(draft);
  const isInEu = isEuVatTerritory(profile.country, order.supplyDate || "2026-01-01");
  return [
    ...when(order.clientName === "", "clientName"),
    ...when(order.clientCountry === "", "clientCountry"),
    ...when(order.clientVatNumber === undefined && unchosen.includes("isCompany"), "isCompany"),
    ...(needsAddress ? missingAddress("clientAddress", order.clientAddress) : []),
    ...order.items.flatMap(({ description, quantity, unitPrice }, index) => [
      ...when(description === "", `items.${index}.description`),
      ...when(Number.isNaN(quantity), `items.${index}.quantity`),
      ...when(Number.isNaN(unitPrice), `items.${index}.unitPrice`),
      ...unchosen.filter((name) => name === `items.${index}.supply`),
    ]),
    ...when(order.supplyDate === "", "supplyDate"),
    ...when(order.period?.start === "", "period.start"),
    ...when(order.period?.end === "", "period.end"),
    ...when(needsExchangeRate(draft) && order.exchangeRate === undefined, "exchangeRate.rate"),
    ...missingAddress("seller.address", profile.address),
    ...when(isInEu && profile.vatRegistered && profile.vatNumber === undefined, "seller.vatNumber"),
    ...when(lacksExemptionNote(draft), "seller.exemptionNote"),
  ];
}

function lacksExemptionNote({ preview }: TypedDraft): boolean {
  return preview?.warnings.includes("exemption_note_missing") === true;
}

function lackedToBePaid({ profile, order }: TypedDraft): string[] {
  const hasTerms = (order.dueDate ?? order.paymentTerms ?? profile.paymentTerms) !== undefined;
  return [...when(profile.iban === undefined, "seller.iban"), ...when(!hasTerms, "dueDate")];
}

function lackedByFormats({ figures, preview }: TypedDraft, known: readonly string[]): MissingGroup[] {
  if (figures === undefined || preview === undefined) return [];
  return preview.formats.map(({ id, name, fields, isRequired }) => {
    return { for: { id, name }, fields: fields.filter((field) => !known.includes(field)), isRequired };
  });
}

/** An address needs a street and a city. Some clients have only one of them, which is enough for the law. */
function missingAddress(path: string, address: Address | undefined): string[] {
  return address?.line1 === undefined && address?.city === undefined ? [`${path}.line1`, `${path}.city`] : [];
}

function isBusiness({ isCompany, clientVatNumber }: PanelOrder): boolean {
  return isCompany === true || clientVatNumber !== undefined;
}

function when(isMissing: boolean, field: string): string[] {
  return isMissing ? [field] : [];
}
