/**
 * Claim: a field that is named as elsewhere in the trade, in camelCase or snake_case, is refused with the field that is
 * meant; a business whose VAT number has another name is never told to keep it in metadata, where it would not count.
 * Method: a table of names, those of Stripe, Lago and Odoo among them, each sent alone through the call that takes it.
 */
import type { Company } from "faktura";
import { describe, expect, test } from "vitest";
import { order } from "../support/fixtures.ts";
import { openBooks } from "./books.ts";
import { refusalOf } from "./refusal-of.ts";

type Names = Readonly<Record<string, string>>;

const DATED = "an invoice is dated on the day of issue, so leave it out, and state the day of supply as supplyDate";
const NUMBERED = "every invoice gets the next number, so leave it out";
const COMPUTED = "it is computed, so leave it out";
const OF_LINE = "it is computed from quantity and unitPrice, so leave it out";
const DETERMINED = "it is determined from clientCountry and clientVatNumber, so leave it out";
const OF_SELLER = "the seller is the company, whose data is in its profile, so leave it out";
const PARTS =
  "credit a part of the invoice by its lines: lines: [{ line: 1, netAmount: 50 }]; without lines, all that is left is credited";
const BY_CALL = "pass the invoice's id as the first argument, or over HTTP in the path";
const CLIENT = "clientName, clientCountry, clientVatNumber or another that begins with client?";
const VAT = "clientVatNumber, or taxRate for a rate?";
const RATE = "taxRate, or vatRates: { DE: 7 } for another rate than the standard one?";
const LINES_RATE = "taxRate, or vatRates: { DE: 7 } on a line for another rate than the standard one?";
const GROSS = 'prices, "gross" if they include VAT?';
const CENTS = "unitPrice, which is 12.5 for 1250 cents?";
const SMALL = "vatRegistered: false, with exemptionNote?";
const OWN_VAT = "vatNumber, or taxNumber for a national tax number?";
const ORDERS = "reference, purchaseOrderReference or salesOrderReference?";

