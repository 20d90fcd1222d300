import { type DecimalText, decimalText } from "../../domain/money/decimal-text.ts";
import { escaped, group, text, type Xml } from "../xml.ts";
import { amountText, type ChainLink, dayText } from "./chain.ts";
import type { VerifactuClientId } from "./client.ts";
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
  readonly generatedAt: string;
  readonly hash: string;
}

/** `RegistroAlta` as an element without an XML declaration, which fits into the message to the tax agency. */
export function writeRegistration(invoice: VerifactuInvoice, facts: RecordFacts): Xml {
  return recordOf(
    "RegistroAlta",
    text("IDVersion", "1.0"),
    group("IDFactura", ...identity(invoice.id)),
    words("NombreRazonEmisor", invoice.sellerName, 120),
    text("TipoFactura", invoice.type),
    ...correction(invoice),
    text("FechaOperacion", invoice.operationDate && dayText(invoice.operationDate)),
    words("DescripcionOperacion", invoice.description, 500),
    text("FacturaSinIdentifDestinatarioArt61d", invoice.isWithoutClient ? "S" : undefined),
    text("Macrodato", isMacro(invoice.total) ? "S" : undefined),
    text("EmitidaPorTerceroODestinatario", invoice.isSelfBilled ? "D" : undefined),
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
    text("IDVersion", "1.0"),
    group(
      "IDFactura",
      text("IDEmisorFacturaAnulada", nif),
      text("NumSerieFacturaAnulada", number),
      text("FechaExpedicionFacturaAnulada", dayText(date)),
    ),
    ...ending(facts),
  );
}

function recordOf(name: string, ...children: readonly Xml[]): Xml {
  return `<${name} xmlns="${escaped(NAMESPACE)}">${children.join("")}</${name}>`;
}

const amount = (name: string, value: DecimalText | undefined) =>
  text(name, value === undefined ? undefined : amountText(value));

/** Text in one line of at most so many characters; what is longer is cut. */
function words(name: string, value: string, max: number): Xml {
  const line = value.replace(/\s+/g, " ").trim();
  return text(name, [...line].slice(0, max).join("").trim());
}

function identity({ nif, number, date }: VerifactuId): Xml[] {
  return [text("IDEmisorFactura", nif), text("NumSerieFactura", number), text("FechaExpedicionFactura", dayText(date))];
}

function correction({ id, method, earlier, replaced }: VerifactuInvoice): Xml[] {
  const [list, entry] =
    method === undefined
      ? ["FacturasSustituidas", "IDFacturaSustituida"]
      : ["FacturasRectificadas", "IDFacturaRectificada"];
  const earlierId = ({ number, date = "" }: EarlierInvoice) => group(entry, ...identity({ nif: id.nif, number, date }));
  return [
    text("TipoRectificativa", method),
    group(list, ...earlier.map(earlierId)),
    group(
      "ImporteRectificacion",
      amount("BaseRectificada", replaced && decimalText(replaced.net)),
      amount("CuotaRectificada", replaced && decimalText(replaced.tax)),
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
  if ("nif" in id) return text("NIF", id.nif);
  return group("IDOtro", text("CodigoPais", id.country), text("IDType", id.type), text("ID", id.id));
}

function detail({ tax, regime, code, rate, base, vat }: VerifactuDetail): Xml {
  const isExempt = code?.startsWith("E") === true;
  return group(
    "DetalleDesglose",
    text("Impuesto", tax),
    text("ClaveRegimen", regime),
    text(isExempt ? "OperacionExenta" : "CalificacionOperacion", code),
    text("TipoImpositivo", rate),
    amount("BaseImponibleOimporteNoSujeto", base),
    amount("CuotaRepercutida", rate === undefined ? undefined : vat),
  );
}

function ending({ previous, installation, generatedAt, hash }: RecordFacts): Xml[] {
  const { producer, name, id, version, number, severalCompanies = true } = installation;
  const several = severalCompanies ? "S" : "N";
  return [
    group(
      "Encadenamiento",
      previous === undefined
        ? text("PrimerRegistro", "S")
        : group("RegistroAnterior", ...identity(previous.id), text("Huella", previous.hash)),
    ),
    group(
      "SistemaInformatico",
      text("NombreRazon", producer.name),
      text("NIF", producer.nif),
      text("NombreSistemaInformatico", name),
      text("IdSistemaInformatico", id),
      text("Version", version),
      text("NumeroInstalacion", number),
      // Only systems that sign their records and keep a log of events can be used without sending them.
      text("TipoUsoPosibleSoloVerifactu", "S"),
      text("TipoUsoPosibleMultiOT", several),
      text("IndicadorMultiplesOT", several),
    ),
    text("FechaHoraHusoGenRegistro", generatedAt),
    text("TipoHuella", "01"),
    text("Huella", hash),
  ];
}
