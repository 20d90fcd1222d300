import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Supply } from "faktura";
import { determineVat, standardVatRate, VAT_WARNING_CODES, type VatDecision } from "faktura/vat";
import { expect, test } from "vitest";
import { seller, TODAY } from "../../support/sales.ts";

const page = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs/why", name), "utf8");

test("the page on the VAT table explains every warning, in order", () => {
  const rows = [...page("vat-table.md").matchAll(/^\| `([a-z_]+)` \| (.+?) \|/gm)];
  expect(rows.map(([, code]) => code)).toEqual(VAT_WARNING_CODES);
});

/** Postal codes of areas without a country code. */
const POSTAL_CODES: Record<string, string> = {
  "ES-CN": "35001",
  "ES-CE": "51001",
  "ES-ML": "52001",
  "DE-Büsingen": "78266",
};
const placeOf = (id: string) => ({ country: id.slice(0, 2), postalCode: POSTAL_CODES[id] });

/** Services within a state, from one of its territories to another. */
function sell(from: string, to: string, { supply = "services" as Supply, isCompany = false, on = TODAY }): VatDecision {
  return determineVat(seller(placeOf(from).country, placeOf(from)), { ...placeOf(to), isCompany }, { on, supply });
}

/** Whose standard rate is charged, in the words of the page. */
function rateOf(from: string, to: string, decision: VatDecision): string {
  if (decision.treatment === "outside-scope") return "none";
  const [ofSeller, ofClient] = [standardVatRate(from, TODAY), standardVatRate(to, TODAY)];
  if (decision.rate === ofSeller) return ofSeller === ofClient ? "either" : "seller";
  return decision.rate === ofClient ? "client" : "another";
}

test("services within a state are decided by the rule that the page on territories has for them", () => {
  const ids = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, id]) => id!);
  const rows = page("territories.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 9 && /^\d{4}-\d\d-\d\d$/.test(cells[3]!));
  expect(rows).toHaveLength(4);
  for (const [, from, to, since, business, consumer, digital, law] of rows)
    for (const one of ids(from!))
      for (const other of ids(to!).filter((id) => id !== one)) {
        const decisions = [
          sell(one, other, { isCompany: true }),
          sell(one, other, {}),
          sell(one, other, { supply: "digital" }),
        ];
        for (const [index, whose] of [business, consumer, digital].entries())
          expect([whose, "either"], `${one} ${other} ${index}`).toContain(rateOf(one, other, decisions[index]!));
        for (const { warnings } of [...decisions, sell(one, other, { on: since! })])
          expect(warnings.filter(({ detail }) => detail.includes(` (${law}). `)).map(({ code }) => code)).toEqual([
            "national_rule_for_services",
          ]);
      }
});

test("the page on territories has the Swiss VAT area, within which every sale is domestic from its day on", () => {
  const [, since] = /MWSTG, SR 641\.20, article 3\(a\), since (\S+?)\)/.exec(page("territories.md"))!;
  const [dayBefore, ids] = ["2009-12-31", ["CH", "LI", "DE-Büsingen"]];
  for (const from of ids)
    for (const to of ids)
      for (const supply of ["goods", "services", "digital"] as const) {
        const { treatment, rate, rateCountry, warnings } = sell(from, to, { supply, on: since! });
        const own = from === "LI" ? "LI" : "CH";
        expect([treatment, rate, rateCountry, warnings], `${from} ${to}`).toEqual(["domestic", 7.6, own, []]);
        if (from !== to) expect(sell(from, to, { supply, on: dayBefore }).treatment).not.toBe("domestic");
      }
});
