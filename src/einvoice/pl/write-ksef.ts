import type { DecimalText } from "../../domain/money/decimal-text.ts";
import { documentOf, group, leaf, type Xml } from "../xml.ts";
import { type KsefAdvance, type KsefOrderedItem, orderValueOf } from "./advances.ts";
import type { KsefAnnotations, KsefInvoice, KsefSum } from "./ksef-invoice.ts";
import { partsOf } from "./ksef-text.ts";
import type { KsefLine } from "./lines.ts";
import type { KsefNote } from "./notes.ts";
import type { KsefAddress, KsefId, KsefParty, KsefThirdParty } from "./parties.ts";
import type { KsefAccount, KsefChange, KsefPayment, KsefSettlement } from "./payment.ts";

const NAMESPACE = "http://crd.gov.pl/wzor/2025/06/25/13775/";

/** FA(3), version 1-0E. The invoice has no gaps. */
export function writeKsef(invoice: KsefInvoice): string {
  return documentOf(
    "Faktura",
    { xmlns: NAMESPACE },
    group(
      "Naglowek",
      leaf("KodFormularza", "FA", { kodSystemowy: "FA (3)", wersjaSchemy: "1-0E" }),
      leaf("WariantFormularza", "3"),
      leaf("DataWytworzeniaFa", invoice.createdAt),
      leaf("SystemInfo", "faktura"),
    ),
    group(
      "Podmiot1",
      leaf("PrefiksPodatnika", invoice.isWithinEu ? "PL" : undefined),
      identity(invoice.seller),
      address(invoice.seller.address),
      contact(invoice.seller),
    ),
    client(invoice),
    ...invoice.thirdParties.map(thirdParty),
    representative(invoice.representative),
    group(
      "Fa",
      ...general(invoice),
      ...kind(invoice),
      ...notes(invoice),
      ...invoice.advances.map(advance),
      ...body(invoice),
    ),
    footer(invoice),
  );
}

/** Text of at most so many characters; what is longer is cut. */
const words = (name: string, value: string | undefined, max = 256) =>
  leaf(name, value === undefined ? undefined : partsOf(value, max)[0]);
const yes = (name: string, holds: boolean) => leaf(name, holds ? "1" : undefined);
/** `1` is yes, `2` is no. */
const either = (name: string, holds: boolean) => leaf(name, holds ? "1" : "2");

function idOf(id: KsefId): Xml[] {
  switch (id.kind) {
    case "nip":
      return [leaf("NIP", id.id)];
    case "internal":
      return [leaf("IDWew", id.id)];
    case "eu":
      return [leaf("KodUE", id.country), leaf("NrVatUE", id.id)];
    case "other":
      return [leaf("KodKraju", id.country), leaf("NrID", id.id)];
    case "none":
      return [leaf("BrakID", "1")];
  }
}

function identity({ id, name }: KsefParty): Xml {
  return group("DaneIdentyfikacyjne", ...idOf(id), words("Nazwa", name, 512));
}

function address(given: KsefAddress | undefined): Xml {
  if (given === undefined) return "";
  const { country, line1, line2 } = given;
  return group("Adres", leaf("KodKraju", country), words("AdresL1", line1, 512), words("AdresL2", line2, 512));
}

function contact({ email, phone }: KsefParty): Xml {
  return group("DaneKontaktowe", leaf("Email", email), leaf("Telefon", phone));
}

function client({ client: given, thirdParties }: KsefInvoice): Xml {
  return group(
    "Podmiot2",
    identity(given),
    address(given.address),
    contact(given),
    words("NrKlienta", given.number),
    either(
      "JST",
      thirdParties.some(({ role }) => role === "8"),
    ),
    either(
      "GV",
      thirdParties.some(({ role }) => role === "10"),
    ),
  );
}

function thirdParty(given: KsefThirdParty): Xml {
  const { role } = given;
  const roles = typeof role === "string" ? [leaf("Rola", role)] : [yes("RolaInna", true), words("OpisRoli", role.text)];
  return group("Podmiot3", identity(given), ...roles);
}

function representative(given: KsefParty | undefined): Xml {
  return given === undefined
    ? ""
    : group("PodmiotUpowazniony", identity(given), address(given.address), leaf("RolaPU", "3"));
}

