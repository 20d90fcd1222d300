/**
 * Reads FA(3) files as KSeF does: by its schema, and by the checks that it publishes; and as an auditor does, who adds up the
 * lines. Nothing here comes from the library.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NATIONAL_RULES, noFolder } from "../../en16931/rules.ts";
import { CENT, isFar, ONE, type Part, partOf, reading, schemaCheck, units } from "../read-file.ts";

/** Why files are not checked against the schema; `undefined` if they are. */
export const NO_SCHEMA = noFolder("NATIONAL_RULES", NATIONAL_RULES);

const TYPES = "http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/";

/** What the schema 1-0E says about a file. */
export const schemaErrors = schemaCheck(() => {
  const file = (name: string) => readFileSync(join(NATIONAL_RULES!, "pl", name));
  const names = ["StrukturyDanych_v10-0E.xsd", "ElementarneTypyDanych_v10-0E.xsd", "KodyKrajow_v10-0E.xsd"];
  const imports = Object.fromEntries(names.map((name) => [TYPES + name, file(name)]));
  return { schema: file("schemat_FA(3)_v1-0E.xsd"), imports };
});

const NAMESPACE = "http://crd.gov.pl/wzor/2025/06/25/13775/";

/** `P_12` by the sum that it belongs to. */
const SUM_OF: Readonly<Record<string, string>> = {
  ...{ "23": "1", "22": "1", "8": "2", "7": "2", "5": "3", "4": "4", "3": "4" },
  ...{ "0 KR": "6_1", "0 WDT": "6_2", "0 EX": "6_3", zw: "7", "np I": "8", "np II": "9", oo: "10" },
};
const SUMS = ["1", "2", "3", "4", "5", "6_1", "6_2", "6_3", "7", "8", "9", "10", "11"];

/** What KSeF and an auditor refuse, as the elements that are wrong. */
export function refusals(xml: string): string[] {
  const bytes = new TextEncoder().encode(xml).length;
  const bad = /[\u007F-\u0084\u0086-\u009F\uFDD0-\uFDEF]|\p{Noncharacter_Code_Point}/u.test(xml) ? ["characters"] : [];
  return reading(xml, (document) => {
    const root = partOf(document.root, NAMESPACE);
    const fa = root.all("Fa")[0]!;
    const found = [...ofParties(root, fa), ...ofSums(fa), ...ofLines(fa), ...ofKind(fa), ...bad];
    return [...new Set([...found, ...(bytes > 1_000_000 ? ["Faktura"] : [])])].sort();
  });
}

/** Weights of the check digit, which is the sum modulo 11. */
const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];

function isNip(nip: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(nip[index]), 0);
  return /^\d{10}$/.test(nip) && sum % 11 === Number(nip[9]);
}

function ofParties(root: Part, fa: Part): string[] {
  const found: string[] = [];
  const parties = ["Podmiot1", "Podmiot2", "Podmiot3", "PodmiotUpowazniony"];
  for (const party of parties) {
    for (const each of root.all(party)) {
      const nip = each.text("DaneIdentyfikacyjne/NIP") ?? each.text("DaneIdentyfikacyjne/IDWew")?.slice(0, 10);
      if (nip !== undefined && !isNip(nip)) found.push(`${party}/NIP`);
    }
  }
  if (root.text("Podmiot2/Adres/AdresL1") === undefined) found.push("Podmiot2/Adres");
  const roles = root.all("Podmiot3").map((each) => each.text("Rola"));
  if ((root.text("Podmiot2/JST") === "1") !== roles.includes("8")) found.push("JST");
  if ((root.text("Podmiot2/GV") === "1") !== roles.includes("10")) found.push("GV");
  const codes = fa.all("FaWiersz").map((line) => line.text("P_12"));
  const isTriangular = fa.text("Adnotacje/P_23") === "1";
  const isWithinEu = codes.includes("0 WDT") || codes.includes("np II") || isTriangular;
  if ((root.text("Podmiot1/PrefiksPodatnika") === "PL") !== isWithinEu) found.push("PrefiksPodatnika");
  if (isWithinEu && root.text("Podmiot2/DaneIdentyfikacyjne/KodUE") === undefined) found.push("Podmiot2/NrVatUE");
  if (root.text("Podmiot2/DaneIdentyfikacyjne/KodUE") === "PL") found.push("Podmiot2/NIP");
  return found;
}

