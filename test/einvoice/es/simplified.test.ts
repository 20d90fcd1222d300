/** Goal: what is printed above an invoice without an identified client agrees with its record and the gaps of that. */
import type { InvoiceOrder } from "faktura";
import { verifactuGaps } from "faktura/einvoice/es";
import { printedContent } from "faktura/pdf";
import { expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { FRENCH, manual, ORDER, RATE, recordsOf, SELLER } from "./scenes.ts";

const of = (unitPrice: number) => [{ description: "Camisas", quantity: 1, unitPrice }];
const euros = (total: number) => ({ ...manual({ taxRate: 0, vatCategory: "Z" }), items: [zero(total)] });
const zero = (unitPrice: number) => ({ ...of(unitPrice)[0]!, taxRate: 0, vatCategory: "Z" as const });
const dollars = { currency: "USD", exchangeRate: RATE };
const abroad = { clientCountry: "FR", supply: "digital" } as const;
const N1 = manual({ vatCategory: "O", placeOfSupply: "ES" });
const N2 = manual({ vatCategory: "O", placeOfSupply: "FR" });
const register = { clientRegistrationNumber: "1234" };
const both = ["Factura simplificada", "F2 -"];
const abroadOnly = ["Factura", "F2 S"];

// biome-ignore format: one invoice a line
test.each<[string, Partial<InvoiceOrder>, (string | undefined)[]]>([
  ["of EUR 3,000", euros(3000), both],
  ["of what the agency tolerates", euros(3010), both],
  ["of a cent more", euros(3010.01), ["Factura", "TipoFactura"]],
  ["of USD 3,300, which are EUR 3,010.59", { ...dollars, ...euros(3300) }, ["Factura", "TipoFactura"]],
  ["of USD 3,299, which are EUR 3,009.68", { ...dollars, ...euros(3299) }, both],
  ["of USD 12,100", { ...dollars, items: of(10000) }, ["Factura", "TipoFactura"]],
  ["in dollars without a rate", { currency: "USD", items: of(10) }, ["Factura", "ImporteTotal"]],
  ["of CLP 100,000, which are EUR 100", { currency: "CLP", exchangeRate: { ...RATE, rate: 0.001 }, items: of(100000) }, both],
  ["of a sale through OSS", abroad, abroadOnly],
  ["outside the scope abroad", N2, abroadOnly],
  ["outside the scope in Spain", N1, both],
  ["of a client in a register of France", { ...FRENCH, ...manual({ vatCategory: "Z", taxRate: 0 }), clientVatNumber: undefined, ...register }, ["Factura", "F1 -"]],
  ["of a client in a register of Spain", register, both],
  ["for an advance", { documentType: "386" }, ["Factura de anticipo", "F2 -"]],
])("an invoice %s", async (_, order, expected) => {
  const { acme } = await openBooks(undefined, { ...SELLER, ossRegistered: true, language: "es" });
  const invoice = await acme.issue({ ...ORDER, clientVatNumber: undefined, clientAddress: undefined, ...order });
  const { title } = await printedContent(invoice);
  const [gap] = verifactuGaps(invoice);
  const xml = gap === undefined ? (await recordsOf(acme))[0]!.xml : "";
  const textOf = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? "-";
  const type = `${textOf("TipoFactura")} ${textOf("FacturaSinIdentifDestinatarioArt61d")}`;
  expect([title, gap?.rule ?? type]).toEqual(expected);
});
