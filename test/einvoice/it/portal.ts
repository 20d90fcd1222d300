/**
 * Reads FatturaPA files as the exchange system (SdI) does: by its schema, and by the checks that it publishes. Nothing here
 * comes from the library.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NATIONAL_RULES, noFolder } from "../../en16931/rules.ts";
import { CENT, isFar, ONE, type Part, partOf, reading, schemaCheck, units } from "../read-file.ts";

/** Why files are not checked against the schema; `undefined` if they are. */
export const NO_SCHEMA = noFolder("NATIONAL_RULES", NATIONAL_RULES);

const SIGNATURES = "http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd";

/** What the schema of version 1.2.3 says about a file. */
export const schemaErrors = schemaCheck(() => {
  const file = (name: string) => readFileSync(join(NATIONAL_RULES!, "it", name));
  return { schema: file("Schema_VFPA12_V1.2.3.xsd"), imports: { [SIGNATURES]: file("xmldsig-core-schema.xsd") } };
});

/** The codes of the checks that refuse a file. */
export function refusals(xml: string): string[] {
  return reading(xml, (document) => {
    const root = partOf(document.root);
    const body = root.all("FatturaElettronicaBody")[0]!;
    const header = root.all("FatturaElettronicaHeader")[0]!;
    const codes = [...ofHeader(header), ...ofBody(body), ...(isToOneself(header, body) ? ["00471"] : [])];
    return [...new Set(codes)].sort();
  });
}

function ofHeader(header: Part): string[] {
  const code = header.text("DatiTrasmissione/CodiceDestinatario")!;
  const client = "CessionarioCommittente/DatiAnagrafici";
  const country = header.text(`${client}/IdFiscaleIVA/IdPaese`) ?? "IT";
  const isPublic = header.text("DatiTrasmissione/FormatoTrasmissione") === "FPA12";
  const hasId = [`${client}/IdFiscaleIVA`, `${client}/CodiceFiscale`].some((path) => header.text(path) !== undefined);
  const hasMail = header.text("DatiTrasmissione/PECDestinatario") !== undefined;
  return [
    ...((code.length === 6) === isPublic ? [] : ["00427"]),
    ...((country === "IT" && code === "XXXXXXX") || (!["IT", "SM"].includes(country) && code !== "XXXXXXX")
      ? ["00313"]
      : []),
    ...(hasId ? [] : ["00417"]),
    ...(hasMail && code !== "0000000" ? ["00426"] : []),
    ...(/^\d{11}$/.test(header.text("CedentePrestatore/DatiAnagrafici/IdFiscaleIVA/IdCodice")!) ? [] : ["00301"]),
  ];
}

const NOT_TO_ONESELF = ["TD01", "TD02", "TD03", "TD06", "TD24", "TD25"];

function isToOneself(header: Part, body: Part): boolean {
  const idOf = (party: string) => header.text(`${party}/DatiAnagrafici/IdFiscaleIVA`);
  const isSame = idOf("CedentePrestatore") === idOf("CessionarioCommittente");
  return isSame && NOT_TO_ONESELF.includes(body.text("DatiGenerali/DatiGeneraliDocumento/TipoDocumento")!);
}

function ofBody(body: Part): string[] {
  const general = body.all("DatiGenerali/DatiGeneraliDocumento")[0]!;
  const [lines, summaries] = [body.all("DatiBeniServizi/DettaglioLinee"), body.all("DatiBeniServizi/DatiRiepilogo")];
  const funds = general.all("DatiCassaPrevidenziale");
  const withholds = general.all("DatiRitenuta").length > 0;
  const found: string[] = [];
  const check = (code: string, isBroken: boolean) => isBroken && found.push(code);
  for (const line of lines) {
    check("00400", isUnexplained(line));
    check("00401", isOverexplained(line));
    check("00411", line.text("Ritenuta") === "SI" && !withholds);
    check("00423", isFar(totalOf(line), units(line.text("PrezzoTotale")), CENT));
    check(
      "00438",
      line.all("ScontoMaggiorazione").some((each) => !each.text("Percentuale") && !each.text("Importo")),
    );
  }
  for (const fund of funds) {
    check("00413", isUnexplained(fund));
    check("00414", isOverexplained(fund));
    check("00415", fund.text("Ritenuta") === "SI" && !withholds);
  }
  const groupOf = (part: Part) => `${part.text("AliquotaIVA")} ${part.text("Natura") ?? ""}`;
  const [used, stated] = [[...lines, ...funds].map(groupOf), summaries.map(groupOf)];
  check(
    "00419",
    used.some((group) => !stated.includes(group)),
  );
  check(
    "00443",
    stated.some((group) => !used.includes(group)),
  );
  check("00444", new Set(stated).size < stated.length);
  for (const summary of summaries) {
    check("00429", isUnexplained(summary));
    check("00430", isOverexplained(summary));
    check("00420", summary.text("EsigibilitaIVA") === "S" && (summary.text("Natura") ?? "").startsWith("N6"));
    const base = units(summary.text("ImponibileImporto"));
    const tax = (base * units(summary.text("AliquotaIVA"))) / (100n * ONE);
    check("00421", isFar(tax, units(summary.text("Imposta")), CENT));
    const sums = [
      ...lines.filter((line) => groupOf(line) === groupOf(summary)).map((line) => units(line.text("PrezzoTotale"))),
      ...funds
        .filter((fund) => groupOf(fund) === groupOf(summary))
        .map((fund) => units(fund.text("ImportoContributoCassa"))),
    ];
    check(
      "00422",
      isFar(
        sums.reduce((sum, part) => sum + part, 0n),
        base,
        ONE,
      ),
    );
  }
  for (const part of [...lines, ...summaries, ...funds]) {
    const rate = units(part.text("AliquotaIVA"));
    check("00424", rate > 0n && rate < ONE);
    check("00445", /^N[236]$/.test(part.text("Natura") ?? ""));
  }
  check("00425", !/\d/.test(general.text("Numero")!));
  const date = general.text("Data")!;
  const earlier = body.all("DatiGenerali/DatiFattureCollegate").map((each) => each.text("Data") ?? "");
  check("00418", general.text("TipoDocumento") === "TD04" && earlier.some((each) => each > date));
  // Not a check of the portal, but what the client adds up.
  const sum = summaries.reduce(
    (all, each) => all + units(each.text("ImponibileImporto")) + units(each.text("Imposta")),
    0n,
  );
  check("total", sum !== units(general.text("ImportoTotaleDocumento")));
  return found;
}

const isTaxed = (part: Part) => units(part.text("AliquotaIVA")) !== 0n;
const isUnexplained = (part: Part) => !isTaxed(part) && part.text("Natura") === undefined;
const isOverexplained = (part: Part) => isTaxed(part) && part.text("Natura") !== undefined;

/** (unit price, less its discounts, with its charges) × quantity. */
function totalOf(line: Part): bigint {
  let price = units(line.text("PrezzoUnitario"));
  for (const change of line.all("ScontoMaggiorazione")) {
    const given = change.text("Importo");
    const part = given === undefined ? (price * units(change.text("Percentuale"))) / (100n * ONE) : units(given);
    price += change.text("Tipo") === "SC" ? -part : part;
  }
  return (price * units(line.text("Quantita") ?? "1")) / ONE;
}
