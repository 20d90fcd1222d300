/**
 * Goal: every text may be as long as the reference says and no longer, every number within its bounds, and the
 * refusal says which limit was exceeded.
 * Method: each field at its bound, which is taken, and one beyond it, which is refused to the letter.
 */
import { apiKeys, type Company, createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";
import { refusalOf } from "../refusal-of.ts";

const atMost = (length: number) => `must be at most ${length} characters long`;
const line = (changes: object) => ({ description: "Pen", quantity: 1, unitPrice: 1, ...changes });
const item = (changes: object) => ({ items: [line(changes)] });

type Call = (acme: Company, given: never) => Promise<unknown>;

const issue: Call = (acme, given: object) => acme.issue({ ...order(), ...given });
const suggest: Call = (acme, given: object) => acme.suggestVat({ clientCountry: "DE", ...given });
const saveProfile: Call = (acme, given: object) => acme.saveProfile({ ...germanProfile(), ...given });
const pay: Call = async (acme, given: object) => {
  const { id } = await acme.issue(order());
  return acme.recordPayment(id, { amount: 1, ...given });
};
const cancel: Call = async (acme, given: object) => acme.cancel((await acme.issue(order())).id, given);
const createKey: Call = (_, given: object) => apiKeys(memoryStore()).create("acme", { scopes: ["*"], ...given });

/** The texts of each call: their pointers, and how long each may be. */
const TEXTS: readonly [string, Call, Readonly<Record<string, number>>][] = [
  [
    "an order",
    issue,
    {
      clientName: 200,
      clientRegistrationNumber: 100,
      buyerReference: 200,
      purchaseOrderReference: 200,
      reference: 200,
      note: 4000,
      "clientAddress/line1": 200,
      "clientAddress/line2": 200,
      clientNumber: 100,
      clientTradingName: 200,
      "clientContact/name": 200,
      "clientContact/phone": 50,
      paymentTerms: 1000,
      paymentReference: 200,
      contractReference: 200,
      salesOrderReference: 200,
      despatchReference: 200,
      goodsReceiptReference: 200,
      tenderReference: 200,
      businessProcess: 200,
      "clientAddress/line3": 200,
      projectReference: 200,
      buyerAccountingReference: 200,
      "metadata/key": 1000,
      "clientAddress/postalCode": 20,
      "clientAddress/city": 100,
      "clientAddress/region": 100,
    },
  ],
  [
    "a profile",
    saveProfile,
    {
      name: 200,
      taxNumber: 40,
      registrationNumber: 100,
      exemptionNote: 1000,
      "address/line1": 200,
      accountName: 200,
      paymentTerms: 1000,
      tradingName: 200,
      legalNote: 1000,
    },
  ],
  ["a payment", pay, { method: 100, reference: 200 }],
  ["a cancellation", cancel, { reason: 1000 }],
  ["a key", createKey, { name: 200, actor: 200 }],
];

const FIELDS = TEXTS.flatMap(([what, call, lengths]) =>
  Object.entries(lengths).map(([place, length]) => ({ what, call, place, length })),
);

/** An object that has the text at the place. */
function having(place: string, text: string): never {
  return place.split("/").reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as never;
}

test.each(FIELDS)("$what: $place is at most $length characters long", async ({ call, place, length }) => {
  const { acme } = await openBooks();
  await expect(call(acme, having(place, "x".repeat(length)))).resolves.not.toThrow();
  const said = await refusalOf(call(acme, having(place, "x".repeat(length + 1))));
  const fault = `/${place}: ${atMost(length)}`;
  expect(said).toEqual([`The request is not valid. ${fault}.`, fault]);
});

// biome-ignore format: a table
const FAULTS: readonly [string, Call, object, string][] = [
  ["a long line", issue, item({ description: "x".repeat(4001) }), `/items/0/description: ${atMost(4000)}`],
  ["a long unit", issue, item({ unit: "x".repeat(51) }), `/items/0/unit: ${atMost(50)}`],
  ["a long VAT number", issue, { clientVatNumber: "x".repeat(41) }, `/clientVatNumber: ${atMost(40)}`],
  ["a long legal mention", issue, { autoVat: false, vatNote: "x".repeat(1001) }, `/vatNote: ${atMost(1000)}`],
  ["a long source", issue, { exchangeRate: { rate: 1, date: "2026-11-20", source: "x".repeat(201) } }, `/exchangeRate/source: ${atMost(200)}`],
  ["a long e-mail address", issue, { clientEmail: `${"x".repeat(64)}@${"x".repeat(60)}.${"y".repeat(130)}.com` }, `/clientEmail: ${atMost(254)}`],
  ["a bad e-mail address", issue, { clientEmail: "anna" }, "/clientEmail: must be an e-mail address"],
  ["no lines", issue, { items: [] }, "/items: must have at least 1 entry"],
  ["too many lines", issue, { items: Array(1001).fill(order().items[0]) }, "/items: must have at most 1000 entries"],
  ["lines that are no list", issue, { items: "x" }, '/items: must be an array such as [{ description: "…", quantity: 1, unitPrice: 1 }], not a string'],
  ["a line that is not an object", issue, { items: ["x"] }, '/items/0: must be an object such as { description: "…", quantity: 1, unitPrice: 1 }, not a string'],
  ["a text for a number", issue, item({ quantity: "1" }), '/items/0/quantity: must be a number such as 1, not "1"'],
  ["an endless number", issue, item({ quantity: Number.POSITIVE_INFINITY }), "/items/0/quantity: must be a finite number, not Infinity"],
  ["nothing sold", issue, item({ quantity: 0 }), "/items/0/quantity: must not be 0"],
  ["a negative price", issue, item({ unitPrice: -1 }), "/items/0/unitPrice: must be at least 0, not -1; for a return give a negative quantity, for a reduction a discount or allowances"],
  ["a negative rate", issue, item({ taxRate: -1 }), "/items/0/taxRate: must be at least 0"],
  ["a rate above 100", issue, item({ taxRate: 101 }), "/items/0/taxRate: must be at most 100"],
  ["no rate of exchange", issue, { exchangeRate: { rate: 0, date: "2026-11-20", source: "x" } }, "/exchangeRate/rate: must be above 0"],
  ["prices that are neither", issue, { prices: "brutto" }, '/prices: must be one of net, gross, not "brutto"'],
  ["an empty discount", issue, item({ discount: {} }), "/items/0/discount: must have either percent or amount"],
  ["a discount twice", issue, item({ discount: { percent: 1, amount: 1 } }), "/items/0/discount: must have either percent or amount"],
  ["a discount that is a number", issue, item({ discount: 10 }), "/items/0/discount: must be an object such as { percent: 10 } or { amount: 10 }, not 10"],
  ["a percentage below 0", issue, item({ discount: { percent: -1 } }), "/items/0/discount/percent: must be a percentage from 0 to 100"],
  ["a percentage above 100", issue, item({ discount: { percent: 101 } }), "/items/0/discount/percent: must be a percentage from 0 to 100"],
  ["a negative discount", issue, item({ discount: { amount: -1 } }), "/items/0/discount/amount: must be a finite number, 0 or more"],
  ["more off than the line", issue, item({ quantity: 3, discount: { amount: 3.01 } }), "/items/0/discount/amount: must be at most quantity × unit price, 3"],
  ["an amount off a return", issue, item({ quantity: -1, discount: { amount: 1 } }), "/items/0/discount/amount: is not possible with a negative quantity; give percent"],
  ["a long reason", issue, item({ discount: { percent: 1, reason: "x".repeat(201) } }), `/items/0/discount/reason: ${atMost(200)}`],
  ["a long identifier", issue, item({ id: "x".repeat(51) }), `/items/0/id: ${atMost(50)}`],
  ["an identifier that another line has", issue, { items: [line({ id: "A" }), line({ id: "A" })] }, "/items/1/id: is that of line 1; give another"],
  ["an identifier that is another line's place", issue, { items: [line({ id: "2" }), line({})] }, "/items/0/id: is that of line 2; give another"],
  ["a number without its register", issue, item({ standardId: { id: "4012345000009" } }), "/items/0/standardId/scheme: is required"],
  ["a register that does not exist", issue, item({ standardId: { scheme: "EAN", id: "4012345000009" } }), '/items/0/standardId/scheme: must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)'],
  ["a code without its list", issue, item({ classifications: [{ code: "9873" }] }), "/items/0/classifications/0/list: is required"],
  ["a list that does not exist", issue, item({ classifications: [{ code: "9873", list: "CPV" }] }), '/items/0/classifications/0/list: must be a code of UNTDID 7143, such as "HS" (Harmonised System), "STI" (CPV) or "TST" (UNSPSC)'],
  ["no classifications", issue, item({ classifications: [] }), "/items/0/classifications: must have at least 1 entry"],
  ["an attribute without a value", issue, item({ attributes: [{ name: "Colour" }] }), "/items/0/attributes/0/value: is required"],
  ["a country of origin that does not exist", issue, item({ originCountry: "UK" }), '/items/0/originCountry: "UK" is not an ISO 3166-1 alpha-2 code; use GB'],
  ["an object of no kind", issue, item({ invoicedObject: { scheme: "METER", id: "1" } }), '/items/0/invoicedObject/scheme: must be a code of UNTDID 1153, such as "ABZ" (vehicle licence number) or "MG" (meter unit number)'],
  ["a client's number without its register", issue, { clientIdentifier: { id: "1" } }, "/clientIdentifier/scheme: is required"],
  ["no identifiers", saveProfile, { identifiers: [] }, "/identifiers: must have at least 1 entry"],
  ["an identifier in a register that does not exist", saveProfile, { identifiers: [{ scheme: "GLN", id: "1" }] }, '/identifiers/0/scheme: must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)'],
  ["a supporting document without a number", issue, { supportingDocuments: [{}] }, "/supportingDocuments/0/reference: is required"],
  ["a path for a URL", issue, { supportingDocuments: [{ reference: "T", url: "t.pdf" }] }, '/supportingDocuments/0/url: must be an absolute URL, such as "https://example.com/timesheet.pdf"'],
  ["a payee without a name", issue, { payee: { identifier: { id: "1" } } }, "/payee/name: is required"],
  ["no description", issue, item({ description: undefined }), "/items/0/description: is required"],
  ["a blank", issue, item({ description: " " }), "/items/0/description: must not be blank"],
  ["half a character", issue, item({ description: "\ud800" }), "/items/0/description: must not contain a lone surrogate, which is not valid Unicode"],
  ["NUL", issue, item({ description: "\0" }), "/items/0/description: must not contain a NUL character"],
  ["a number for a text", issue, { note: 1 }, "/note: must be a string, not 1"],
  ["a text for true", issue, { isCompany: "yes" }, '/isCompany: must be true or false, not "yes"'],
  ["an unknown supply", issue, { supply: "food" }, '/supply: must be one of goods, services, digital, not "food"'],
  ["an unknown supply of a line", issue, item({ supply: "food" }), '/items/0/supply: must be one of goods, services, digital, not "food"'],
  ["an unknown currency", issue, { currency: "Euro" }, '/currency: must be a current ISO 4217 code in capitals, such as "EUR", not "Euro"'],
  ["a day that does not exist", issue, { dueDate: "2026-02-30" }, '/dueDate: must be a valid date, YYYY-MM-DD, not "2026-02-30"'],
  ["a mention beside automatic VAT", issue, { vatNote: "free" }, "/vatNote: is only allowed with autoVat: false"],
  ["a category beside automatic VAT", issue, item({ vatCategory: "S" }), "/items/0/vatCategory: is only allowed with autoVat: false"],
  ["a category without its rate", issue, { autoVat: false, ...item({ vatCategory: "S" }) }, "/items/0/vatCategory: S needs a rate above 0"],
  ["a category with a rate", issue, { autoVat: false, taxRate: 7, ...item({ vatCategory: "E" }) }, "/items/0/vatCategory: E needs a rate of 0"],
  ["an invalid prefix", saveProfile, { invoicePrefix: "INV-" }, '/invoicePrefix: must be 1 to 20 letters, digits, ".", "_", "/" or "-", without "-" at either end'],
  ["an unknown time zone", saveProfile, { timeZone: "Mars" }, '/timeZone: must be an IANA time zone, such as "Europe/Berlin"'],
  ["an invalid language", saveProfile, { language: "German" }, '/language: must be a BCP 47 language tag, such as "de" or "nl-BE"'],
  ["a language with more in front", saveProfile, { language: "1de" }, '/language: must be a BCP 47 language tag, such as "de" or "nl-BE"'],
  ["a long language", saveProfile, { language: `de${"-abcdefgh".repeat(4)}` }, `/language: ${atMost(35)}`],
  ["a long postal code", suggest, { clientPostalCode: "x".repeat(21) }, `clientPostalCode: ${atMost(20)}`],
  ["a long VAT number in a question", suggest, { clientVatNumber: "x".repeat(41) }, `clientVatNumber: ${atMost(40)}`],
  ["an IBAN in small letters", saveProfile, { iban: "de02120300000000202051" }, '/iban: must be an IBAN in capitals, such as "DE02 1203 0000 0000 2020 51"'],
  ["an IBAN of nowhere", saveProfile, { iban: "US02120300000000202051" }, "/iban: begins with US, which is not a country that has IBANs"],
  ["a short IBAN", saveProfile, { iban: "DE02 1203 0000 0000 2020" }, "/iban: must have 22 characters in DE, but has 20"],
  ["an IBAN with a slip", saveProfile, { iban: "DE02 1203 0000 0000 2020 52" }, "/iban: fails its check digits; a character may be mistyped"],
  ["a BIC in small letters", saveProfile, { bic: "byladem1001" }, '/bic: must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX"'],
  ["a BIC of no country", saveProfile, { bic: "BYLAZZM1001" }, '/bic: must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX"'],
  ["a creditor with a slip", saveProfile, { creditorId: "DE97ZZZ09999999999" }, '/creditorId: must be a SEPA creditor identifier with its check digits, such as "DE98ZZZ09999999999"'],
  ["an unknown register", saveProfile, { registrationScheme: "HRB" }, '/registrationScheme: must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)'],
  ["an unknown scheme", saveProfile, { electronicAddress: { scheme: "0001", id: "1" } }, '/electronicAddress/scheme: must be a code of the list EAS, such as "0088" (GLN) or "9930" (German VAT number)'],
  ["an address with a space", saveProfile, { electronicAddress: { scheme: "9930", id: "DE 1" } }, "/electronicAddress/id: must not contain spaces"],
  ["an address without a scheme", saveProfile, { electronicAddress: { id: "1" } }, "/electronicAddress/scheme: is required"],
  ["a long electronic address", saveProfile, { electronicAddress: { scheme: "9930", id: "x".repeat(101) } }, `/electronicAddress/id: ${atMost(100)}`],
  ["an address that is a text", saveProfile, { electronicAddress: "DE1" }, '/electronicAddress: must be an object such as { scheme: "9930", id: "DE136695976" }, not a string'],
  ["a contact without a name", saveProfile, { contact: { phone: "1" } }, "/contact/name: is required"],
  ["a long contact", saveProfile, { contact: { name: "x".repeat(201) } }, `/contact/name: ${atMost(200)}`],
  ["a long telephone number", saveProfile, { contact: { name: "A", phone: "x".repeat(51) } }, `/contact/phone: ${atMost(50)}`],
  ["a contact's bad e-mail address", saveProfile, { contact: { name: "A", email: "a" } }, "/contact/email: must be an e-mail address"],
  ["a contact with more", saveProfile, { contact: { name: "A", fax: "1" } }, "/contact/fax: is not a known field; known: name, phone, email"],
  ["a representative without an address", saveProfile, { taxRepresentative: { name: "A", vatNumber: "FR40303265045", country: "FR" } }, "/taxRepresentative/address: is required"],
  ["a representative's bad number", saveProfile, { taxRepresentative: { name: "A", vatNumber: "FR1", country: "FR", address: {} } }, "/taxRepresentative/vatNumber: must be a VAT number with FR, 2 letters or digits, and 9 digits"],
  ["a client's register that is none", issue, { clientRegistrationScheme: "2" }, '/clientRegistrationScheme: must be a code of the list ICD (ISO 6523), such as "0002" (French SIREN) or "0060" (DUNS)'],
  ["a client's scheme that is none", issue, { clientElectronicAddress: { scheme: "9999", id: "1" } }, '/clientElectronicAddress/scheme: must be a code of the list EAS, such as "0088" (GLN) or "9930" (German VAT number)'],
  ["a tax point that is no day", issue, { taxPointDate: "today" }, '/taxPointDate: must be a valid date, YYYY-MM-DD, not "today"'],
  ["a period without an end", issue, { period: { start: "2026-11-01" } }, "/period/end: is required"],
  ["a period that runs backwards", issue, { period: { start: "2026-11-02", end: "2026-11-01" } }, "/period/start: must not be after `end`"],
  ["a code beside a tax point", issue, { taxPointDate: "2026-11-01", taxPointCode: "3" }, "/taxPointCode: must not be given together with taxPointDate; leave one of them out"],
  ["a code of another list", issue, { taxPointCode: "5" }, '/taxPointCode: must be "3" (date of the invoice), "35" (date of delivery) or "432" (date of payment), not "5"'],
  ["a type that is no invoice", issue, { documentType: "381" }, "/documentType: must be one of 380, 383, 384, 386, 326, 393, 875, 876, 877, not \"381\""],
  ["the type of self-billing", issue, { documentType: "389" }, "/documentType: must be absent for 389; state selfBilled: true instead"],
  ["a type beside self-billing", issue, { documentType: "380", selfBilled: true }, "/documentType: must not be given with selfBilled: true, whose type is 389; leave one of them out"],
  ["an account without a number", saveProfile, { accounts: [{ bic: "DEUTDEFF" }] }, "/accounts/0/iban: is required, or else an account"],
  ["an account with two numbers", saveProfile, { accounts: [{ iban: "DE89370400440532013000", account: "1" }] }, "/accounts/0/account: must not be given together with iban"],
  ["an IBAN of a bankgiro", saveProfile, { accounts: [{ iban: "DE89370400440532013000", bic: "SE:BANKGIRO" }] }, "/accounts/0/bic: must be a BIC, because there is an iban"],
  ["an account's bank that is none", saveProfile, { accounts: [{ account: "1", bic: "x" }] }, '/accounts/0/bic: must be a BIC of 8 or 11 capitals and digits, such as "COBADEFFXXX", or "SE:BANKGIRO" or "SE:PLUSGIRO"'],
  ["no accounts", saveProfile, { accounts: [] }, "/accounts: must have at least 1 entry"],
  ["a currency of a payment's rate", pay, { exchangeRate: { rate: 1, date: "2026-11-20", source: "ECB", currency: "CHF" } }, "/exchangeRate/currency: is not a known field; known: rate, date, source"],
  ["an address of a delivery without a country", issue, { deliverTo: { address: {} } }, "/deliverTo/country: is required with an address"],
  ["a delivery with a postal code too long", issue, { deliverTo: { country: "FR", address: { postalCode: "x".repeat(21) } } }, `/deliverTo/address/postalCode: ${atMost(20)}`],
  ["a long name at a delivery", issue, { deliverTo: { name: "x".repeat(201), country: "FR", address: {} } }, `/deliverTo/name: ${atMost(200)}`],
  ["means of payment that are none", issue, { payment: { means: "0" } }, '/payment/means: must be a code of UNTDID 4461, such as "30" (credit transfer), "59" (SEPA direct debit) or "54" (credit card)'],
  ["means of payment as a number", issue, { payment: { means: 30 } }, "/payment/means: must be a string, not 30"],
  ["payment without means", issue, { payment: {} }, "/payment/means: is required"],
  ["a long mandate", issue, { payment: { means: "59", mandateReference: "x".repeat(36) } }, `/payment/mandateReference: ${atMost(35)}`],
  ["a debited account with a slip", issue, { payment: { means: "59", debitedAccount: "FR1420041010050500013M02607" } }, "/payment/debitedAccount: fails its check digits; a character may be mistyped"],
  ["a whole card number", issue, { payment: { means: "54", cardLast4: "4111111111111111" } }, "/payment/cardLast4: must be the last four digits of the card"],
  ["a negative prepaid amount", issue, { prepaidAmount: -0.01 }, "/prepaidAmount: must be at least 0"],
  ["no preceding invoices", issue, { precedingInvoices: [] }, "/precedingInvoices: must have at least 1 entry"],
  ["too many preceding invoices", issue, { precedingInvoices: Array(101).fill({ number: "1" }) }, "/precedingInvoices: must have at most 100 entries"],
  ["a preceding invoice without a number", issue, { precedingInvoices: [{ issueDate: "2026-01-01" }] }, "/precedingInvoices/0/number: is required"],
  ["a long preceding number", issue, { precedingInvoices: [{ number: "x".repeat(101) }] }, `/precedingInvoices/0/number: ${atMost(100)}`],
  ["no notes", issue, { notes: [] }, "/notes: must have at least 1 entry"],
  ["too many notes", issue, { notes: Array(21).fill({ text: "x" }) }, "/notes: must have at most 20 entries"],
  ["a note without a text", issue, { notes: [{ subject: "AAB" }] }, "/notes/0/text: is required"],
  ["a long note", issue, { notes: [{ text: "x".repeat(4001) }] }, `/notes/0/text: ${atMost(4000)}`],
  ["a subject that is none", issue, { notes: [{ subject: "XXX", text: "x" }] }, '/notes/0/subject: must be a code of UNTDID 4451, such as "AAB" (terms of payment) or "REG" (regulatory information)'],
  ["metadata that is no object", issue, { metadata: ["x"] }, '/metadata: must be an object such as { cart: "4711" }, not an array'],
  ["metadata that is no text", issue, { metadata: { key: 1 } }, "/metadata/key: must be a string, not 1"],
  ["metadata within metadata", issue, { metadata: { key: { inner: "x" } } }, "/metadata/key: must be a string, not an object"],
  ["too much metadata", issue, { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, ""])) }, "/metadata: must have at most 50 entries"],
  ["metadata under a long key", issue, { metadata: { ["x".repeat(101)]: "x" } }, "/metadata: must have keys of 1 to 100 characters, not blank, without NUL and lone surrogates"],
  ["metadata under a blank key", issue, { metadata: { " ": "x" } }, "/metadata: must have keys of 1 to 100 characters, not blank, without NUL and lone surrogates"],
  ["metadata under half a character", issue, { metadata: { "\ud800": "x" } }, "/metadata: must have keys of 1 to 100 characters, not blank, without NUL and lone surrogates"],
  ["metadata of half a character", issue, { metadata: { key: "\udc00" } }, "/metadata/key: must not contain a lone surrogate, which is not valid Unicode"],
  ["metadata with NUL", issue, { metadata: { key: "\0" } }, "/metadata/key: must not contain a NUL character"],
  ["metadata that would be lost", issue, { metadata: JSON.parse('{ "__proto__": "x" }') as object }, "/metadata/__proto__: is not allowed as a key; rename it"],
  ["a unit that is none", issue, item({ unitCode: "hour" }), '/items/0/unitCode: must be a code of UN/ECE Recommendation 20 or 21, such as "HUR" (hour), "H87" (piece) or "XBX" (box)'],
  ["a long article number", issue, item({ sku: "x".repeat(101) }), `/items/0/sku: ${atMost(100)}`],
  ["a long note of a line", issue, item({ note: "x".repeat(1001) }), `/items/0/note: ${atMost(1000)}`],
  ["a line's period that runs backwards", issue, item({ period: { start: "2026-11-02", end: "2026-11-01" } }), "/items/0/period/start: must not be after `end`"],
  ["a long reason", issue, { autoVat: false, ...item({ vatCategory: "E", exemptionReason: "x".repeat(1001) }) }, `/items/0/exemptionReason: ${atMost(1000)}`],
  ["a reason beside automatic VAT", issue, item({ exemptionReason: "x" }), "/items/0/exemptionReason: is only allowed with autoVat: false"],
  ["a reason without a category", issue, { autoVat: false, ...item({ exemptionReason: "x" }) }, "/items/0/exemptionReason: needs a vatCategory without VAT: E, AE, K, G or O"],
  ["a reason for VAT", issue, { autoVat: false, taxRate: 7, ...item({ vatCategory: "S", exemptionReason: "x" }) }, "/items/0/exemptionReason: needs a vatCategory without VAT: E, AE, K, G or O"],
  ["a code that is none", issue, { autoVat: false, ...item({ vatCategory: "E", vatexCode: "VATEX-EU" }) }, '/items/0/vatexCode: must be a code of the list VATEX, such as "VATEX-EU-132-1I" or "VATEX-FR-FRANCHISE"'],
  ["a code beside automatic VAT", issue, item({ vatexCode: "VATEX-EU-132" }), "/items/0/vatexCode: is only allowed with autoVat: false"],
  ["a code of zero rated lines", issue, { autoVat: false, ...item({ vatCategory: "Z", vatexCode: "VATEX-EU-132" }) }, "/items/0/vatexCode: needs a vatCategory without VAT: E, AE, K, G or O"],
  ["the code of a margin scheme with reverse charge", issue, { autoVat: false, ...item({ vatCategory: "AE", vatexCode: "VATEX-EU-F" }) }, "/items/0/vatexCode: is the code of category E, not AE; give another, or leave it out"],
  ["a code of another category", issue, { autoVat: false, ...item({ vatCategory: "E", vatexCode: "VATEX-EU-AE" }) }, "/items/0/vatexCode: is the code of category AE, not E; give another, or leave it out"],
  ["nothing paid", pay, { amount: 0 }, "/amount: must not be 0"],
  ["no scopes", createKey, { scopes: [] }, "/scopes: must have at least 1 entry"],
  ["too many scopes", createKey, { scopes: Array(101).fill("x") }, "/scopes: must have at most 100 entries"],
  ["a long scope", createKey, { scopes: ["x".repeat(101)] }, `/scopes/0: ${atMost(100)}`],
];

