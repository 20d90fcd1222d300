import type { CompanyProfile, InvoiceOrder } from "faktura";
import { expect, test } from "vitest";
import { NATIONAL } from "../einvoice/complete.ts";
import { germanProfile } from "../support/fixtures.ts";
import { booksOf, openService } from "./client.ts";

type State = keyof typeof NATIONAL;
type Lacking = [State, Partial<CompanyProfile>, Partial<InvoiceOrder>, ...fields: string[]];

const [LINE] = NATIONAL.SE.order.items as [InvoiceOrder["items"][number]];
const NO_STREET = { postalCode: "1000", city: "X" };

/** What the orders of a country's sellers lack: of the profile, of the order, and how the refusal names it. */
const LACKING: Lacking[] = [
  [
    "DK",
    { registrationScheme: undefined },
    { clientNumber: "C-1", payment: { means: "30" } },
    ...["seller.registrationScheme", "/clientIdentifier", "/payment/means"],
  ],
  ["GR", { tradingName: undefined }, {}, ...Array(7).fill("seller.invoicePrefix"), "seller.tradingName"],
  [
    "IS",
    {},
    { clientRegistrationScheme: undefined, clientAddress: NO_STREET },
    "/clientRegistrationScheme",
    "/clientAddress",
  ],
  ["IT", { taxNumber: "1", address: NO_STREET }, {}, "seller.taxNumber", "seller.address.line1"],
  ["NL", {}, { clientAddress: NO_STREET, payment: { means: "10" } }, "/clientAddress", "/payment/means"],
  ["NO", { vatNumber: "NO974760674MVA" }, {}, "seller.vatNumber"],
  [
    "SE",
    { taxNumber: "1" },
    { autoVat: false, items: [{ ...LINE, taxRate: 24 }] },
    "seller.taxNumber",
    "/items/*/taxRate",
  ],
];

test.each(LACKING)(
  "an order from %s that Peppol would refuse is refused before it is issued",
  async (state, seller, order, ...fields) => {
    const service = await openService();
    const complete = NATIONAL[state];
    await service.invoicing
      .company("acme")
      .saveProfile(germanProfile({ ...complete.seller, ...seller, requires: "peppol" }));
    const before = await booksOf(service);
    const { status, body } = await service.call("POST /invoices", { json: { ...complete.order, ...order } });
    expect([status, body.code]).toEqual([422, "einvoice_incomplete"]);
    expect(body.errors!.map(({ pointer, parameter }) => pointer ?? parameter)).toEqual(fields);
    expect(body.errors!.every(({ detail }) => detail.startsWith(`${state}-R-`))).toBe(true);
    expect(await booksOf(service)).toEqual(before);
    if (state === "GR") return; // what Greek orders lack cannot be given
    await service.invoicing.company("acme").saveProfile(germanProfile({ ...complete.seller, requires: "peppol" }));
    expect((await service.call("POST /invoices", { json: complete.order })).status).toBe(201);
  },
);
