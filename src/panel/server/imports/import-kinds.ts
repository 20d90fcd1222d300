import type { CompanyProfile } from "faktura";
import { type VatRates, vatRates } from "faktura/vat";
import countries from "i18n-iso-countries/langs/en.json" with { type: "json" };
import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import { CLIENT_FIELDS, CLIENT_LABELS } from "../../client-fields.ts";
import { formatsIn } from "../../locale-formats.ts";
import { parseTypedNumber, typedText } from "../../typed-number.ts";
import type { ImportFault } from "../../wire.ts";
import { CATALOGUES } from "../page-texts.ts";
import { foldedText } from "../records/named-records.ts";

type Fields = Readonly<Record<string, string>>;

/** What a cell means: the text of the field, or what is wrong with it. */
type Reading = { readonly text: string } | { readonly fault: ImportFault["code"] };

/** What is known of the company whose file it is. */
export interface ImportContext {
  readonly profile: CompanyProfile;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  /** The host's own. */
  readonly rates: VatRates;
}

/** A column of a file of clients or articles. */
interface ImportColumn {
  readonly field: string;
  /** In the language of the pages. Absent: the name of the field. */
  readonly label?: ((texts: Texts) => string) | undefined;
  /** What other programs call it, folded: {@link headKey}. */
  readonly heads?: string;
  /** The most characters. Absent: 200. */
  readonly most?: number;
  readonly read?: ((text: string, context: ImportContext) => Reading) | undefined;
}

/** What files of one kind may have. */
export interface ImportKind {
  readonly columns: readonly ImportColumn[];
  /** Makes a record's fields from those of its row, some of which are only parts of a field. */
  readonly finish: (row: Fields, context: ImportContext) => Fields;
}

/** A head without case, accents and signs: `USt-IdNr.` is `ustidnr`. */
export function headKey(head: string): string {
  return foldedText(head).replaceAll(/[^\p{L}\p{N}/]/gu, "");
}

/** What other programs call the fields of a client, in English, German and French. */
const CLIENT_HEADS: Readonly<Record<string, string>> = {
  "/clientName":
    "name client company companyname customer customername organization organisation name1 firma firmenname unternehmen unternehmensname kunde kundenname nameadressattypunternehmen nameadressattypkeineangabe societe raisonsociale nom nomduclient entreprise denomination",
  "/clientNumber":
    "number customernumber customerno customerid clientno nummer kundennummer kundennr kdnr debitorennummer debitor konto numero numeroclient numeroduclient codeclient",
  "/clientAddress/line1":
    "streetaddress address address1 addressline1 strasse strassehausnummer strasseundhausnummer strassehausnr anschrift adresse adresse1 rue voie",
  "/clientAddress/line2": "address2 addressline2 adresszusatz adresse2 zusatz complement complementdadresse",
  "/clientAddress/postalCode": "postcode zip zipcode plz postleitzahl cp codepostal",
  "/clientAddress/city": "town ort stadt wohnort ville localite commune",
  "/clientAddress/region": "state province bundesland",
  "/clientCountry": "countrycode land landercode landescode isolandercode euland pays codepays",
  "/clientVatNumber":
    "vat vatid vatno vatregistrationnumber ustid ustidnr ustidnummer umsatzsteuerid umsatzsteueridentnummer umsatzsteueridentifikationsnummer uid uidnummer euustid tva numerodetva numtva ntva ndetva ndetvaintracommunautaire tvaintracommunautaire numerodetvaintracommunautaire ntvaintracommunautaire",
  "/clientEmail": "email emailaddress mail emailadresse email1 courriel adresseemail",
  "/clientContact/name": "contact contactname ansprechpartner kontaktperson interlocuteur",
  "/clientContact/phone": "phone phonenumber telephone telefon telefon1 telefonnummer tel",
};

const CLIENT_READERS: Readonly<Record<string, ImportColumn["read"]>> = {
  "/clientCountry": countryOf,
  "/isCompany": (text) =>
    choiceOf(text, ({ newInvoice, fields }) => [newInvoice.company, newInvoice.consumer, fields.notStated], [
      "yes",
      "no",
      "unstated",
    ]),
  "/supply": supplyOf,
};

export const CLIENT_IMPORT: ImportKind = {
  columns: [
    ...CLIENT_FIELDS.map((field) => {
      const label = CLIENT_LABELS[field];
      return {
        field,
        label: label && ((texts: Texts) => label(texts.newInvoice, texts)),
        heads: CLIENT_HEADS[field] ?? "",
        read: CLIENT_READERS[field],
      };
    }),
    { field: "firstName", heads: "firstname vorname vornameadressattypnaturlperson prenom" },
    { field: "lastName", heads: "lastname surname nachname familienname nameadressattypnaturlperson nomdefamille" },
  ],
  /** Persons have two names. A VAT number is that of a business. */
  finish({ firstName = "", lastName = "", ...fields }) {
    const person = `${firstName} ${lastName}`.trim();
    const name = fields["/clientName"] === undefined && person !== "" ? { "/clientName": person } : {};
    return { ...(fields["/clientVatNumber"] !== undefined && { "/isCompany": "yes" }), ...fields, ...name };
  },
};