// biome-ignore format: a table
const IN_ORDER: Names = {
  vatId: "clientVatNumber?", vat_id: "clientVatNumber?", vatID: "clientVatNumber?", VATID: "clientVatNumber?",
  vatid: "clientVatNumber?", vatNumber: "clientVatNumber?", vat_number: "clientVatNumber?", VATNumber: "clientVatNumber?",
  vatNo: "clientVatNumber?", vatin: "clientVatNumber?", VATIN: "clientVatNumber?", vat_identification_number: "clientVatNumber?",
  taxId: "clientVatNumber?", tax_id: "clientVatNumber?", taxID: "clientVatNumber?", tax_ids: "clientVatNumber?",
  taxNumber: "clientVatNumber?", tax_identification_number: "clientVatNumber?", ustId: "clientVatNumber?", UStIdNr: "clientVatNumber?",
  customerVatNumber: "clientVatNumber?", customer_vat_number: "clientVatNumber?", customerVatId: "clientVatNumber?",
  customerTaxId: "clientVatNumber?", customer_tax_ids: "clientVatNumber?", buyerVatId: "clientVatNumber?",
  buyer_vat_number: "clientVatNumber?", recipientVatNumber: "clientVatNumber?", clientVat: "clientVatNumber?",
  client_vat: "clientVatNumber?", customerVat: "clientVatNumber?", clientVatId: "clientVatNumber?", clientTaxNumber: "clientVatNumber?",
  billingVatId: "clientVatNumber?", partner_vat: "clientVatNumber?", companyVatNumber: "clientVatNumber?",
  clientvatnumber: "clientVatNumber?", numero_tva: "clientVatNumber?",
  vat_registration: "clientVatNumber?", customerUid: "clientVatNumber?", nif: "clientVatNumber?", buyer_cif: "clientVatNumber?",
  dic: "clientVatNumber?", oib: "clientVatNumber?", cui: "clientVatNumber?", cvr: "clientVatNumber?", taxRegistrationNumber: "clientVatNumber?",
  vat: VAT, tax: VAT,
  vatRate: LINES_RATE, vat_rate: LINES_RATE, tax_rate: "taxRate?", taxPercent: LINES_RATE, tax_percentage: LINES_RATE, taxes_rate: LINES_RATE,
  vatRates: LINES_RATE,
  name: "clientName?", customerName: "clientName?", customer_name: "clientName?", buyerName: "clientName?", recipient_name: "clientName?",
  billingName: "clientName?", clientname: "clientName?", companyName: "clientName?", company_name: "clientName?", company: "clientName?",
  legal_name: "clientName?", fullName: "clientName?", first_name: "clientName?",
  customer: CLIENT, buyer: CLIENT, recipient: CLIENT, client: CLIENT, billTo: CLIENT, bill_to: CLIENT, partner: CLIENT, billing_details: CLIENT,
  customerId: "clientNumber?", customer_id: "clientNumber?", customerNumber: "clientNumber?", partner_id: "clientNumber?",
  external_customer_id: "clientNumber?",
  country: "clientCountry?", customerCountry: "clientCountry?", customer_country: "clientCountry?", countryCode: "clientCountry?",
  country_code: "clientCountry?", billingCountry: "clientCountry?", buyer_country_code: "clientCountry?",
  address: "clientAddress?", customerAddress: "clientAddress?", customer_address: "clientAddress?", billingAddress: "clientAddress?",
  billing_address: "clientAddress?", buyerAddress: "clientAddress?", companyAddress: "clientAddress?",
  street: "/clientAddress/line1?", address_line1: "/clientAddress/line1?", addressLine2: "/clientAddress/line2?",
  billing_address_line_1: "/clientAddress/line1?", zip: "/clientAddress/postalCode?", postal_code: "/clientAddress/postalCode?",
  billing_zip: "/clientAddress/postalCode?", city: "/clientAddress/city?", customer_city: "/clientAddress/city?",
  email: "clientEmail?", customerEmail: "clientEmail?", customer_email: "clientEmail?", billingEmail: "clientEmail?", emailAddress: "clientEmail?",
  phone: "/clientContact/phone?", customer_phone: "/clientContact/phone?",
  registrationNumber: "clientRegistrationNumber?", companyNumber: "clientRegistrationNumber?", siret: "clientRegistrationNumber?",
  company_registry: "clientRegistrationNumber?", legal_number: "clientRegistrationNumber?", customerRegistrationNo: "clientRegistrationNumber?",
  isBusiness: "isCompany?", is_business: "isCompany?", business: "isCompany?", b2b: "isCompany?", customer_type: "isCompany?", company_type: "isCompany?",
  lines: "items?", lineItems: "items?", line_items: "items?", invoiceItems: "items?", invoice_line_ids: "items?", fees: "items?",
  positions: "items?", products: "items?", rows: "items?",
  description: "/items/0/description?", price: "/items/0/unitPrice?", unit_amount: "/items/0/unitPrice?", unitPrice: "/items/0/unitPrice?",
  qty: "/items/0/quantity?", sku: "/items/0/sku?",
  currencyCode: "currency?", currency_code: "currency?", currency_id: "currency?",
  due: "dueDate?", dueOn: "dueDate?", due_date: "dueDate?", paymentDueDate: "dueDate?", payment_due_date: "dueDate?",
  invoice_date_due: "dueDate?", days_until_due: "dueDate?", net_payment_term: "dueDate?", invoice_payment_term_id: "paymentTerms?",
  deliveryDate: "supplyDate?", delivery_date: "supplyDate?", serviceDate: "supplyDate?", dateOfSupply: "supplyDate?",
  shippingAddress: "deliverTo?", delivery_address: "deliverTo?", shipTo: "deliverTo?", customer_shipping: "deliverTo?",
  deliveryCountry: "deliverTo?", shipping_country: "deliverTo?", kundennummer: "clientNumber?",
  poNumber: "purchaseOrderReference?", purchase_order_number: "purchaseOrderReference?", orderId: ORDERS, order_number: ORDERS,
  ref: "reference?", externalId: "reference?", external_reference: "reference?",
  memo: "note?", comment: "note?", footer: "note?", narration: "note?", customer_note: "note?",
  discount: "allowances, or discount on a line?", coupons: "allowances, or discount on a line?", shipping_cost: "charges?",
  amount_paid: "prepaidAmount?", deposit: "prepaidAmount?",
  invoice_date: DATED, issuing_date: DATED, issuedOn: DATED, createdAt: DATED, effective_at: DATED,
  number: NUMBERED, invoiceNo: NUMBERED, invoice_id: NUMBERED,
  total_amount_cents: COMPUTED, taxes_amount_cents: COMPUTED, amount_tax: COMPUTED, amount_due: COMPUTED, grandTotal: COMPUTED,
  sub_total_excluding_taxes_amount_cents: COMPUTED, total_taxes: COMPUTED, subtotal: COMPUTED,
  reverse_charge: DETERMINED, customer_tax_exempt: DETERMINED, taxExempt: DETERMINED,
  sellerVatNumber: OF_SELLER, iban: OF_SELLER,
  vatRegistrationNumber: "clientVatNumber?", nip: "clientVatNumber?", gst_number: "clientVatNumber?", organizationNumber: "clientRegistrationNumber?",
  contractNumber: "contractReference?", contract_id: "contractReference?", projectId: "projectReference?", leitweg_id: "buyerReference?",
  peppolId: "clientElectronicAddress?", gln: "clientIdentifier?", taxInclusive: GROSS, LineAmountTypes: GROSS, default_tax_rates: LINES_RATE,
  state: "/clientAddress/region?", status: "an invoice is SENT until its payments are recorded, so leave it out",
  supplier_name: OF_SELLER, account_tax_ids: OF_SELLER,
};

