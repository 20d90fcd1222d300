import { csvRow } from "faktura";
import { expect, test } from "vitest";

test("every cell is quoted, and quotes are doubled", () => {
  expect(csvRow(["a", 'b "c", d\ne', "", undefined, { number: "-1.50" }])).toBe(
    '"a","b ""c"", d\ne","","","-1.50"\r\n',
  );
  expect(csvRow(["a;b", { number: "-1.50" }], ";")).toBe('"a;b";"-1,50"\r\n');
});

const STARTS = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];

/** Signs at which a reader may begin a cell, whatever the file says. */
const SPLITS = [",", ";", "|", "\t", "\r", "\n"];

test("no text begins a formula, wherever a reader splits the row and whatever it makes of quotes", () => {
  const texts = STARTS.flatMap((start) => [
    `${start}1`,
    ` ${start}1`,
    ...SPLITS.flatMap((split) => [`x${split}${start}1`, `x${split} ${start}1`, `x${split}"${start}1${split}`]),
    ...SPLITS.map((split) => `x${split}""'${start}1`),
  ]);
  const formulas = texts.flatMap((text) => {
    const row = csvRow([text, "y"]).slice(0, -2);
    return SPLITS.flatMap((split) => row.split(split)).filter((cell) => /^["\s]*[=+\-@＝＋－＠]/.test(cell));
  });
  expect(formulas).toEqual([]);
});

test.each(["\t1", "\r1", "\n1"])("%j at the beginning does not stay there", (text) => {
  expect(csvRow([text])).toBe(`"'${text}"\r\n`);
});

test.each(["A-1 a@b.example", "1 + 1 = 2", "5 - 4", "Müller & Söhne", "", "x, y; z", "'x'"])(
  "%j stays as it is",
  (text) => {
    expect(csvRow([text])).toBe(`"${text}"\r\n`);
  },
);
