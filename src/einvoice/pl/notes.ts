import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import { ksefText, partsOf } from "./ksef-text.ts";

/** `DodatkowyOpis`: what FA(3) has no field for, as a name and a value. */
export interface KsefNote {
  readonly key: string;
  readonly value: string;
}

/** The longest name and the longest value. */
const MAX_NOTE = 256;

/** A value in as many notes as it needs; none if there is nothing to say. */
function notesOf(key: string, value: string | undefined): KsefNote[] {
  const [name] = partsOf(key, MAX_NOTE);
  if (name === undefined || value === undefined) return [];
  return partsOf(value, MAX_NOTE).map((part) => ({ key: name, value: part }));
}

type Named = readonly [key: string, value: string | undefined];

const flat = (all: readonly Named[]) => all.flatMap(([key, value]) => notesOf(key, value));

/** What a line says beside its fields: the rest of its description, and numbers of the article. */
export function lineNotes(
  item: EinvoiceDocument["items"][number],
  restOfDescription: string,
  articleNumbers: readonly Named[],
): KsefNote[] {
  const { note, period, attributes = [], purchaseOrderLine, invoicedObject, originCountry } = item;
  return flat([
    ["Opis", restOfDescription],
    ["Uwagi", note],
    ["Okres", period === undefined ? undefined : `${period.start ?? ""} – ${period.end ?? ""}`.trim()],
    ...articleNumbers,
    ["Pozycja zamówienia", purchaseOrderLine],
    ["Konto nabywcy", item.buyerAccountingReference],
    ["Przedmiot", invoicedObject?.id],
    ["Kraj pochodzenia", originCountry],
    ...attributes.map(({ name, value }): Named => [name, value]),
  ]);
}

/** What the document says beside its fields. */
export function documentNotes(document: EinvoiceDocument): KsefNote[] {
  const { notes = [], supportingDocuments = [], deliverTo, vatNote } = document;
  return flat([
    ["Adnotacja", vatNote],
    ["Uwagi", document.note],
    ...notes.map(({ text }): Named => ["Uwagi", text]),
    ["Warunki płatności", document.paymentTerms],
    ["Tytuł płatności", document.paymentReference],
    ["Odniesienie nabywcy", document.buyerReference],
    ["Zamówienie sprzedawcy", document.salesOrderReference],
    ["Potwierdzenie odbioru", document.goodsReceiptReference],
    ["Przetarg", document.tenderReference],
    ["Projekt", document.projectReference],
    ["Konto nabywcy", document.buyerAccountingReference],
    ["Przedmiot", document.invoicedObject?.id],
    ["Nazwa handlowa nabywcy", document.clientTradingName],
    ["Numer rejestrowy nabywcy", document.clientRegistrationNumber],
    ["Osoba kontaktowa", document.clientContact?.name],
    ["Miejsce dostawy", deliverTo === undefined ? undefined : placeOf(deliverTo)],
    ...supportingDocuments.map(
      ({ reference, description, url }): Named => ["Dokument", joined([reference, description, url])],
    ),
    ...earlierInvoices(document),
    [
      "Przyczyna korekty",
      "reason" in document && ksefText(document.reason).length > MAX_NOTE ? document.reason : undefined,
    ],
  ]);
}

const joined = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join(", ");

function placeOf({ name, country, address = {} }: NonNullable<EinvoiceDocument["deliverTo"]>): string {
  const { line1, line2, line3, postalCode, city, region } = address;
  return joined([name, line1, line2, line3, postalCode, city, region, country]);
}

/** Those that the document does not correct. */
function earlierInvoices(document: EinvoiceDocument): Named[] {
  if (isCreditNote(document) || document.documentType === "383") return [];
  const { precedingInvoices = [], advances = [] } = document;
  return precedingInvoices
    .filter(({ number }) => !advances.includes(number))
    .map(({ number }) => ["Wcześniejsza faktura", number]);
}
