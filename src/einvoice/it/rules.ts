import { type DecimalText, decimalText, differBy, minus, plus, times } from "../../domain/money/decimal-text.ts";
import type { RuleRow } from "../rules/gap-rule.ts";
import { ABROAD, countryOf, type Fattura, isItalian } from "./fattura.ts";
import type { FatturaAddress, FatturaParty } from "./fattura-party.ts";
import { asciiText, isReadable, latinText } from "./latin-text.ts";
import { type FatturaLine, isShort } from "./lines.ts";
import type { FatturaSummary } from "./summaries.ts";

type Row = RuleRow<Fattura>;

/** The longest name, and the longest first or last name of a person. */
const [MAX_NAME, MAX_PERSON] = [80, 60];

/** Whether a number is written with more characters than there is room for, or has none that could be written. */
const isUnfit = (text: string | undefined, max: number) => text !== undefined && !fits(asciiText(text), max);

function nameRows(
  field: string,
  personField: string,
  nameField: string,
  partyOf: (fattura: Fattura) => FatturaParty,
): Row[] {
  const partsOf = ({ person, name }: FatturaParty) =>
    person === undefined ? [name] : [person.firstName, person.lastName];
  return [
    [
      "FATTURAPA-LATIN",
      field,
      `is in Latin letters, and nothing of the name could be written. State it in Latin letters`,
      (fattura) => !partsOf(partyOf(fattura)).every(isReadable),
    ],
    [
      "00200",
      field,
      `has room for ${MAX_NAME} characters of a name, and for ${MAX_PERSON} of each name of a person. Shorten ${nameField}, or ${personField} of a person`,
      (fattura) => {
        const party = partyOf(fattura);
        const max = party.person === undefined ? MAX_NAME : MAX_PERSON;
        return partsOf(party).some((name) => latinText(name).length > max);
      },
    ],
  ];
}

function addressRows(field: string, addressOf: (fattura: Fattura) => FatturaAddress): Row[] {
  const parts = [
    ["line1", "street"],
    ["city", "city"],
  ] as const;
  return [
    ...parts.flatMap(([name, part]): Row[] => [
      [
        "FATTURAPA-LATIN",
        `${field}.${name}`,
        `is in Latin letters, and nothing of the ${part} could be written. State ${field}.${name} in Latin letters`,
        (fattura) => addressOf(fattura)[part] !== "" && !isReadable(addressOf(fattura)[part]),
      ],
      [
        "00200",
        `${field}.${name}`,
        `needs the ${part} in 1 to 60 characters. Set ${field}.${name}`,
        (fattura) => !fits(addressOf(fattura)[part], 60),
      ],
    ]),
    [
      "00200",
      `${field}.postalCode`,
      `needs a postal code of five digits in Italy. Set ${field}.postalCode`,
      (fattura) => !/^\d{5}$/.test(addressOf(fattura).postalCode),
    ],
  ];
}

const fits = (text: string, max: number) => text !== "" && text.length <= max;

/** A tax code: 16 letters and digits of a person, 11 digits of anybody else. */
const TAX_CODE = /^[A-Z0-9]{11,16}$/;

const ITALIAN_NUMBER = /^\d{11}$/;

