import type { Invoice, VatWarning, VatWarningCode } from "faktura";
import type { VatDecision } from "faktura/vat";
import { test as base, expect } from "vitest";
import { VAT_TABLE } from "../../src/domain/vat/vat-table.ts";
import { texts } from "../../src/languages/en/panel-texts.ts";
import { typedText } from "../../src/panel/typed-number.ts";
import { amountText, LOCALE, percentText } from "./amounts.ts";
import { test } from "./browser-test.ts";
import { fillOrder, pressIssue } from "./order-keys.ts";
import type { Books } from "./panel-host.ts";
import { type ShownAnswer, shownAnswer } from "./shown.ts";
import { AWKWARD_LINES, orderOf, SELLERS, VAT_ROWS, type VatRowCase } from "./vat-rows.ts";

const LINES = AWKWARD_LINES.map(({ description, quantity, unitPrice }) => {
  return { description, quantity: typedText(quantity, LOCALE), unitPrice: typedText(unitPrice, LOCALE) };
});

/** What two invoices for one order have in common, however they were issued. */
function carried({
  vatTreatment,
  vatBreakdown,
  items,
  subtotal,
  taxTotal,
  total,
  vatNote,
  vatReason,
  warnings,
}: Invoice) {
  return { vatTreatment, vatBreakdown, items, subtotal, taxTotal, total, vatNote, vatReason, warnings };
}

function suggestedBy(api: Books["api"], row: VatRowCase): Promise<VatDecision> {
  const { clientCountry, clientAddress, clientVatNumber, isCompany, supply } = orderOf(row);
  const asked = { clientCountry, clientPostalCode: clientAddress?.postalCode, clientVatNumber, isCompany, supply };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return api(`GET /vat-suggestion?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`);
}

/** What the page must have shown for the invoice that came of it. */
function shownFor(invoice: Invoice, { ratePercent }: VatRowCase): Omit<ShownAnswer, "warnings"> {
  const { vatTreatment, vatNote, vatReason, vatBreakdown, subtotal, taxTotal, total, currency } = invoice;
  const amount = (value: number) => amountText(value, currency);
  return {
    treatment: texts.words.treatments[vatTreatment],
    rate: percentText(ratePercent),
    note: vatNote,
    reason: vatReason.replaceAll("2026-11-20", "20 Nov 2026").replaceAll(" %", "%"),
    breakdown: vatBreakdown.map(({ taxRate, taxableAmount, taxAmount }) => {
      return [expect.any(String), percentText(taxRate), amount(taxableAmount), amount(taxAmount)];
    }),
    amounts: { Net: amount(subtotal), VAT: amount(taxTotal), Total: amount(total) },
  };
}

/** The texts of warnings, each once. */
function warningTexts(warnings: readonly VatWarning[]): string[] {
  return [...new Set(warnings.map(({ code }) => texts.warnings[code]))];
}

/** The warnings about what an invoice says. Those of businesses here lack addresses, and those of exports their proof. */
const ABOUT_INVOICES: readonly VatWarningCode[] = ["invoice_incomplete", "export_proof_missing"];

test.for(Object.keys(SELLERS) as (keyof typeof SELLERS)[])(
  "%s: what the page shows, the panel's invoice carries, and so do the API's suggestion and invoice",
  async (seller, { openDesk }) => {
    const { page, open, company, api } = await openDesk({ profile: SELLERS[seller] });
    const issued = new Set<string>();
    for (const row of VAT_ROWS.filter((one) => one.seller === seller)) {
      await open("/new");
      // The form proposes the type of the sale before.
      await page.locator('.draft [name="/items/0/supply"]').selectOption("unstated");
      await fillOrder(page, { clientName: "Client", ...row.typed, lines: LINES });
      const shown = await shownAnswer(page);
      const invoice = await api<Invoice>("POST /invoices", orderOf(row));

      expect(shown, JSON.stringify(row)).toMatchObject(shownFor(invoice, row));
      expect(invoice).toMatchObject({ vatTreatment: row.treatment, taxRate: row.ratePercent });
      const ofVat = invoice.warnings.filter(({ code }) => !ABOUT_INVOICES.includes(code));
      expect(ofVat.map(({ code }) => code)).toEqual(row.warnings);
      // What an invoice lacks is known once there is an invoice, and its page says it.
      const early = ofVat.filter(({ code }) => code !== "exchange_rate_missing");
      expect(shown.warnings).toEqual(warningTexts(early));
      const suggested = await suggestedBy(api, row);
      expect([suggested.treatment, suggested.rate, suggested.vatNote, suggested.reason]).toEqual([
        ...[row.treatment, row.ratePercent, invoice.vatNote, invoice.vatReason],
      ]);
      // The API warns of a missing exchange rate, and the form asks for it.
      const lacksRate = (await page.locator('[name="/exchangeRate/rate"]:required').count()) > 0;
      expect(lacksRate).toBe(ofVat.some(({ code }) => code === "exchange_rate_missing"));
      if (lacksRate) continue;
      // Issuing on the page takes a second, so only one row of each treatment is.
      if (issued.has(row.treatment)) continue;
      issued.add(row.treatment);
      expect(carried(await company.get(await pressIssue(page)))).toEqual(carried(invoice));
      const warned = await page.locator(".warnings li").allInnerTexts();
      expect(warned.map((text) => text.replace(/ It lacks: .*$/, ""))).toEqual(warningTexts(invoice.warnings));
    }
  },
);

base("the cases reach every row of the VAT table", () => {
  const reached = new Set(VAT_ROWS.map(({ treatment }) => treatment));
  expect([...reached].sort()).toEqual([...new Set(VAT_TABLE.map(({ treatment }) => treatment))].sort());
});