test.each(FAULTS)("%s", async (_, call, given, fault) => {
  const { acme } = await openBooks();
  const [message, ...faults] = await refusalOf(call(acme, given as never));
  expect(faults).toEqual([fault]);
  expect(message).toBe(`The request is not valid. ${fault}.`);
});

test("what is at a bound is taken", async () => {
  const { acme } = await openBooks();
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(100, "k"), "x"]));
  const bounds = {
    metadata: { ...metadata },
    prepaidAmount: 238,
    period: { start: "2026-11-01", end: "2026-11-01" },
    precedingInvoices: Array(100).fill({ number: "x".repeat(100) }),
    notes: Array(20).fill({ text: "x".repeat(4000) }),
    payment: { means: "ZZZ", mandateReference: "x".repeat(35) },
    deliverTo: { country: "FR", address: {}, name: "x".repeat(200) },
  };
  expect(await acme.issue(order(bounds))).toMatchObject(bounds);
  await acme.saveProfile(germanProfile({ language: `de${"-abcdefgh".repeat(3)}-abcde`, vatNumber: "DE136695976" }));
  const lines = Array(1000).fill({
    ...order().items[0],
    description: "x".repeat(4000),
    unit: "x".repeat(50),
    discount: { amount: 200, reason: "x".repeat(200) },
  });
  const mention = { autoVat: false, taxRate: 100, vatNote: "x".repeat(1000), items: lines } as const;
  expect((await acme.issue(order(mention))).items).toHaveLength(1000);
  expect((await acme.issue(order({ autoVat: false, taxRate: 0 }))).taxTotal).toBe(0);
  const address = `${"x".repeat(64)}@${"x".repeat(60)}.${"y".repeat(60)}.${"z".repeat(60)}.com`;
  expect((await acme.issue(order({ clientEmail: address }))).clientEmail).toBe(address);
  await createKey(acme, { scopes: Array(100).fill("x".repeat(100)) } as never);
});

