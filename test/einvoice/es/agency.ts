/**
 * Reads records of Veri*factu as the tax agency does: by its schemas, by the checks that it publishes, and as whoever
 * verifies a chain. Nothing here comes from the library.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NATIONAL_RULES, noFolder } from "../../en16931/rules.ts";
import { CENT, isFar, ONE, type Part, partOf, reading, schemaCheck, units } from "../read-file.ts";

/** Why records are not checked against the schemas; `undefined` if they are. */
export const NO_SCHEMA = noFolder("NATIONAL_RULES", NATIONAL_RULES);

const WS = "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/";
const NAMESPACE = `${WS}SuministroInformacion.xsd`;

const messageErrors = schemaCheck(() => {
  const file = (name: string) => readFileSync(join(NATIONAL_RULES!, "es", name));
  const signature = "http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd";
  const imports = { "SuministroInformacion.xsd": file("SuministroInformacion.xsd") };
  return {
    schema: file("SuministroLR.xsd"),
    imports: { ...imports, [signature]: file("xmldsig-core-schema.xsd") },
  };
});

/** The message in which records are sent. */
export function messageOf(xmls: readonly string[]): string {
  const records = xmls.map((xml) => `<m:RegistroFactura>${xml}</m:RegistroFactura>`).join("");
  const company = "<s:NombreRazon>Empresa SL</s:NombreRazon><s:NIF>B12345674</s:NIF>";
  const head = `<m:Cabecera><s:ObligadoEmision>${company}</s:ObligadoEmision></m:Cabecera>`;
  const spaces = `xmlns:m="${WS}SuministroLR.xsd" xmlns:s="${NAMESPACE}"`;
  return `<m:RegFactuSistemaFacturacion ${spaces}>${head}${records}</m:RegFactuSistemaFacturacion>`;
}

/** What the schemas say about records, in the message in which they are sent. */
export const schemaErrors = (...xmls: readonly string[]): string[] => messageErrors(messageOf(xmls));

const read = <Result>(xml: string, by: (record: Part) => Result) =>
  reading(xml, (document) => by(partOf(document.root, NAMESPACE)));

/** The string of the hash specification, from the record itself. */
function hashedText(record: Part, isCancellation: boolean): string {
  const suffix = isCancellation ? "Anulada" : "";
  const previous = record.text("Encadenamiento/RegistroAnterior/Huella") ?? "";
  const value = (name: string) => [name, record.text(name) ?? ""];
  const identity = ["IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura"];
  return [
    ...identity.map((name) => [name + suffix, record.text(`IDFactura/${name}${suffix}`) ?? ""]),
    ...(isCancellation ? [] : ["TipoFactura", "CuotaTotal", "ImporteTotal"].map(value)),
    ["Huella", previous],
    value("FechaHoraHusoGenRegistro"),
  ]
    .map(([name, text]) => `${name}=${text}`)
    .join("&");
}

const isCancellation = (xml: string) => xml.startsWith("<RegistroAnulacion");

/** What is wrong with a chain: each record must have its own hash, and name the one before it. */
export function chainFaults(xmls: readonly string[]): string[] {
  let [before, faults] = ["", [] as string[]];
  for (const [index, xml] of xmls.entries()) {
    const [text, hash, link, identity] = read(xml, (record) => {
      const suffix = isCancellation(xml) ? "Anulada" : "";
      const names = ["IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura"];
      const previous = [...names, "Huella"].map((name) => record.text(`Encadenamiento/RegistroAnterior/${name}`));
      const first = record.text("Encadenamiento/PrimerRegistro");
      const own = names.map((name) => record.text(`IDFactura/${name}${suffix}`));
      const sum = record.text("Huella")!;
      return [hashedText(record, isCancellation(xml)), sum, first ?? previous.join(" "), `${own.join(" ")} ${sum}`];
    });
    if (createHash("sha256").update(text).digest("hex").toUpperCase() !== hash) faults = [...faults, `${index}: hash`];
    if (link !== (before || "S")) faults = [...faults, `${index}: link`];
    before = identity;
  }
  return faults;
}