// biome-ignore format: a table
const IN_LINE: Names = {
  price: "unitPrice?", unit_price: "unitPrice?", unit_amount: CENTS, unitAmount: CENTS, unit_amount_cents: CENTS,
  unit_amount_decimal: CENTS, priceCents: CENTS, price_unit: "unitPrice?", unitCost: "unitPrice?", price_per_unit: "unitPrice?",
  netPrice: "unitPrice?", unit_precise_amount: "unitPrice?", precise_unit_amount: "unitPrice?", price_excluding_tax: "unitPrice?", cost: "unitPrice?", gross_price: 'unitPrice, with prices: "gross" in the order?',
  rate: "unitPrice, or taxRate in percent?",
  qty: "quantity?", units: "quantity?", count: "quantity?", hours: "quantity?",
  name: "description?", title: "description?", product: "description?", productName: "description?", item_name: "description?",
  label: "description?", invoice_display_name: "description?",
  vat: RATE, tax: RATE, vatRate: RATE, vat_rate: RATE, tax_rate: "taxRate?", tax_rates: RATE, taxPercent: RATE, taxes: RATE, tax_ids: RATE, tax_codes: RATE,
  amount: OF_LINE, total: OF_LINE, price_subtotal: OF_LINE, lineTotal: OF_LINE, amount_excluding_tax: OF_LINE, tax_amount: OF_LINE,
  product_id: "sku?", productCode: "sku?", article_number: "sku?",
  uom: "unit?", product_uom_id: "unit?", unit_of_measure: "unit?",
  ean: "standardId?", add_on_code: "sku?", vatExempt: 'exemption: { reason: "§ 4 Nr. 21 UStG" }?', currency: "/currency?",
  discount_percent: "discount?", discountAmount: "discount?", discount_amounts: "discount?",
};

// biome-ignore format: a table
const IN_PROFILE: Names = {
  vatId: OWN_VAT, vat_number: "vatNumber?", vat_id: OWN_VAT, taxId: OWN_VAT, tax_identification_number: OWN_VAT, companyVatNumber: OWN_VAT,
  companyName: "name?", company_name: "name?", legalName: "name?", businessName: "name?", seller_name: "name?",
  street: "/address/line1?", zip: "/address/postalCode?", companyAddress: "address?", countryCode: "country?",
  currency: "defaultCurrency?", prefix: "invoicePrefix?", companyNumber: "registrationNumber?", siren: "registrationNumber?",
  vat_registered: "vatRegistered?", oss: "ossRegistered?", locale: "language?", swift: "bic?", email_address: "email?",
  smallBusiness: SMALL, kleinunternehmer: SMALL, default_vat_rate: "VAT is determined for each sale, so leave it out", vatRate: "VAT is determined for each sale, so leave it out",
};

// biome-ignore format: a table
const IN_ADDRESS: Names = {
  street: "line1?", street2: "line2?", address_line_1: "line1?", zip: "postalCode?", zipcode: "postalCode?", postal_code: "postalCode?",
  postcode: "postalCode?", town: "city?", state: "region?", province: "region?", country: "/clientCountry?", vatNumber: "/clientVatNumber?",
};

// biome-ignore format: a table
const IN_CREDIT: Names = {
  items: "lines?", line_items: "lines?", total_amount_cents: PARTS, amount: PARTS, description: "reason?", invoice_id: BY_CALL,
  refund: PARTS, refundAmount: PARTS, amount_refunded: PARTS, credit_amount: PARTS, percentage: PARTS, partial: PARTS,
};

