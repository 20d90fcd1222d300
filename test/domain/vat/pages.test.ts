import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VAT_WARNING_CODES } from "faktura/vat";
import { expect, test } from "vitest";
import { VAT_AREAS } from "../../../src/domain/vat/territory/areas.ts";
import { isCountryCode } from "../../../src/domain/vat/territory/country.ts";
import { NATIONAL_SERVICE_RULES } from "../../../src/domain/vat/territory/national-services.ts";
import { SWISS_VAT_AREA } from "../../../src/domain/vat/territory/swiss-vat-area.ts";

const page = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs/why", name), "utf8");

test("the page on the VAT table explains every warning, in order", () => {
  const rows = [...page("vat-table.md").matchAll(/^\| `([a-z_]+)` \| (.+?) \|/gm)];
  expect(rows.map(([, code]) => code)).toEqual(VAT_WARNING_CODES);
});

test("the page on territories has every rule for services within a state, with its day and its law", () => {
  const ids = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
  const side = (cell: string) => (cell === "none" ? undefined : cell);
  const rows = page("territories.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 9 && /^\d{4}-\d\d-\d\d$/.test(cells[3]!));
  const onPage = rows.map(([, from, to, since, business, consumer, digital, law]) => ({
    ...{ from: ids(from!), to: ids(to!), since, law },
    ...{ business: side(business!), consumer: side(consumer!), digital: side(digital!) },
  }));
  expect(onPage).toEqual(NATIONAL_SERVICE_RULES.map(({ says: _, ...rule }) => rule));
});

test("a rule for services within a state names known places, and contains what its law says", () => {
  const areas = Object.values(VAT_AREAS).flatMap((rows) => rows.map(({ id }) => id));
  for (const { from, to, says, law } of NATIONAL_SERVICE_RULES) {
    for (const id of [...from, ...to]) expect(isCountryCode(id) || areas.includes(id), id).toBe(true);
    expect(says).toMatch(/^[A-Z][^.]+[^.]$/);
    expect(law).toMatch(/(?:article|section)s? \d/);
  }
});

test("the page on territories has the Swiss VAT area, with its law and its day", () => {
  const { ids, law, since } = SWISS_VAT_AREA;
  expect(ids).toEqual(["CH", "LI", "DE-Büsingen"]);
  const row = `| Switzerland, Liechtenstein and Büsingen, one VAT territory (${law}, since ${since}) |`;
  expect(page("territories.md")).toContain(row);
});
