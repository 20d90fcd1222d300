import type { ItalianPerson } from "../../domain/generated/national.ts";
import { type DecimalText, divided } from "../../domain/money/decimal-text.ts";
import { documentOf, group, text, type Xml } from "../xml.ts";
import type { Fattura, FatturaPayment } from "./fattura.ts";
import type { FatturaAddress, FatturaParty, FatturaSeller, FiscalId } from "./fattura-party.ts";
import { asciiText, latinText } from "./latin-text.ts";
import type { FatturaContribution, FatturaLine, PriceChange } from "./lines.ts";
import type { FatturaSummary } from "./summaries.ts";

const NAMESPACE = "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2";

/** Who takes a file: private clients (`FPR12`), or public offices, whose codes are shorter (`FPA12`). */
export function formatOf({ recipientCode }: Pick<Fattura, "recipientCode">): "FPA12" | "FPR12" {
  return recipientCode.length === 6 ? "FPA12" : "FPR12";
}

/** FatturaPA 1.2.3. The fattura has no gaps. */
export function writeFattura(fattura: Fattura, progressive: string): string {
  return documentOf(
    "p:FatturaElettronica",
    { "xmlns:p": NAMESPACE, versione: formatOf(fattura) },
    group(
      "FatturaElettronicaHeader",
      transmission(fattura, progressive),
      seller(fattura),
      representative(fattura),
      client(fattura),
      text("SoggettoEmittente", fattura.isSelfBilled ? "CC" : undefined),
    ),
    group(
      "FatturaElettronicaBody",
      group("DatiGenerali", general(fattura), references(fattura)),
      group(
        "DatiBeniServizi",
        ...fattura.lines.map((each, index) => line(each, index + 1)),
        ...fattura.summaries.map(summary),
      ),
      ...fattura.payments.map(payment),
    ),
  );
}

/** A number with at least `least` and at most `most` decimals. */
function decimals(value: DecimalText, least: number, most = least): string {
  const [whole, fraction = ""] = divided(value, 1, most).split(".");
  return `${whole}.${fraction.padEnd(least, "0")}`;
}

const amount = (value: DecimalText) => decimals(value, 2);
const price = (value: DecimalText) => decimals(value, 2, 8);

const latin = (name: string, value: string | undefined, max?: number) =>
  text(name, value === undefined ? undefined : latinText(value).slice(0, max));
const ascii = (name: string, value: string | undefined, max?: number) =>
  text(name, value === undefined ? undefined : asciiText(value).slice(0, max));
const yes = (name: string, holds: boolean) => text(name, holds ? "SI" : undefined);

function transmission(fattura: Fattura, progressive: string): Xml {
  return group(
    "DatiTrasmissione",
    fiscalId("IdTrasmittente", fattura.transmitter),
    ascii("ProgressivoInvio", progressive),
    text("FormatoTrasmissione", formatOf(fattura)),
    text("CodiceDestinatario", fattura.recipientCode),
    text("PECDestinatario", fattura.certifiedEmail),
  );
}

function fiscalId(name: string, id: FiscalId | undefined): Xml {
  return id === undefined ? "" : group(name, text("IdPaese", id.country), ascii("IdCodice", id.code));
}

function names(name: string, person: ItalianPerson | undefined): Xml {
  if (person === undefined) return group("Anagrafica", latin("Denominazione", name));
  return group("Anagrafica", latin("Nome", person.firstName), latin("Cognome", person.lastName));
}

function identity({ vatNumber, taxCode, name, person }: Partial<FatturaParty>, ...more: readonly Xml[]): Xml {
  return group(
    "DatiAnagrafici",
    fiscalId("IdFiscaleIVA", vatNumber),
    text("CodiceFiscale", taxCode),
    names(name ?? "", person),
    ...more,
  );
}

function address({ street, postalCode, city, province, country }: FatturaAddress): Xml {
  return group(
    "Sede",
    text("Indirizzo", street),
    text("CAP", postalCode),
    text("Comune", city),
    text("Provincia", province),
    text("Nazione", country),
  );
}

function seller({ seller: given, taxRegime }: Fattura): Xml {
  return group(
    "CedentePrestatore",
    identity(given, text("RegimeFiscale", taxRegime)),
    address(given.address),
    registration(given),
    group("Contatti", text("Telefono", given.phone), text("Email", emailOf(given.email))),
    ascii("RiferimentoAmministrazione", given.reference),
  );
}

function registration({ registration: given }: FatturaSeller): Xml {
  if (given === undefined) return "";
  const { office, number, capital, soleShareholder, inLiquidation } = given;
  return group(
    "IscrizioneREA",
    text("Ufficio", office),
    ascii("NumeroREA", number),
    text("CapitaleSociale", capital === undefined ? undefined : amount(divided(capital, 1, 2))),
    text("SocioUnico", soleShareholder === undefined ? undefined : soleShareholder ? "SU" : "SM"),
    text("StatoLiquidazione", inLiquidation === true ? "LS" : "LN"),
  );
}

/** An address that FatturaPA takes; others are left out, because nobody needs them. */
function emailOf(email: string | undefined): string | undefined {
  return email !== undefined && /^[^@]+@[^@]+\.[^@.]+$/.test(email) && email.length >= 7 ? email : undefined;
}

function representative({ representative: given }: Fattura): Xml {
  return given === undefined ? "" : group("RappresentanteFiscale", identity(given));
}