const SELLER_ROWS: readonly Row[] = [
  [
    "00301",
    "seller.vatNumber",
    "needs the seller's Italian VAT number. Set vatNumber in the company's profile. An invoice under the number of another state is not for the exchange system",
    ({ seller: { vatNumber } }) => vatNumber?.country !== "IT" || !ITALIAN_NUMBER.test(vatNumber.code),
  ],
  [
    "00302",
    "seller.taxNumber",
    "needs a tax code (codice fiscale) of 11 to 16 capital letters and digits. Correct taxNumber in the company's profile",
    ({ seller: { taxCode } }) => taxCode !== undefined && !TAX_CODE.test(taxCode),
  ],
  ...nameRows("seller.name", "national.it.person", "name in the company's profile", ({ seller }) => seller),
  ...addressRows("seller.address", ({ seller }) => seller.address),
  [
    "00200",
    "seller.taxRepresentative",
    `needs the name of a tax representative in 1 to ${MAX_NAME} Latin characters. Correct taxRepresentative in the company's profile`,
    ({ representative }) =>
      representative !== undefined &&
      !(isReadable(representative.name) && fits(latinText(representative.name), MAX_NAME)),
  ],
  [
    "00200",
    "national.it.registration",
    "has room for 20 Latin characters of a REA number, and for 11 digits of a capital. Correct registration in the company's profile",
    ({ seller: { registration } }) =>
      isUnfit(registration?.number, 20) || !hasRoom(decimalText(registration?.capital ?? 0), 11),
  ],
  [
    "00200",
    "seller.invoicePrefix",
    "has room for 20 characters of a number. Shorten invoicePrefix in the company's profile",
    ({ number }) => isUnfit(number, 20),
  ],
];

const CLIENT_ROWS: readonly Row[] = [
  [
    "00200",
    "clientCountry",
    "needs the client's country. Set clientCountry",
    ({ client }) => client.address.country === "",
  ],
  [
    "00417",
    "clientIdentifier",
    "needs the VAT number or the tax code (codice fiscale) of a client in Italy. Set clientVatNumber, or clientIdentifier in scheme 0210",
    ({ client: { vatNumber, taxCode } }) => vatNumber === undefined && taxCode === undefined,
  ],
  [
    "00305",
    "clientVatNumber",
    "needs an Italian VAT number of 11 digits. Correct clientVatNumber",
    ({ client: { vatNumber } }) => vatNumber?.country === "IT" && !ITALIAN_NUMBER.test(vatNumber.code),
  ],
  [
    "00200",
    "clientVatNumber",
    "needs letters or digits in a VAT number. Correct clientVatNumber, or leave it out",
    ({ client: { vatNumber } }) => vatNumber?.country !== "IT" && vatNumber?.code === "",
  ],
  [
    "00306",
    "clientIdentifier",
    "needs a tax code (codice fiscale) of 11 to 16 capital letters and digits. Correct clientIdentifier",
    ({ client: { taxCode } }) => taxCode !== undefined && !TAX_CODE.test(taxCode),
  ],
  [
    "00471",
    "clientVatNumber",
    "refuses invoices to oneself. Correct clientVatNumber",
    ({ client, seller }) =>
      client.vatNumber?.country === "IT" &&
      client.vatNumber.code === seller.vatNumber?.code &&
      seller.vatNumber.country === "IT",
  ],
  ...nameRows("clientName", "national.it.clientPerson", "clientName", ({ client }) => client),
  ...addressRows("clientAddress", ({ client }) => client.address),
  [
    "00313",
    "national.it.recipientCode",
    "needs XXXXXXX as the code of a client abroad, and only of those. Leave out national.it.recipientCode, or correct it",
    ({ client, recipientCode }) => isWrongAbroad(client, recipientCode),
  ],
  [
    "00311",
    "clientElectronicAddress",
    "needs a code of 6 or 7 capital letters and digits. Correct clientElectronicAddress, or set national.it.recipientCode",
    ({ recipientCode }) => !/^[A-Z0-9]{6,7}$/.test(recipientCode),
  ],
  [
    "00200",
    "clientElectronicAddress",
    "needs an address of certified e-mail. Correct clientElectronicAddress",
    ({ certifiedEmail }) => certifiedEmail !== undefined && !/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(certifiedEmail),
  ],
];

/** San Marino has codes of its own. */
function isWrongAbroad(client: FatturaParty, code: string): boolean {
  return isItalian(client) ? code === ABROAD : countryOf(client) !== "SM" && code !== ABROAD;
}