function ofSums(fa: Part): string[] {
  // The lines of an advance are those of the whole order, and are no sums of what was paid.
  const order = fa.all("Zamowienie/ZamowienieWiersz");
  if (order.length > 0) return ofOrder(fa, order);
  const found: string[] = [];
  const [lines, currency] = [fa.all("FaWiersz"), fa.text("KodWaluty")];
  const rates = fa.all("FaWiersz").map((line) => units(line.text("KursWaluty")));
  // Yen have no decimals, so VAT is rounded to whole ones.
  const smallest = currency === "JPY" ? ONE : CENT;
  let total = 0n;
  for (const sum of SUMS) {
    const same = lines.filter((line) => sumOf(line) === sum);
    const net = same.reduce((all, line) => all + units(netOf(line)), 0n);
    const stated = fa.text(`P_13_${sum}`);
    if (stated === undefined ? same.length > 0 : units(stated) !== net) found.push(`P_13_${sum}`);
    const vat = units(fa.text(`P_14_${sum}`));
    // Gross prices contain their VAT, rounded for all lines of a rate, whose net amounts are rounded for themselves.
    const due = same.reduce((all, line) => all + (units(line.text("P_11")) * percentOf(line)) / (100n * ONE), 0n);
    if (isFar(vat, due, smallest * BigInt(same.length + 1))) found.push(`P_14_${sum}`);
    total += units(stated) + vat;
    const inPln = fa.text(`P_14_${sum}W`);
    const isPolish = ["1", "2", "3", "4"].includes(sum) && stated !== undefined;
    if ((inPln !== undefined) !== (isPolish && currency !== "PLN")) found.push("KursWaluty");
    else if (inPln !== undefined && isFar(units(inPln), (vat * rates[0]!) / ONE, 3n * CENT)) found.push(`P_14_${sum}W`);
  }
  if (total !== units(fa.text("P_15"))) found.push("P_15");
  return found;
}

function ofOrder(fa: Part, lines: readonly Part[]): string[] {
  const sum = (names: readonly string[], parts: readonly Part[]) =>
    parts.reduce((all, part) => all + names.reduce((whole, name) => whole + units(part.text(name)), 0n), 0n);
  const value = units(fa.text("Zamowienie/WartoscZamowienia"));
  const sums = sum(
    SUMS.flatMap((name) => [`P_13_${name}`, `P_14_${name}`]),
    [fa],
  );
  return [
    ...(sum(["P_11NettoZ", "P_11VatZ"], lines) === value ? [] : ["WartoscZamowienia"]),
    ...(sums === units(fa.text("P_15")) ? [] : ["P_15"]),
    ...(fa.all("FaWiersz").length === 0 ? [] : ["FaWiersz"]),
  ];
}

/** Under a margin scheme the price is the amount, and nothing is said of its VAT. */
const isOfMargin = (line: Part) => ["P_11", "P_12", "P_12_XII"].every((name) => line.text(name) === undefined);
const netOf = (line: Part) => line.text(isOfMargin(line) ? "P_11A" : "P_11");

function sumOf(line: Part): string | undefined {
  if (isOfMargin(line)) return "11";
  return line.text("P_12_XII") === undefined ? SUM_OF[line.text("P_12") ?? ""] : "5";
}

const percentOf = (line: Part) =>
  units(line.text("P_12_XII") ?? (/^\d+$/.test(line.text("P_12") ?? "") ? line.text("P_12") : "0"));

function ofLines(fa: Part): string[] {
  const found: string[] = [];
  for (const [index, line] of fa.all("FaWiersz").entries()) {
    if (sumOf(line) === undefined) found.push("P_12");
    if (line.text("NrWierszaFa") !== String(index + 1)) found.push("NrWierszaFa");
    const price = line.text("P_9B") ?? line.text("P_9A");
    const quantity = line.text("P_8B");
    if (price === undefined || quantity === undefined) continue;
    const amount = units(line.text("P_9B") === undefined ? line.text("P_11") : line.text("P_11A"));
    const computed = (units(price) * units(quantity)) / ONE - units(line.text("P_10"));
    if (isFar(computed, amount, CENT)) found.push("P_9A");
  }
  const annotations = fa.all("Adnotacje")[0]!;
  const codes = fa.all("FaWiersz").map((line) => line.text("P_12"));
  const schemes = ["2", "3_1", "3_2", "3_3"].filter((each) => annotations.text(`PMarzy/P_PMarzy_${each}`) === "1");
  if (schemes.length !== (fa.all("FaWiersz").some(isOfMargin) ? 1 : 0)) found.push("P_PMarzy");
  if (codes.includes("zw") !== (annotations.text("Zwolnienie/P_19") === "1")) found.push("P_19");
  if ((codes.includes("oo") || codes.includes("np II")) && annotations.text("P_18") !== "1") found.push("P_18");
  return found;
}

function ofKind(fa: Part): string[] {
  const kind = fa.text("RodzajFaktury") ?? "";
  const isCorrection = kind.startsWith("KOR");
  const isAdvance = kind.endsWith("ZAL");
  if (isAdvance !== fa.all("Zamowienie").length > 0) return ["Zamowienie"];
  if ((kind === "ROZ") !== fa.all("FakturaZaliczkowa").length > 0) return ["FakturaZaliczkowa"];
  const corrected = fa.all("DaneFaKorygowanej");
  return isCorrection === (corrected.length === 1) ? [] : ["DaneFaKorygowanej"];
}