const RATES = ["0", "4", "10", "21"];

/** What the tax agency refuses of a registration, as the numbers of its errors. */
export function refusals(xml: string): string[] {
  return read(xml, (record) => {
    const found = [...ofIdentity(record), ...ofClient(record), ...ofDetails(record), ...ofCorrection(record)];
    return [...new Set(found)].sort();
  });
}

const LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** A DNI or an NIE by its letter, or a company's NIF by its digit or letter. */
function isNif(nif: string): boolean {
  const person = /^([\dXYZKLM])(\d{7})([A-Z])$/.exec(nif);
  if (person !== null) {
    const [, first = "", digits = "", letter] = person;
    const lead = "XYZ".includes(first) ? "XYZ".indexOf(first) : "KLM".includes(first) ? "" : first;
    return LETTERS[Number(`${lead}${digits}`) % 23] === letter;
  }
  const company = /^[ABCDEFGHJNPQRSUVW](\d{7})([\dA-J])$/.exec(nif);
  if (company === null) return false;
  const sum = [...company[1]!].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  return company[2] === String(control) || company[2] === "JABCDEFGHI"[control];
}

function ofIdentity(record: Part): string[] {
  const found: string[] = [];
  const number = record.text("IDFactura/NumSerieFactura") ?? "";
  if (!isNif(record.text("IDFactura/IDEmisorFactura") ?? "")) found.push("1123");
  if (/[^\x20-\x7e]|["'<>=]/.test(number) || number.length > 60 || number.trim() !== number) found.push("1130");
  const date = record.text("IDFactura/FechaExpedicionFactura")!.split("-").reverse().join("-");
  const operation = record.text("FechaOperacion")?.split("-").reverse().join("-");
  if (date < "2024-10-28") found.push("1152");
  if (operation !== undefined && operation > date) found.push("1146");
  const isMacro = units(record.text("ImporteTotal")!.replace("-", "")) >= 100_000_000n * ONE;
  if (isMacro !== (record.text("Macrodato") === "S")) found.push("1139");
  return found;
}

function ofClient(record: Part): string[] {
  const found: string[] = [];
  const type = record.text("TipoFactura")!;
  const isSimple = type === "F2" || type === "R5";
  const [client] = record.all("Destinatarios/IDDestinatario");
  if (isSimple && client !== undefined) found.push("1190");
  if (!isSimple && client === undefined) found.push("1189");
  if (record.text("FacturaSinIdentifDestinatarioArt61d") === "S" && !isSimple) found.push("1185");
  if (record.text("EmitidaPorTerceroODestinatario") === "D" && client === undefined) found.push("1158");
  if (client === undefined) return found;
  const [nif, idType] = [client.text("NIF"), client.text("IDOtro/IDType")];
  const [country, id] = [client.text("IDOtro/CodigoPais"), client.text("IDOtro/ID") ?? ""];
  if (nif !== undefined && !isNif(nif)) found.push("1239");
  if (idType === "02" && !/^(?!GB|ES)[A-Z]{2}[A-Z0-9]{2,}$/.test(id)) found.push("1103");
  if (idType !== undefined && idType !== "02" && country === undefined) found.push("1111");
  if (country === "ES" && !["03", "07"].includes(idType!)) found.push("1126");
  if (idType === "07" && (country !== "ES" || !isNif(id) || !/^[\dXYZKLM]/.test(id))) found.push("1131");
  if (type === "R3" && nif === undefined && idType !== "07") found.push("1191");
  if (type === "R2" && nif === undefined && !["07", "02"].includes(idType!)) found.push("1192");
  return found;
}

const TEN = 10n * ONE;

/** The rates of the equivalence surcharge, by rate of VAT. */
const SURCHARGES: Readonly<Record<string, readonly string[]>> = { "4": ["0.5"], "10": ["1.4"], "21": ["5.2", "1.75"] };

function ofDetails(record: Part): string[] {
  const found: string[] = [];
  const [type, details] = [record.text("TipoFactura")!, record.all("Desglose/DetalleDesglose")];
  const isByDifference = record.text("TipoRectificativa") === "I";
  let [total, tax] = [0n, 0n];
  for (const detail of details) {
    const [regime, kind] = [detail.text("ClaveRegimen"), detail.text("CalificacionOperacion")];
    const [exemption, rate] = [detail.text("OperacionExenta"), detail.text("TipoImpositivo")];
    const [base, vat] = [units(detail.text("BaseImponibleOimporteNoSujeto")), detail.text("CuotaRepercutida")];
    const isVat = detail.text("Impuesto") === "01";
    if ((kind === undefined) === (exemption === undefined)) found.push("1195");
    if (kind !== "S1" && units(vat) !== 0n) found.push("1207");
    if (kind === "S1" && (rate === undefined || vat === undefined)) found.push("1208");
    if (kind === "S2" && (rate !== "0" || units(vat) !== 0n)) found.push("1198");
    if (kind === "S2" && ["F2", "R5"].includes(type)) found.push("1197");
    if (kind?.startsWith("N") && (rate !== undefined || vat !== undefined)) found.push("1237");
    if (exemption !== undefined && (rate !== undefined || vat !== undefined)) found.push("1238");
    if (kind === "S1" && isVat && !RATES.includes(rate!)) found.push("1124");
    if (regime === "01" && ["E2", "E3"].includes(exemption!)) found.push("1199");
    if (regime === "02" && exemption === undefined) found.push("1286");
    if (regime === "04" && kind !== "S2" && exemption === undefined) found.push("1201");
    if (regime === "07" && kind !== "S1" && !["E1", "E6"].includes(exemption!)) found.push("1203");
    if (regime === "11" && rate !== "21") found.push("1206");
    if (regime === "08" && kind !== "N2") found.push("1252");
    if (exemption === "E5" && record.text("Destinatarios/IDDestinatario/IDOtro/ID") === undefined) found.push("1289");
    const due = (base * units(rate)) / (100n * ONE);
    if (vat !== undefined && !isByDifference && isFar(units(vat), due, TEN)) found.push("1142");
    if (vat !== undefined && base * units(vat) < 0n) found.push("1143");
    const [surchargeRate, surcharge] = [
      detail.text("TipoRecargoEquivalencia"),
      detail.text("CuotaRecargoEquivalencia"),
    ];
    if ((surchargeRate === undefined) !== (surcharge === undefined)) found.push("1284");
    if (surchargeRate !== undefined && kind !== "S1") found.push("1281");
    if (surchargeRate !== undefined && !SURCHARGES[rate!]?.includes(surchargeRate)) found.push("1127");
    if (surcharge !== undefined && !isByDifference) {
      if (isFar(units(surcharge), (base * units(surchargeRate)) / (100n * ONE), TEN)) found.push("surcharge");
    }
    const taxes = units(vat) + units(surcharge);
    [total, tax] = [total + base + taxes, tax + taxes];
  }
  if (details.length > 12) found.push("Desglose");
  if (isFar(units(record.text("ImporteTotal")), total, CENT)) found.push("2005");
  if (isFar(units(record.text("CuotaTotal")), tax, CENT)) found.push("2006");
  const isUnlimited = record.text("FacturaSinIdentifDestinatarioArt61d") === "S";
  if (type === "F2" && !isUnlimited && total > 3010n * ONE) found.push("1150");
  return found;
}

function ofCorrection(record: Part): string[] {
  const found: string[] = [];
  const isCorrection = record.text("TipoFactura")!.startsWith("R");
  const method = record.text("TipoRectificativa");
  if (isCorrection !== (method !== undefined)) found.push("1114");
  const corrected = record.all("FacturasRectificadas/IDFacturaRectificada");
  if (isCorrection !== corrected.length > 0) found.push("1117");
  if (record.all("FacturasSustituidas").length > 0 && record.text("TipoFactura") !== "F3") found.push("1116");
  if ((method === "S") !== (record.text("ImporteRectificacion/BaseRectificada") !== undefined)) found.push("1118");
  return found;
}