// biome-ignore format: a table
const IN_PAYMENT: Names = {
  value: "amount?", total: "amount?", payment_amount: "amount?", amount_cents: "amount, which is 12.5 for 1250 cents?",
  date: "paidOn?", paid_at: "paidOn?", payment_date: "paidOn?", receivedOn: "paidOn?", payment_method: "method?",
  transaction_id: "reference?", ref: "reference?", communication: "reference?", invoiceId: BY_CALL,
  payment_id: "reference?", payment_intent: "reference?",
};

// biome-ignore format: a table
const IN_LIST: Names = {
  per_page: "limit?", page_size: "limit?", customer: "client?", customer_name: "client?", starting_after: "after?",
  start_date: "from?", date_from: "from?", issuing_date_from: "from?", end_date: "to?", payment_status: "status?", state: "status?", ref: "reference?",
};

// biome-ignore format: a table
const IN_SUGGESTION: Names = {
  country: "clientCountry?", customer_country: "clientCountry?", vatId: "clientVatNumber?", tax_id: "clientVatNumber?",
  clientVat: "clientVatNumber?", vat: "clientVatNumber?", zip: "clientPostalCode?", isBusiness: "isCompany?", date: "supplyDate?",
  vatRate: "vatRates: { DE: 7 }?",
};

const WHOLE_LINE = { description: "Lamp", quantity: 1, unitPrice: 100 };

const PLACES: readonly [string, Names, (acme: Company, part: object) => Promise<unknown>][] = [
  ["an order", IN_ORDER, (acme, part) => acme.issue(order(part))],
  ["a line", IN_LINE, (acme, part) => acme.issue(order({ items: [{ ...WHOLE_LINE, ...part }] }))],
  ["a profile", IN_PROFILE, async (acme, part) => acme.saveProfile({ ...(await acme.profile()), ...part })],
  ["a client's address", IN_ADDRESS, (acme, part) => acme.issue(order({ clientAddress: part }))],
  ["a credit", IN_CREDIT, (acme, part) => acme.credit("id", { reason: "x", ...part })],
  ["a payment", IN_PAYMENT, (acme, part) => acme.recordPayment("id", { amount: 1, ...part })],
  ["a list", IN_LIST, (acme, part) => acme.list(part)],
  ["a suggestion", IN_SUGGESTION, (acme, part) => acme.suggestVat({ clientCountry: "FR", ...part } as never)],
];

const ROWS = PLACES.flatMap(([place, names, call]) =>
  Object.entries(names).map(([name, hint]) => [name, place, hint, call] as const),
);

describe("a foreign name is refused with the name that is meant:", () => {
  test.each(ROWS)("%s in %s", async (name, _, hint, call) => {
    const { acme } = await openBooks();
    const [, fault] = await refusalOf(call(acme, { [name]: "x" }));
    const said = /is not a known (?:field|parameter)(?: here)?; (?:did you mean )?(.*)$/.exec(fault!)?.[1];
    expect(said).toBe(hint);
  });
});

test.each(["vatFoo", "my_tax_thing", "nameSuffix", "addressee_address", "countryOfBirth", "UID", "iva", "nif"])(
  "%s is never sent to metadata",
  async (name) => {
    const { acme } = await openBooks();
    const [, fault] = await refusalOf(acme.issue(order({ [name]: "x" })));
    expect(fault).toContain("did you mean ");
  },
);

test.each(["colour", "cart", "tenantId", "utm_source", "x", ""])(
  "%j, which no field is like, may go there",
  async (name) => {
    const { acme } = await openBooks();
    const [, fault] = await refusalOf(acme.issue(order({ [name]: "x" })));
    expect(fault).toBe(`/${name}: is not a known field; leave it out, or keep it in metadata`);
  },
);

test("the message shows what was meant by a name in place of a required field, which is the first choice", async () => {
  const { acme } = await openBooks();
  const { clientName: _, ...nameless } = order();
  const [named] = await refusalOf(acme.issue({ ...nameless, customer: "Ada" } as never));
  expect(named).toBe(
    `The request is not valid. /customer: is not a known field; did you mean ${CLIENT} 1 more in errors.`,
  );
  const [reordered] = await refusalOf(acme.suggestVat({ customer: "Ada" } as never));
  expect(reordered).toMatch(/did you mean clientCountry/);
});