function client({ client: given }: Fattura): Xml {
  return group("CessionarioCommittente", identity(given), address(given.address));
}

/** The longest text of `Causale`, which is repeated for longer ones. */
const MAX_TEXT = 200;

function general(fattura: Fattura): Xml {
  const { type, currency, date, number, withholdings, hasStampDuty, contributions, total, rounding, texts } = fattura;
  const reasons = texts.flatMap((each) => latinText(each).match(new RegExp(`.{1,${MAX_TEXT}}`, "g")) ?? []);
  return group(
    "DatiGeneraliDocumento",
    text("TipoDocumento", type),
    text("Divisa", currency),
    text("Data", date),
    ascii("Numero", number),
    ...withholdings.map((each) =>
      group(
        "DatiRitenuta",
        text("TipoRitenuta", each.type),
        text("ImportoRitenuta", amount(each.amount)),
        text("AliquotaRitenuta", amount(each.percent)),
        text("CausalePagamento", each.reason),
      ),
    ),
    hasStampDuty ? group("DatiBollo", text("BolloVirtuale", "SI"), text("ImportoBollo", STAMP_DUTY)) : "",
    ...contributions.map(contribution),
    text("ImportoTotaleDocumento", amount(total)),
    text("Arrotondamento", rounding === undefined ? undefined : amount(rounding)),
    ...reasons.map((each) => latin("Causale", each)),
  );
}

const STAMP_DUTY = "2.00";

function contribution({ type, percent, netAmount, rate, isWithheld, nature }: FatturaContribution): Xml {
  return group(
    "DatiCassaPrevidenziale",
    text("TipoCassa", type),
    text("AlCassa", amount(percent)),
    text("ImportoContributoCassa", amount(netAmount)),
    text("AliquotaIVA", amount(rate)),
    yes("Ritenuta", isWithheld),
    text("Natura", nature),
  );
}

/** The project and the tender belong to the order, or else to the contract. */
function references(fattura: Fattura): Xml {
  const { order, contract, projectCode, tenderCode, receipt, preceding, deliveryNotes } = fattura;
  const codes = [ascii("CodiceCUP", projectCode), ascii("CodiceCIG", tenderCode)];
  const related = (name: string, number: string | undefined, ...more: readonly Xml[]) =>
    number === undefined ? "" : group(name, ascii("IdDocumento", number), ...more);
  return [
    related("DatiOrdineAcquisto", order, ...codes),
    related("DatiContratto", contract, ...(order === undefined ? codes : [])),
    related("DatiRicezione", receipt),
    ...preceding.map(({ number, date }) => related("DatiFattureCollegate", number, text("Data", date))),
    ...deliveryNotes.map(({ number, date }) => group("DatiDDT", ascii("NumeroDDT", number), text("DataDDT", date))),
  ].join("");
}

function line(given: FatturaLine, number: number): Xml {
  const { kind, codes, description, quantity, unit, period, netAmount, rate, isWithheld, nature, reference } = given;
  return group(
    "DettaglioLinee",
    text("NumeroLinea", String(number)),
    text("TipoCessionePrestazione", kind),
    ...codes.map(({ type, value }) =>
      group("CodiceArticolo", ascii("CodiceTipo", type, 35), latin("CodiceValore", value)),
    ),
    latin("Descrizione", description),
    text("Quantita", quantity === undefined ? undefined : price(quantity)),
    ascii("UnitaMisura", unit, 10),
    text("DataInizioPeriodo", period?.start),
    text("DataFinePeriodo", period?.end),
    text("PrezzoUnitario", price(given.price)),
    change(given.change),
    text("PrezzoTotale", amount(netAmount)),
    text("AliquotaIVA", amount(rate)),
    yes("Ritenuta", isWithheld),
    text("Natura", nature),
    ascii("RiferimentoAmministrazione", reference),
  );
}

function change(given: PriceChange | undefined): Xml {
  if (given === undefined) return "";
  return group(
    "ScontoMaggiorazione",
    text("Tipo", given.isCharge ? "MG" : "SC"),
    text("Percentuale", given.percent === undefined ? undefined : amount(given.percent)),
    text("Importo", given.amount === undefined ? undefined : price(given.amount)),
  );
}

function summary({ rate, nature, taxableAmount, taxAmount, chargeability, legalBasis }: FatturaSummary): Xml {
  return group(
    "DatiRiepilogo",
    text("AliquotaIVA", amount(rate)),
    text("Natura", nature),
    text("ImponibileImporto", amount(taxableAmount)),
    text("Imposta", amount(taxAmount)),
    text("EsigibilitaIVA", chargeability),
    latin("RiferimentoNormativo", legalBasis, 100),
  );
}

function payment({ means, dueDate, amount: due, holder, iban, bic, reference }: FatturaPayment): Xml {
  return group(
    "DatiPagamento",
    text("CondizioniPagamento", "TP02"),
    group(
      "DettaglioPagamento",
      latin("Beneficiario", holder, 200),
      text("ModalitaPagamento", means),
      text("DataScadenzaPagamento", dueDate),
      text("ImportoPagamento", amount(due)),
      text("IBAN", iban),
      text("BIC", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/.test(bic ?? "") ? bic : undefined),
      ascii("CodicePagamento", reference, 60),
    ),
  );
}