test.each([
  [["a"], "/a: is not a known field; leave it out."],
  [["a", "b"], "/a: is not a known field; leave it out. 1 more in errors."],
  [["a", "b", "c"], "/a: is not a known field; leave it out. 2 more in errors."],
  [["x".repeat(200)], `/${"x".repeat(200)}: is not a known field; leave it out.`],
  [["x".repeat(201)], `/${"x".repeat(200)}…: is not a known field; leave it out.`],
  [["~/"], "/~0~1: is not a known field; leave it out."],
  [["~~//"], "/~0~0~1~1: is not a known field; leave it out."],
])("faults at %j: %s", async (names, shown) => {
  const acme = createInvoicing({ store: memoryStore() }).company("acme");
  const unknown = Object.fromEntries(names.map((name) => [name, 1]));
  const [message] = await refusalOf(acme.saveProfile({ ...germanProfile(), ...unknown } as never));
  expect(message).toBe(`The request is not valid. ${shown}`);
});

test("a fault of the whole, or of a parameter", async () => {
  const { acme } = await openBooks();
  const whole = 'must be an object such as { reason: "returned" }, not 1';
  expect(await refusalOf(acme.credit("id", 1 as never))).toEqual([
    `The request is not valid. It ${whole}.`,
    `: ${whole}`,
  ]);
  const faults = ["page: must be a whole number, not 1.5", "limit: must be at most 100"];
  expect(await refusalOf(acme.list({ page: 1.5, limit: 101 }))).toEqual([
    `The request is not valid. ${faults[0]}. 1 more in errors.`,
    ...faults,
  ]);
});
