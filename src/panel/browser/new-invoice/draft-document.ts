import type { CompanyProfile } from "faktura";
import type { EinvoiceDocument } from "faktura/einvoice";
import type { Figures, PanelOrder } from "../../figures.ts";

/**
 * The document that an order would become, as far as the rules of electronic invoices look at it. Its number and its
 * day of issue are made up, so it only serves to ask what is missing.
 */
export function draftDocument(
  profile: CompanyProfile,
  order: PanelOrder,
  { decisions, treatment, totals, currency }: Figures,
): EinvoiceDocument {
  const [{ vat: first }] = decisions as [Figures["decisions"][number]];
  const items = totals.items.map((item, index) => ({ ...order.items[index], description: "x", ...item }));
  const noteOf = (category: string) => decisions.find(({ vat }) => vat.category === category)?.vat.vatNote || undefined;
  const document = {
    ...order,
    id: "draft",
    invoiceNumber: `${prefixOf(profile, order)}-${order.supplyDate.slice(0, 7).replace("-", "")}-0001`,
    issueDate: order.supplyDate,
    issuedAt: `${order.supplyDate}T12:00:00.000Z`,
    taxPointDate: order.supplyDate,
    paymentTerms: order.paymentTerms ?? profile.paymentTerms,
    seller: profile,
    currency,
    items,
    vatTreatment: treatment,
    vatNote: [...new Set(decisions.map(({ vat }) => vat.vatNote))].filter((note) => note !== "").join(" "),
    vatReason: first.reason,
    taxRate: first.rate,
    rateCountry: first.rateCountry,
    vatBreakdown: totals.vatBreakdown.map((group) => ({ ...group, exemptionReason: noteOf(group.category) })),
    documentType: order.documentType ?? "380",
    warnings: [],
    allowances: totals.allowances,
    charges: totals.charges,
    roundingAmount: order.roundingAmount || undefined,
    lineTotal: totals.lineTotal,
    allowanceTotal: totals.allowanceTotal,
    chargeTotal: totals.chargeTotal,
    subtotal: totals.subtotal,
    taxTotal: totals.taxTotal,
    total: totals.total,
    amountDue: totals.total,
  };
  return document as object as EinvoiceDocument;
}

function prefixOf({ series = {}, invoicePrefix }: CompanyProfile, { series: name }: PanelOrder): string {
  return (name === undefined ? undefined : series[name]?.prefix) ?? invoicePrefix;
}
