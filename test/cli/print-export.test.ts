import { expect, test } from "vitest";
import { exportPrinter, progressBar } from "../../src/cli/print-export.ts";
import { progressLine } from "../../src/cli/print-report.ts";

test("the bar grows with what is done, and never beyond its end", () => {
  expect(progressBar(0, 48)).toBe(`[${"-".repeat(24)}]   0 %  0 of 48 documents`);
  expect(progressBar(47, 48)).toBe(`[${"#".repeat(23)}-]  97 %  47 of 48 documents`);
  expect(progressBar(48, 48)).toBe(`[${"#".repeat(24)}] 100 %  48 of 48 documents`);
  expect(progressBar(50, 48)).toBe(`[${"#".repeat(24)}] 100 %  50 of 48 documents`);
  expect(progressBar(0, 0)).toBe(`[${"#".repeat(24)}] 100 %  0 of 0 documents`);
});

test("it is shown on a terminal, and nowhere else", () => {
  for (const [isTTY, expected] of [
    [true, `\r\u001b[K${progressBar(1, 2)}\r\u001b[K`],
    [false, ""],
  ] as const) {
    let written = "";
    const write = (text: string) => {
      written += text;
    };
    const progress = progressLine({ isTTY, write });
    progress.show(progressBar(1, 2));
    progress.clear();
    expect(written).toBe(expected);
  }
});

test("the head of the table is printed once, and one is counted in the singular", () => {
  let printed = "";
  const printer = exportPrinter((text) => {
    printed += text;
  });
  const gap = { rule: "BR-DE-15", field: "buyerReference", detail: "Set buyerReference." };
  printer.gaps("INV-202611-0001.xml", [gap, { ...gap, rule: "BR-DE-1" }]);
  printer.differs("INV-202611-0002.xml");
  printer.finish("acme\n", { written: 1, unchanged: 0, leftOut: 2 });
  expect(printed.match(/^FILE +RULE +FIELD +WHAT TO DO$/gm)).toHaveLength(1);
  expect(printed).toMatch(/^INV-202611-0001\.xml +BR-DE-1 +buyerReference +Set buyerReference\.$/m);
  expect(printed).toMatch(/^acme\\n: 1 file written, 0 unchanged, 2 documents left out$/m);
});