function general(invoice: KsefInvoice): Xml[] {
  const { period, annotations } = invoice;
  return [
    leaf("KodWaluty", invoice.currency),
    leaf("P_1", invoice.date),
    words("P_1M", invoice.placeOfIssue),
    words("P_2", invoice.number),
    words("WZ", invoice.deliveryNote),
    leaf("P_6", invoice.supplyDate),
    group("OkresFa", leaf("P_6_Od", period?.start), leaf("P_6_Do", period?.end)),
    ...invoice.sums.map(sum),
    leaf("P_15", invoice.total),
    annotationsOf(annotations),
  ];
}

function sum({ name, netAmount, vat, vatInPln }: KsefSum): Xml {
  return [leaf(`P_13_${name}`, netAmount), leaf(`P_14_${name}`, vat), leaf(`P_14_${name}W`, vatInPln)].join("");
}

const BASIS = { act: "P_19A", directive: "P_19B", other: "P_19C" } as const;

function annotationsOf(given: KsefAnnotations): Xml {
  const { exemption } = given;
  const exempt =
    exemption === undefined
      ? [yes("P_19N", true)]
      : [yes("P_19", true), words(BASIS[exemption.basis], exemption.reason)];
  return group(
    "Adnotacje",
    either("P_16", given.isCashAccounting),
    either("P_17", given.isSelfBilled),
    either("P_18", given.isReverseCharge),
    either("P_18A", given.isSplitPayment),
    group("Zwolnienie", ...exempt),
    group("NoweSrodkiTransportu", yes("P_22N", true)),
    either("P_23", given.isTriangular),
    group("PMarzy", ...marginSchemeOf(given)),
  );
}

function marginSchemeOf({ marginScheme }: KsefAnnotations): Xml[] {
  if (marginScheme === undefined) return [yes("P_PMarzyN", true)];
  return [yes("P_PMarzy", true), yes(`P_PMarzy_${marginScheme}`, true)];
}

function kind(invoice: KsefInvoice): Xml[] {
  const { isCorrection, advanceKind, reason, correctionType, corrected, correctedKsefNumber: number } = invoice;
  if (!isCorrection) return [leaf("RodzajFaktury", advanceKind ?? "VAT")];
  const inKsef =
    number === undefined || number === "none"
      ? [yes("NrKSeFN", true)]
      : [yes("NrKSeF", true), leaf("NrKSeFFaKorygowanej", number)];
  return [
    leaf("RodzajFaktury", advanceKind === undefined ? "KOR" : `KOR_${advanceKind}`),
    words("PrzyczynaKorekty", reason),
    leaf("TypKorekty", correctionType),
    ...corrected.map((each) =>
      group(
        "DaneFaKorygowanej",
        leaf("DataWystFaKorygowanej", each.date),
        words("NrFaKorygowanej", each.number),
        ...inKsef,
      ),
    ),
  ];
}

function advance({ number, ksefNumber }: KsefAdvance): Xml {
  return ksefNumber === "none"
    ? group("FakturaZaliczkowa", yes("NrKSeFZN", true), words("NrFaZaliczkowej", number))
    : group("FakturaZaliczkowa", leaf("NrKSeFFaZaliczkowej", ksefNumber));
}

function notes({ notes: given, lines, advanceKind }: KsefInvoice): Xml[] {
  const note = ({ key, value }: KsefNote, line?: number) =>
    group(
      "DodatkowyOpis",
      leaf("NrWiersza", line === undefined ? undefined : String(line)),
      leaf("Klucz", key),
      leaf("Wartosc", value),
    );
  return [
    ...given.map((each) => note(each)),
    ...lines.flatMap((line, index) => {
      if (advanceKind !== "ZAL") return line.notes.map((each) => note(each, index + 1));
      return [{ key: "Zaliczka", value: partsOf(line.description, 256)[0]! }, ...line.notes].map((each) => note(each));
    }),
  ];
}