function referenceRows(): Row[] {
  const unfit = (
    field: string,
    max: number,
    textOf: (fattura: Fattura) => string | undefined | readonly (string | undefined)[],
  ): Row => [
    "00200",
    field,
    `has room for ${max} Latin characters of it. Correct ${field}`,
    (fattura) => [textOf(fattura)].flat().some((text) => isUnfit(text, max)),
  ];
  return [
    unfit("purchaseOrderReference", 20, ({ order }) => order),
    unfit("contractReference", 20, ({ contract }) => contract),
    unfit("goodsReceiptReference", 20, ({ receipt }) => receipt),
    unfit("precedingInvoices", 20, ({ preceding }) => preceding.map(({ number }) => number)),
    unfit("projectReference", 15, ({ projectCode }) => projectCode),
    unfit("tenderReference", 15, ({ tenderCode }) => tenderCode),
    unfit("buyerAccountingReference", 20, ({ seller }) => seller.reference),
    unfit("items[].buyerAccountingReference", 20, ({ lines }) => lines.map(({ reference }) => reference)),
    unfit("national.it.deliveryNotes", 20, ({ deliveryNotes }) => deliveryNotes.map(({ number }) => number)),
    [
      "FATTURAPA-ORDER",
      "purchaseOrderReference",
      "names the order or the contract with a CUP (projectReference) or a CIG (tenderReference). Set purchaseOrderReference or contractReference",
      ({ order, contract, projectCode, tenderCode }) =>
        (projectCode ?? tenderCode) !== undefined && order === undefined && contract === undefined,
    ],
    [
      "00418",
      "issueDate",
      "refuses a credit note that is dated before its invoice. Correct the clock, and credit the invoice again",
      ({ type, date, preceding }) =>
        type === "TD04" && preceding.some((each) => each.date !== undefined && each.date > date),
    ],
  ];
}

const LINE_ROWS: readonly Row[] = [
  [
    "FATTURAPA-LATIN",
    "items[].description",
    "is in Latin letters, and nothing of the description could be written. State it in Latin letters",
    ({ lines }) => lines.some(({ description }) => description === "" || /^\?+$/.test(description)),
  ],
  [
    "00200",
    "items",
    "needs a line that is not the contribution to a pension fund, and takes 9,999 at most",
    ({ lines }) => lines.length === 0 || lines.length > 9999,
  ],
  [
    "00400",
    "items[].national.it.nature",
    "needs the reason why a line is without VAT. Set national.it.nature of the line, such as N6.7 for a domestic reverse charge",
    ({ lines, contributions }) =>
      [...lines, ...contributions].some(({ rate, nature }) => rate === "0" && nature === undefined),
  ],
  [
    "00401",
    "items[].national.it.nature",
    "refuses a nature with VAT. Leave out national.it.nature, or charge no VAT on the line",
    hasNatureWithVat,
  ],
  [
    "00424",
    "items[].taxRate",
    "takes rates from 1 %. Correct the rates",
    ({ summaries }) => summaries.some(({ rate }) => rate !== "0" && Number(rate) < 1),
  ],
  [
    "FATTURAPA-DECIMALS",
    "items[].taxRate",
    "has two decimals of a percentage. Round the rates",
    ({ summaries }) => !summaries.every(({ rate }) => isShort(rate)),
  ],
  [
    "FATTURAPA-DECIMALS",
    "withholdings[].percent",
    "has two decimals of a percentage. Round the percentages of what is withheld",
    ({ withholdings }) => !withholdings.every(({ percent }) => isShort(percent)),
  ],
  [
    "00200",
    "withholdings[].type",
    "needs the kind of a withholding (TipoRitenuta): RT01 to RT06. Set its type",
    ({ withholdings }) => withholdings.some(({ type }) => type === undefined),
  ],
  [
    "00200",
    "withholdings[].code",
    "needs the kind of income of a withholding (CausalePagamento), such as A. Set its code",
    ({ withholdings }) => withholdings.some(({ reason }) => reason === undefined),
  ],
  [
    "FATTURAPA-DECIMALS",
    "items[].national.it.pensionFund",
    "has two decimals of a percentage. Round the percentage of the contribution",
    ({ contributions }) => !contributions.every(({ percent }) => isShort(percent)),
  ],
];

