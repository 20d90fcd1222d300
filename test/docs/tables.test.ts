import { expect, test } from "vitest";
import { PAGES, readPage } from "./pages.ts";

interface Row {
  readonly line: number;
  readonly text: string;
  readonly cells: number;
}

/** Consecutive rows, the header first. */
type Table = readonly Row[];

/** The tables of a page. Outside code blocks, a line that begins with a bar is a table row. */
function tablesIn(page: string): Table[] {
  const prose = readPage(page).replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, ""));
  const tables: Row[][] = [[]];
  for (const [index, text] of prose.split("\n").entries()) {
    if (text.startsWith("|")) tables.at(-1)!.push({ line: index + 1, text, cells: cellsIn(text) });
    else if (tables.at(-1)!.length > 0) tables.push([]);
  }
  return tables.filter((table) => table.length > 0);
}

/** GitHub splits a row at each bar without a backslash before it, even inside code. */
function cellsIn(row: string): number {
  return (
    row
      .trim()
      .replace(/\|$/, "")
      .split(/(?<!\\)\|/).length - 1
  );
}

const WITH_TABLES = PAGES.filter((page) => tablesIn(page).length > 0);

test("there are pages with tables", () => {
  expect(WITH_TABLES.length).toBeGreaterThan(20);
});

test.each(WITH_TABLES)("each row of a table in %s has as many cells as the table's header", (page) => {
  for (const [head, delimiter, ...rows] of tablesIn(page)) {
    expect(delimiter?.text, `below line ${head!.line}`).toMatch(/^\|(?: *:?-+:? *\|)+$/);
    const uneven = [delimiter!, ...rows].filter(({ cells }) => cells !== head!.cells);
    expect(uneven.map(({ line, text }) => `line ${line}: ${text}`)).toEqual([]);
  }
});
