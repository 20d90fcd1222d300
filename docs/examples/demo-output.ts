import type { Invoice } from "faktura";
import { DEMO_KEYS } from "./demo-companies.ts";
import type { DemoInvoice } from "./seed-demo.ts";

/** The demo's invoices as a table: number, client, rate, total, reason. */
export function invoiceTable(invoices: readonly DemoInvoice[]): string {
  const head = ["number", "client", "rate", "total", "reason"];
  const rows = invoices.map(({ invoice }) => [
    invoice.invoiceNumber,
    `${invoice.clientName} (${invoice.clientCountry})`,
    `${invoice.taxRate} %`,
    `${invoice.total.toFixed(2)} ${invoice.currency}`,
    invoice.vatReason.split(". ")[0]!, // the rest says what was assumed and what would change it
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/**
 * A curl line for each of the six endpoints, two for files and one for a credit, to paste into a shell, and the API keys.
 * They work again after a restart: the credit has a key, and the files are overwritten.
 */
export function curlLines(baseUrl: string, invoices: readonly DemoInvoice[]): string {
  const keys = [...DEMO_KEYS].map(([key, { companyId }]) => `  ${companyId.padEnd(8)} ${key}`);
  const [credited, { id, invoiceNumber }] = invoices.slice(-2).map(({ invoice }) => invoice) as [Invoice, Invoice];
  const auth = `-H 'Authorization: Bearer ${[...DEMO_KEYS.keys()][0]}'`;
  const order = JSON.stringify({
    clientName: "Exemple SARL",
    clientCountry: "FR",
    clientVatNumber: "FR66999999014",
    items: [{ description: "Consulting", quantity: 2, unitPrice: 100 }],
  });
  const credit = JSON.stringify({ reason: "Ordered twice" });
  const key = "-H 'Idempotency-Key: ordered-twice'";
  const lines = [
    `curl ${auth} ${baseUrl}/company`,
    `curl ${auth} '${baseUrl}/vat-suggestion?clientCountry=FI&isCompany=false'`,
    `curl ${auth} -H 'Content-Type: application/json' -d '${order}' ${baseUrl}/invoices`,
    `curl ${auth} '${baseUrl}/invoices?status=SENT&limit=5'`,
    `curl ${auth} ${baseUrl}/invoices/${id}`,
    `curl ${auth} -o ${invoiceNumber}.pdf ${baseUrl}/invoices/${id}/documents/pdf`,
    `curl ${auth} -o ${invoiceNumber}.xml ${baseUrl}/invoices/${id}/documents/ubl`,
    `curl ${auth} ${key} -H 'Content-Type: application/json' -d '${credit}' ${baseUrl}/invoices/${credited.id}/credit-notes`,
    `curl ${auth} -X POST ${baseUrl}/invoices/${id}/cancel`,
  ];
  return [...lines, "", "API keys:", ...keys].join("\n");
}
