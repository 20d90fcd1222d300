import type { EinvoiceGap } from "../domain/invoice/document-format.ts";
import { counted, printable } from "./print-report.ts";

/** How many documents have their files. */
export interface ExportCounts {
  readonly written: number;
  /** Files that were there with the same content. */
  readonly unchanged: number;
  readonly leftOut: number;
}

/** Prints what an export could not write, and its result. */
export interface ExportPrinter {
  /** The rules that a document would break. */
  gaps(fileName: string, gaps: readonly EinvoiceGap[]): void;
  /** There is a file with this name and other content. */
  differs(fileName: string): void;
  finish(companyId: string, counts: ExportCounts): void;
}

const WIDTHS = { file: 28, rule: 20, field: 28 };

const DIFFERS = "A file with this name has other content, and was kept. Move it, or name another folder with --out.";

/** Prints a table with a row for each rule that a document would break. */
export function exportPrinter(write: (text: string) => void): ExportPrinter {
  let hasHead = false;
  const row = (file: string, rule: string, field: string, detail: string) =>
    write(`${[file.padEnd(WIDTHS.file), rule.padEnd(WIDTHS.rule), field.padEnd(WIDTHS.field), detail].join(" ")}\n`);
  const leftOut = (file: string, rule: string, field: string, detail: string) => {
    if (!hasHead) row("FILE", "RULE", "FIELD", "WHAT TO DO");
    hasHead = true;
    row(file, rule, field, detail);
  };
  return {
    gaps(fileName, gaps) {
      for (const { rule, field, detail } of gaps) leftOut(fileName, rule, field, detail);
    },
    differs: (fileName) => leftOut(fileName, "", "", DIFFERS),
    finish(companyId, counts) {
      const files = `${counted(counts.written, "file", "files")} written, ${counts.unchanged} unchanged`;
      write(`${printable(companyId)}: ${files}, ${counted(counts.leftOut, "document", "documents")} left out\n`);
    },
  };
}

const BAR_WIDTH = 24;

/** A bar such as `[######------------------]  25 %  25 of 100 documents`. */
export function progressBar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total); // documents that are issued meanwhile are not in the total
  const bar = "#".repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, "-");
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${done} of ${total} documents`;
}
