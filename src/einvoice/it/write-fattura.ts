import type { ItalianPerson } from "../../domain/generated/national.ts";
import { type DecimalText, divided } from "../../domain/money/decimal-text.ts";
import { documentOf, group, leaf, type Xml } from "../xml.ts";
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
      leaf("SoggettoEmittente", fattura.isSelfBilled ? "CC" : undefined),
    ),
    group(
      "FatturaElettronicaBody",
      group("DatiGenerali", general(fattura), references(fattura)),
      group(
        "DatiBeniServizi",
        ...fattura.lines.map((each, index) => line(each, index + 1)),
        ...fattura.summaries.map(summary),
      ),
      ...fattura.payments.map((each) => payment(each, fattura.payments.length > 1)),
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
  leaf(name, value === undefined ? undefined : latinText(value).slice(0, max));
const ascii = (name: string, value: string | undefined, max?: number) =>
  leaf(name, value === undefined ? undefined : asciiText(value).slice(0, max));
const yes = (name: string, holds: boolean) => leaf(name, holds ? "SI" : undefined);

function transmission(fattura: Fattura, progressive: string): Xml {
  return group(
    "DatiTrasmissione",
    fiscalId("IdTrasmittente", fattura.transmitter),
    ascii("ProgressivoInvio", progressive),
    leaf("FormatoTrasmissione", formatOf(fattura)),
    leaf("CodiceDestinatario", fattura.recipientCode),
    leaf("PECDestinatario", fattura.certifiedEmail),
  );
}

function fiscalId(name: string, id: FiscalId | undefined): Xml {
  return id === undefined ? "" : group(name, leaf("IdPaese", id.country), ascii("IdCodice", id.code));
}

function names(name: string, person: ItalianPerson | undefined): Xml {
  if (person === undefined) return group("Anagrafica", latin("Denominazione", name));
  return group("Anagrafica", latin("Nome", person.firstName), latin("Cognome", person.lastName));
}

function identity({ vatNumber, taxCode, name, person }: Partial<FatturaParty>, ...more: readonly Xml[]): Xml {
  return group(
    "DatiAnagrafici",
    fiscalId("IdFiscaleIVA", vatNumber),
    leaf("CodiceFiscale", taxCode),
    names(name ?? "", person),
    ...more,
  );
}

function address({ street, postalCode, city, province, country }: FatturaAddress): Xml {
  return group(
    "Sede",
    leaf("Indirizzo", street),
    leaf("CAP", postalCode),
    leaf("Comune", city),
    leaf("Provincia", province),
    leaf("Nazione", country),
  );
}

function seller({ seller: given, taxRegime }: Fattura): Xml {
  return group(
    "CedentePrestatore",
    identity(given, leaf("RegimeFiscale", taxRegime)),
    address(given.address),
    registration(given),
    group("Contatti", leaf("Telefono", given.phone), leaf("Email", emailOf(given.email))),
    ascii("RiferimentoAmministrazione", given.reference),
  );
}

function registration({ registration: given }: FatturaSeller): Xml {
  if (given === undefined) return "";
  const { office, number, capital, soleShareholder, inLiquidation } = given;
  return group(
    "IscrizioneREA",
    leaf("Ufficio", office),
    ascii("NumeroREA", number),
    leaf("CapitaleSociale", capital === undefined ? undefined : amount(divided(capital, 1, 2))),
    leaf("SocioUnico", soleShareholder === undefined ? undefined : soleShareholder ? "SU" : "SM"),
    leaf("StatoLiquidazione", inLiquidation === true ? "LS" : "LN"),
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
    leaf("TipoDocumento", type),
    leaf("Divisa", currency),
    leaf("Data", date),
    ascii("Numero", number),
    ...withholdings.map((each) =>
      group(
        "DatiRitenuta",
        leaf("TipoRitenuta", each.type),
        leaf("ImportoRitenuta", amount(each.amount)),
        leaf("AliquotaRitenuta", amount(each.percent)),
        leaf("CausalePagamento", each.reason),
      ),
    ),
    hasStampDuty ? group("DatiBollo", leaf("BolloVirtuale", "SI"), leaf("ImportoBollo", STAMP_DUTY)) : "",
    ...contributions.map(contribution),
    leaf("ImportoTotaleDocumento", amount(total)),
    leaf("Arrotondamento", rounding === undefined ? undefined : amount(rounding)),
    ...reasons.map((each) => latin("Causale", each)),
  );
}

const STAMP_DUTY = "2.00";

function contribution({ type, percent, netAmount, rate, isWithheld, nature }: FatturaContribution): Xml {
  return group(
    "DatiCassaPrevidenziale",
    leaf("TipoCassa", type),
    leaf("AlCassa", amount(percent)),
    leaf("ImportoContributoCassa", amount(netAmount)),
    leaf("AliquotaIVA", amount(rate)),
    yes("Ritenuta", isWithheld),
    leaf("Natura", nature),
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
    ...preceding.map(({ number, date }) => related("DatiFattureCollegate", number, leaf("Data", date))),
    ...deliveryNotes.map(({ number, date }) => group("DatiDDT", ascii("NumeroDDT", number), leaf("DataDDT", date))),
  ].join("");
}

function line(given: FatturaLine, number: number): Xml {
  const { kind, codes, description, quantity, unit, period, netAmount, rate, isWithheld, nature, reference } = given;
  return group(
    "DettaglioLinee",
    leaf("NumeroLinea", String(number)),
    leaf("TipoCessionePrestazione", kind),
    ...codes.map(({ type, value }) =>
      group("CodiceArticolo", ascii("CodiceTipo", type, 35), latin("CodiceValore", value)),
    ),
    latin("Descrizione", description),
    leaf("Quantita", quantity === undefined ? undefined : price(quantity)),
    ascii("UnitaMisura", unit, 10),
    leaf("DataInizioPeriodo", period?.start),
    leaf("DataFinePeriodo", period?.end),
    leaf("PrezzoUnitario", price(given.price)),
    change(given.change),
    leaf("PrezzoTotale", amount(netAmount)),
    leaf("AliquotaIVA", amount(rate)),
    yes("Ritenuta", isWithheld),
    leaf("Natura", nature),
    ascii("RiferimentoAmministrazione", reference),
  );
}

function change(given: PriceChange | undefined): Xml {
  if (given === undefined) return "";
  return group(
    "ScontoMaggiorazione",
    leaf("Tipo", given.isCharge ? "MG" : "SC"),
    leaf("Percentuale", given.percent === undefined ? undefined : amount(given.percent)),
    leaf("Importo", given.amount === undefined ? undefined : price(given.amount)),
  );
}

function summary({ rate, nature, taxableAmount, taxAmount, chargeability, legalBasis }: FatturaSummary): Xml {
  return group(
    "DatiRiepilogo",
    leaf("AliquotaIVA", amount(rate)),
    leaf("Natura", nature),
    leaf("ImponibileImporto", amount(taxableAmount)),
    leaf("Imposta", amount(taxAmount)),
    leaf("EsigibilitaIVA", chargeability),
    latin("RiferimentoNormativo", legalBasis, 100),
  );
}

function payment(given: FatturaPayment, isInParts: boolean): Xml {
  const { means, dueDate, amount: due, discount, holder, iban, bic, reference } = given;
  return group(
    "DatiPagamento",
    leaf("CondizioniPagamento", isInParts ? "TP01" : "TP02"),
    group(
      "DettaglioPagamento",
      latin("Beneficiario", holder, 200),
      leaf("ModalitaPagamento", means),
      leaf("DataScadenzaPagamento", dueDate),
      leaf("ImportoPagamento", amount(due)),
      leaf("IBAN", iban),
      leaf("BIC", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/.test(bic ?? "") ? bic : undefined),
      leaf("ScontoPagamentoAnticipato", discount && amount(discount.amount)),
      leaf("DataLimitePagamentoAnticipato", discount?.until),
      ascii("CodicePagamento", reference, 60),
    ),
  );
}
