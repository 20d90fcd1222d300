import type { CalendarDay } from "../calendar.ts";
import { yearsFrom } from "../calendar.ts";
import { withoutFormulas } from "../csv.ts";
import type { Span } from "../returns/period.ts";
import type { AccountingRow } from "./accounting-rows.ts";
import type { DatevSettings } from "./accounts.ts";

/** `count` pairs of columns. A name that begins with `"` is one of text. */
const pairs = (kind: string, content: string, count: number) =>
  Array.from({ length: count }, (_, index) => [`"${kind} ${index + 1}`, `"${content} ${index + 1}`]).flat();

/**
 * The columns of a booking batch, in their order. A name that begins with `"` is one of text, which is quoted.
 *
 * @see DATEV, DATEV-Format, Buchungsstapel, format version 13: https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel
 */
const COLUMNS: readonly string[] = [
  ...["Umsatz (ohne Soll/Haben-Kz)", '"Soll/Haben-Kennzeichen', '"WKZ Umsatz', "Kurs", "Basis-Umsatz"],
  ...['"WKZ Basis-Umsatz', "Konto", "Gegenkonto (ohne BU-Schlüssel)", '"BU-Schlüssel', "Belegdatum", '"Belegfeld 1'],
  ...['"Belegfeld 2', "Skonto", '"Buchungstext', "Postensperre", '"Diverse Adressnummer', "Geschäftspartnerbank"],
  ...["Sachverhalt", "Zinssperre", '"Beleglink', ...pairs("Beleginfo - Art", "Beleginfo - Inhalt", 8)],
  ...['"KOST1 - Kostenstelle', '"KOST2 - Kostenstelle', "Kost-Menge", '"EU-Land u. UStID (Bestimmung)'],
  ...["EU-Steuersatz (Bestimmung)", '"Abw. Versteuerungsart', "Sachverhalt L+L", "Funktionsergänzung L+L"],
  ...["BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"],
  ...pairs("Zusatzinformation - Art", "Zusatzinformation- Inhalt", 20),
  ...["Stück", "Gewicht", "Zahlweise", '"Forderungsart', "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp"],
  ...['"Auftragsnummer', '"Buchungstyp', "USt-Schlüssel (Anzahlungen)", '"EU-Land (Anzahlungen)'],
  ...["Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", '"Herkunft-Kz'],
  ...['"Buchungs GUID', "KOST-Datum", '"SEPA-Mandatsreferenz', "Skontosperre", '"Gesellschaftername'],
  ...["Beteiligtennummer", '"Identifikationsnummer', '"Zeichnernummer', "Postensperre bis"],
  ...['"Bezeichnung SoBil-Sachverhalt', "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum"],
  ...["Datum Zuord. Steuerperiode", "Fälligkeit", '"Generalumkehr (GU)', "Steuersatz", '"Land', '"Abrechnungsreferenz'],
  ...["BVV-Position", '"EU-Land u. UStID (Ursprung)', "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
];

/** What a batch is of. */
export interface DatevBatch {
  /** Its first and last day, both inclusive. DATEV's days have no year, so both are in one fiscal year. */
  readonly span: Span;
  /** The numbers of consultant and client, and the fiscal year. */
  readonly settings: DatevSettings;
  /** When the file is written. */
  readonly createdAt: Date;
}

/**
 * A booking batch (Buchungsstapel) in DATEV's format, header version 700, format version 13, in Windows-1252. Each row debits
 * the client's account or, if its amount is negative, credits it. Only rows in which {@link accountingFaults} finds nothing.
 *
 * @see DATEV, DATEV-Format, Header: https://developer.datev.de/datev/platform/de/dtvf/formate/header
 */
export function datevBatch(
  rows: readonly AccountingRow[],
  { span, settings, createdAt }: DatevBatch,
): Uint8Array<ArrayBuffer> {
  const { consultant, client, accountLength = 4, chart = "" } = settings;
  const days = [fiscalYearOf(span.from, settings), `${accountLength}`, span.from, span.to].map(digitsOf);
  const header = [
    ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", digitsOf(createdAt.toISOString()), "", '"RE"', '""', '""'],
    ...[`${consultant}`, `${client}`, ...days, '"Buchungsstapel"', '""', "1", "0", "0", '"EUR"'],
    ...["", '""', "", "", `"${chart}"`, "", "", '""', '""'],
  ];
  const names = COLUMNS.map((name) => name.replace('"', ""));
  return windows1252([header, names, ...rows.filter(({ amount }) => amount !== 0).map(cellsOf)]);
}

function cellsOf(row: AccountingRow): string[] {
  const { kind, on, number, invoiceNumber, clientName, clientVatNumber, section, country, taxRate } = row;
  const { amount, debtor, account, taxKey, reference } = row;
  const about = [kind === "credit-note" ? (invoiceNumber ?? "") : "", clientName, reference ?? ""];
  const isInOss = section === "oss" && taxRate !== null;
  const state = country === "GR" ? "EL" : country; // as in VAT numbers
  const values: Readonly<Record<string, string | null>> = {
    "Umsatz (ohne Soll/Haben-Kz)": decimalComma(Math.abs(amount)),
    "Soll/Haben-Kennzeichen": amount > 0 ? "S" : "H",
    "WKZ Umsatz": "EUR",
    Konto: debtor,
    "Gegenkonto (ohne BU-Schlüssel)": account,
    "BU-Schlüssel": taxKey === null ? null : taxKey.padStart(4, "0"),
    Belegdatum: `${on.slice(8)}${on.slice(5, 7)}`,
    "Belegfeld 1": number.replace(/[^\w$&%*+\-/]|_/g, "-").slice(0, 36),
    Buchungstext: withoutFormulas(about.filter((text) => text !== "").join(" ")).slice(0, 60),
    "EU-Land u. UStID (Bestimmung)": section === "recapitulative" ? clientVatNumber : isInOss ? state : null,
    "EU-Steuersatz (Bestimmung)": isInOss ? decimalComma(taxRate) : null,
    Festschreibung: "0",
  };
  return COLUMNS.map((column) => {
    const text = values[column.replace('"', "")] ?? "";
    return column.startsWith('"') ? `"${text.replaceAll(/\p{Cc}/gu, " ").replaceAll('"', '""')}"` : text;
  });
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

const decimalComma = (value: number) => value.toFixed(2).replace(".", ",");

/** The first day of the fiscal year that a day is in. */
export function fiscalYearOf(day: CalendarDay, { fiscalYearStart = "01-01" }: DatevSettings): CalendarDay {
  const start = `${day.slice(0, 4)}-${fiscalYearStart}`;
  return start <= day ? start : yearsFrom(start, -1);
}

/** The signs from 0x80 on that are not those of Unicode; a space where there is none. */
const SIGNS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The lines as bytes. A letter that the code page lacks loses its accent, or is `?`. */
function windows1252(lines: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((cells) => `${cells.join(";")}\r\n`).join("");
  return Uint8Array.from(
    text.normalize("NFC"),
    (letter) => byteOf(letter) ?? byteOf(letter.normalize("NFD")[0]!) ?? 0x3f,
  );
}

function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0)!;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const sign = letter === " " ? -1 : SIGNS.indexOf(letter);
  return sign < 0 ? undefined : 0x80 + sign;
}