/** How far the portal's arithmetic may be from what is written, on a line and on VAT. */
const CENT = 0.01;

/** Whether quantity × price, with its change, gives the total (00423). */
function isMiscounted({ quantity = "1", price, change, netAmount }: FatturaLine): boolean {
  const part = change?.amount ?? (change?.percent === undefined ? "0" : times(price, times(change.percent, 0.01)));
  const changed = change?.isCharge === true ? plus(price, part) : minus(price, part);
  return differBy(CENT, times(changed, quantity), netAmount, "or exactly");
}

/** Whether rate × base gives the VAT (00421). */
function isMistaxed({ rate, taxableAmount, taxAmount }: FatturaSummary): boolean {
  return differBy(CENT, times(taxableAmount, times(rate, 0.01)), taxAmount);
}

/** Whether the summaries are not the total (00422): something would be missing on the lines. */
function isMissummed(fattura: Fattura): boolean {
  const sum = fattura.summaries.reduce<DecimalText>(
    (all, { taxableAmount, taxAmount }) => plus(all, plus(taxableAmount, taxAmount)),
    "0",
  );
  // A nature with VAT has a summary of its own with all the VAT of the rate. That is another gap.
  return !hasNatureWithVat(fattura) && differBy(0, sum, fattura.total);
}

function hasNatureWithVat({ lines, contributions }: Fattura): boolean {
  return [...lines, ...contributions].some(({ rate, nature }) => rate !== "0" && nature !== undefined);
}

/** An amount has 11 digits before the point, a quantity 12. */
const hasRoom = (value: DecimalText, digits: number) => value.replace(/^-|\..*$/g, "").length <= digits;

const AMOUNT_ROWS: readonly Row[] = [
  [
    "00200",
    "items[].quantity",
    "has room for 12 digits of a quantity and 11 of an amount. Correct the quantities and prices",
    ({ lines, contributions, summaries, withholdings, total }) =>
      !lines.every(({ quantity = "1" }) => hasRoom(quantity, 12)) ||
      ![
        total,
        ...lines.flatMap(({ price, change, netAmount }) => [price, change?.amount ?? "0", netAmount]),
        ...contributions.map(({ netAmount }) => netAmount),
        ...summaries.flatMap(({ taxableAmount, taxAmount }) => [taxableAmount, taxAmount]),
        ...withholdings.map(({ amount }) => amount),
      ].every((value) => hasRoom(value, 11)),
  ],
  [
    "00421",
    "items[].taxRate",
    "needs the VAT of each rate to be the rate of its base. Correct the rates",
    ({ summaries }) => summaries.some(isMistaxed),
  ],
  ["00422", "items", "needs bases and VAT to be the total. Correct the lines", isMissummed],
  [
    "00423",
    "items[].quantity",
    "has eight decimals of quantities and prices, and quantity × price must give the total of the line. State another quantity or unit",
    ({ lines }) => lines.some(isMiscounted),
  ],
];

/** What the schema (00200) refuses, and the exchange system by itself. FATTURAPA-… are rules that have no code. */
export const FATTURA_RULES: readonly Row[] = [
  [
    "FATTURAPA-EUR",
    "currency",
    "needs amounts in euros. Issue the invoice in EUR",
    ({ currency }) => currency !== "EUR",
  ],
  [
    "FATTURAPA-OSS",
    "items",
    "has no room for the VAT of another state, and a sale declared through OSS needs no invoice. Do not send it",
    ({ hasForeignVat }) => hasForeignVat,
  ],
  ...SELLER_ROWS,
  ...CLIENT_ROWS,
  ...referenceRows(),
  ...LINE_ROWS,
  ...AMOUNT_ROWS,
];