function body(invoice: KsefInvoice): Xml[] {
  const { advanceKind, exchangeRate, settlement, payment, contract, order, orderedItems } = invoice;
  const lines = advanceKind === "ZAL" ? [] : invoice.lines;
  return [
    ...lines.map((each, index) => lineOf(each, index + 1, exchangeRate)),
    settlementOf(settlement),
    paymentOf(payment),
    group(
      "WarunkiTransakcji",
      group("Umowy", words("NrUmowy", contract)),
      group("Zamowienia", words("NrZamowienia", order)),
    ),
    orderOf(orderedItems),
  ];
}

function orderOf(items: readonly KsefOrderedItem[]): Xml {
  if (items.length === 0) return "";
  return group("Zamowienie", leaf("WartoscZamowienia", orderValueOf(items)), ...items.map(orderedItem));
}

function orderedItem({ rate, ...item }: KsefOrderedItem, index: number): Xml {
  return group(
    "ZamowienieWiersz",
    leaf("NrWierszaZam", String(index + 1)),
    words("P_7Z", item.description, 512),
    words("P_8AZ", item.unit),
    leaf("P_8BZ", item.quantity),
    leaf("P_9AZ", item.price),
    leaf("P_11NettoZ", item.netAmount),
    leaf("P_11VatZ", item.vat),
    leaf(rate?.isOss === true ? "P_12Z_XII" : "P_12Z", rate?.code),
  );
}

function lineOf(line: KsefLine, number: number, exchangeRate: DecimalText | undefined): Xml {
  const { price, rate } = line;
  const isOfMargin = line.marginScheme !== undefined;
  const grossAmount = isOfMargin ? (line.grossAmount ?? line.netAmount) : line.grossAmount;
  const isGross = grossAmount !== undefined;
  return group(
    "FaWiersz",
    leaf("NrWierszaFa", String(number)),
    words("P_7", line.description, 512),
    words("Indeks", line.articleNumber),
    words("GTIN", line.gtin),
    leaf("PKWiU", line.pkwiu),
    words("CN", line.nomenclature),
    words("P_8A", line.unit),
    leaf("P_8B", line.quantity),
    leaf(isGross ? "P_9B" : "P_9A", price),
    leaf("P_10", line.discount),
    leaf("P_11", isOfMargin ? undefined : line.netAmount),
    leaf("P_11A", grossAmount),
    leaf("P_12", rate?.isOss === false ? rate.code : undefined),
    leaf("P_12_XII", rate?.isOss === true ? rate.code : undefined),
    yes("P_12_Zal_15", line.isOfAnnex15),
    leaf("GTU", line.goodsGroup),
    leaf("Procedura", line.procedure),
    leaf("KursWaluty", exchangeRate),
  );
}

function settlementOf(given: KsefSettlement | undefined): Xml {
  if (given === undefined) return "";
  const change = (name: string) => (each: KsefChange) =>
    group(name, leaf("Kwota", each.amount), words("Powod", each.reason));
  const isOverpaid = given.due.startsWith("-");
  return group(
    "Rozliczenie",
    ...given.charges.map(change("Obciazenia")),
    ...given.deductions.map(change("Odliczenia")),
    leaf(isOverpaid ? "DoRozliczenia" : "DoZaplaty", isOverpaid ? given.due.slice(1) : given.due),
  );
}

function paymentOf(given: KsefPayment | undefined): Xml {
  if (given === undefined) return "";
  const { dueDate, means, accounts, isOfFactor, discount } = given;
  const account = ({ number, bic, name }: KsefAccount) =>
    group(
      isOfFactor ? "RachunekBankowyFaktora" : "RachunekBankowy",
      leaf("NrRB", number),
      leaf("SWIFT", bic),
      words("OpisRachunku", name),
    );
  return group(
    "Platnosc",
    group("TerminPlatnosci", leaf("Termin", dueDate)),
    ...(typeof means === "object"
      ? [yes("PlatnoscInna", true), words("OpisPlatnosci", means.text)]
      : [leaf("FormaPlatnosci", means)]),
    ...accounts.map(account),
    group("Skonto", leaf("WarunkiSkonta", discount?.terms), leaf("WysokoscSkonta", discount?.amount)),
  );
}

function footer({ legalNote, courtRegister }: KsefInvoice): Xml {
  return group(
    "Stopka",
    group("Informacje", words("StopkaFaktury", legalNote, 3500)),
    group("Rejestry", leaf("KRS", courtRegister)),
  );
}