export const ARTICLE_IMPORT: ImportKind = {
  columns: [
    {
      field: "/sku",
      label: (texts) => texts.newInvoice.articleNumber,
      heads:
        "sku number articlenumber itemnumber nummer artikelnummer artikelnr artnr produktnummer reference ref numero",
    },
    {
      field: "name",
      heads: "name article item product title artikel artikelname produkt produktname titel nom titre produit article",
    },
    {
      field: "/description",
      most: 3000,
      label: (texts) => texts.newInvoice.description,
      heads: "description beschreibung bezeichnung artikelbezeichnung designation libelle text",
    },
    { field: "/unit", label: (texts) => texts.newInvoice.unit, heads: "unit einheit mengeneinheit unite" },
    {
      field: "/unitPrice",
      label: (texts) => texts.articles.priceColumn,
      heads:
        "price unitprice netprice preis einzelpreis nettopreis preisnetto verkaufspreis vk vknetto verkaufspreisnetto prix prixunitaire prixht prixunitaireht puht",
      read: numberOf,
    },
    {
      field: "gross",
      heads: "grossprice bruttopreis preisbrutto vkbrutto verkaufspreisbrutto prixttc prixunitairettc",
      read: numberOf,
    },
    {
      field: "/prices",
      label: (texts) => texts.newInvoice.prices,
      read: (text) =>
        choiceOf(text, ({ newInvoice }) => [newInvoice.netPrices, newInvoice.grossPrices], ["net", "gross"]),
    },
    {
      field: "rate",
      label: (texts) => texts.newInvoice.vatRate,
      heads:
        "vat vatrate rate taxrate tax mwst mwstsatz ust ustsatz umsatzsteuer umsatzsteuersatz steuersatz tva tauxdetva tauxtva",
      read: rateOf,
    },
    { field: "/supply", label: (texts) => texts.newInvoice.supplyType, read: supplyOf },
    { field: "/standardId/id", label: () => "GTIN", heads: "gtin ean eancode gtinean barcode" },
  ],
  finish({ name, gross, rate, ...fields }, { profile }) {
    const { "/description": description, ...others } = fields;
    const texts = [...new Set([name, description])].filter((text) => text !== undefined);
    const price =
      others["/unitPrice"] === undefined && gross !== undefined ? { "/unitPrice": gross, "/prices": "gross" } : {};
    return {
      ...(texts.length > 0 && { "/description": texts.join("\n") }),
      ...{ "/prices": "net", ...others, ...price },
      ...(rate !== undefined && { [`/rates/${profile.country}`]: rate }),
    };
  },
};

/** The code of a country, which a file names in English, German or French, or by its code. */
function countryOf(text: string): Reading {
  const code = text.toUpperCase() === "EL" ? "GR" : text.toUpperCase();
  const known = Object.hasOwn(countries.countries, code) || code === "XI" ? code : countryNames().get(headKey(text));
  return known === undefined ? { fault: "country" } : { text: known };
}

let names: ReadonlyMap<string, string> | undefined;

function countryNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    Object.keys(CATALOGUES).flatMap((language) => {
      const { countryText } = formatsIn(language);
      return Object.keys(countries.countries).map((code): [string, string] => [headKey(countryText(code)), code]);
    }),
  );
  return names;
}

/** A choice by its value, or by its words in one of the languages. */
function choiceOf(text: string, wordsOf: (texts: Texts) => readonly string[], values: readonly string[]): Reading {
  const key = headKey(text);
  const words = [values, ...Object.values(CATALOGUES).map(wordsOf)];
  const index = words.map((each) => each.findIndex((word) => headKey(word) === key)).find((at) => at >= 0);
  return index === undefined ? { fault: "choice" } : { text: values[index]! };
}

function supplyOf(text: string): Reading {
  return choiceOf(text, ({ words }) => Object.values(words.supplies), Object.keys(CATALOGUES.en.words.supplies));
}

/** A number as a field of it takes it. Signs of currencies are left out. */
function numberOf(text: string): Reading {
  const typed = parseTypedNumber(text.replaceAll(/\p{Sc}|\b[A-Z]{3}\b/gu, "").trim());
  return typed.kind === "number"
    ? { text: typedText(typed.value, "en") }
    : { fault: typed.kind === "ambiguous" ? "ambiguous" : "number" };
}

/** The rate as an article keeps it, which is empty for the standard one of the company's state. */
function rateOf(text: string, { profile, today, rates }: ImportContext): Reading {
  const typed = parseTypedNumber(text.replace("%", "").trim());
  if (typed.kind !== "number") return { fault: "number" };
  const known = vatRates(profile.country, { on: today, rates }).find(({ rate }) => rate === typed.value);
  if (known === undefined) return { fault: "rate" };
  return { text: known.kind === "standard" ? "" : String(known.rate) };
}
