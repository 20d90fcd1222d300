import { amountText, type DecimalText, decimalText } from "../../domain/money/decimal-text.ts";
import { escaped, group, leaf, type Xml } from "../xml.ts";
import { type ChainLink, dayText } from "./chain.ts";
import type { VerifactuClientId } from "./client.ts";
import type { RecordMarks } from "./corrections.ts";
import type { VerifactuDetail } from "./details.ts";
import type { VerifactuInstallation } from "./installation.ts";
import type { EarlierInvoice, VerifactuId, VerifactuInvoice } from "./verifactu-invoice.ts";

const NAMESPACE =
  "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd";

/** What every record says. */
export interface RecordFacts {
  /** The record before; `undefined` of the first one. */
  readonly previous: ChainLink | undefined;
  readonly installation: VerifactuInstallation;
  /** Of a record that corrects another one. Absent: it is the first one of its kind. */
  readonly marks?: RecordMarks | undefined;
  readonly generatedAt: string;
  readonly hash: string;
}

/** `RegistroAlta` as an element without an XML declaration, which fits into the message to the tax agency. */
export function writeRegistration(invoice: VerifactuInvoice, facts: RecordFacts): Xml {
  return recordOf(
    "RegistroAlta",
    leaf("IDVersion", "1.0"),
    group("IDFactura", ...identity(invoice.id)),
    words("NombreRazonEmisor", invoice.sellerName, 120),
    leaf("Subsanacion", facts.marks?.corrects),
    leaf("RechazoPrevio", facts.marks?.refusedBefore),
    leaf("TipoFactura", invoice.type),
    ...correction(invoice),
    leaf("FechaOperacion", invoice.operationDate && dayText(invoice.operationDate)),
    words("DescripcionOperacion", invoice.description, 500),
    leaf("FacturaSinIdentifDestinatarioArt61d", invoice.isWithoutClient ? "S" : undefined),
    leaf("Macrodato", isMacro(invoice.total) ? "S" : undefined),
    leaf("EmitidaPorTerceroODestinatario", invoice.isSelfBilled ? "D" : undefined),
    client(invoice),
    group("Desglose", ...invoice.details.map(detail)),
    amount("CuotaTotal", invoice.taxTotal),
    amount("ImporteTotal", invoice.total),
    ...ending(facts),
  );
}

/** `RegistroAnulacion`, likewise. */
export function writeCancellation({ nif, number, date }: VerifactuId, facts: RecordFacts): Xml {
  return recordOf(
    "RegistroAnulacion",
    leaf("IDVersion", "1.0"),
    group(
      "IDFactura",
      leaf("IDEmisorFacturaAnulada", nif),
      leaf("NumSerieFacturaAnulada", number),
      leaf("FechaExpedicionFacturaAnulada", dayText(date)),
    ),
    leaf("SinRegistroPrevio", facts.marks?.withoutRecord),
    leaf("RechazoPrevio", facts.marks?.refusedBefore),
    ...ending(facts),
  );
}

function recordOf(name: string, ...children: readonly Xml[]): Xml {
  return `<${name} xmlns="${escaped(NAMESPACE)}">${children.join("")}</${name}>`;
}

const amount = (name: string, value: DecimalText | undefined) =>
  leaf(name, value === undefined ? undefined : amountText(value));

/** Text in one line of at most so many characters; what is longer is cut. */
function words(name: string, value: string, max: number): Xml {
  const line = value.replace(/\s+/g, " ").trim();
  return leaf(name, [...line].slice(0, max).join("").trim());
}

function identity({ nif, number, date }: VerifactuId): Xml[] {
  return [leaf("IDEmisorFactura", nif), leaf("NumSerieFactura", number), leaf("FechaExpedicionFactura", dayText(date))];
}

function correction({ id, method, earlier, replaced }: VerifactuInvoice): Xml[] {
  const [list, entry] =
    method === undefined
      ? ["FacturasSustituidas", "IDFacturaSustituida"]
      : ["FacturasRectificadas", "IDFacturaRectificada"];
  const earlierId = ({ number, date = "" }: EarlierInvoice) => group(entry, ...identity({ nif: id.nif, number, date }));
  return [
    leaf("TipoRectificativa", method),
    group(list, ...earlier.map(earlierId)),
    group(
      "ImporteRectificacion",
      amount("BaseRectificada", replaced && decimalText(replaced.net)),
      amount("CuotaRectificada", replaced && decimalText(replaced.tax)),
      amount(
        "CuotaRecargoRectificado",
        replaced?.surcharge === undefined ? undefined : decimalText(replaced.surcharge),
      ),
    ),
  ];
}

/** Amounts from which the record says that they are meant (errors 1138 and 1139). */
const isMacro = (total: DecimalText) => Math.abs(Number(total)) >= 100_000_000;

function client({ client: given }: VerifactuInvoice): Xml {
  if (given === undefined) return "";
  return group(
    "Destinatarios",
    group("IDDestinatario", words("NombreRazon", given.name, 120), identification(given.id)),
  );
}

function identification(id: VerifactuClientId): Xml {
  if ("nif" in id) return leaf("NIF", id.nif);
  return group("IDOtro", leaf("CodigoPais", id.country), leaf("IDType", id.type), leaf("ID", id.id));
}

function detail({ tax, regime, code, rate, base, vat, surchargeRate, surcharge }: VerifactuDetail): Xml {
  const isExempt = code?.startsWith("E") === true;
  return group(
    "DetalleDesglose",
    leaf("Impuesto", tax),
    leaf("ClaveRegimen", regime),
    leaf(isExempt ? "OperacionExenta" : "CalificacionOperacion", code),
    leaf("TipoImpositivo", rate),
    amount("BaseImponibleOimporteNoSujeto", base),
    amount("CuotaRepercutida", rate === undefined ? undefined : vat),
    leaf("TipoRecargoEquivalencia", surchargeRate),
    amount("CuotaRecargoEquivalencia", surchargeRate === undefined ? undefined : surcharge),
  );
}

function ending({ previous, installation, generatedAt, hash }: RecordFacts): Xml[] {
  const { producer, name, id, version, number, severalCompanies = true } = installation;
  const several = severalCompanies ? "S" : "N";
  return [
    group(
      "Encadenamiento",
      previous === undefined
        ? leaf("PrimerRegistro", "S")
        : group("RegistroAnterior", ...identity(previous.id), leaf("Huella", previous.hash)),
    ),
    group(
      "SistemaInformatico",
      leaf("NombreRazon", producer.name),
      leaf("NIF", producer.nif),
      leaf("NombreSistemaInformatico", name),
      leaf("IdSistemaInformatico", id),
      leaf("Version", version),
      leaf("NumeroInstalacion", number),
      // Only systems that sign their records and keep a log of events can be used without sending them.
      leaf("TipoUsoPosibleSoloVerifactu", "S"),
      leaf("TipoUsoPosibleMultiOT", several),
      leaf("IndicadorMultiplesOT", several),
    ),
    leaf("FechaHoraHusoGenRegistro", generatedAt),
    leaf("TipoHuella", "01"),
    leaf("Huella", hash),
  ];
}
