import type { AuditFinding } from "../domain/books/audit-finding.ts";
import type { AuditReport } from "../service/audit/options.ts";

/** Prints audits while they run. */
export interface ReportPrinter {
  begin(companyId: string): void;
  finding(finding: AuditFinding): void;
  end(report: AuditReport): void;
  /** Called after the last company. */
  finish(isSound: boolean): void;
}

const WIDTHS = { company: 16, code: 26, invoice: 24, position: 10 };

/** Prints a table of findings, and for each company what was read and the head to keep. */
export function tablePrinter(write: (text: string) => void): ReportPrinter {
  let company: string | undefined;
  let hasHead = false;
  const row = (code: string, invoice: string, position: string, detail: string, of = company ?? "") => {
    const cells = [of.padEnd(WIDTHS.company), code.padEnd(WIDTHS.code), invoice.padEnd(WIDTHS.invoice)];
    write(`${[...cells, position.padEnd(WIDTHS.position), detail].join(" ")}\n`);
  };
  return {
    begin(companyId) {
      company = printable(companyId);
    },
    finding({ code, invoiceNumber, creditNoteNumber, counter, position, detail }) {
      if (!hasHead) row("CODE", "INVOICE", "POSITION", "DETAIL", "COMPANY");
      hasHead = true;
      const document = printable(invoiceNumber ?? creditNoteNumber ?? counter?.toString() ?? "");
      row(code, document, position?.toString() ?? "", printable(detail));
    },
    end({ since, olderInvoices = 0, invoices, entries, unchained, countedByHost, guarded, head, findingCount }) {
      const open = unchained === 0 ? "" : `, ${unchained} of them without a position in the journal yet`;
      const verdict = findingCount === 0 ? "sound" : counted(findingCount, "finding", "findings");
      const uncheckedGaps = countedByHost ? "; numbered by the host's own counter: not checked for gaps" : "";
      const missingGuards = guarded ? "" : "; unguarded: this database has no triggers to refuse changes";
      const read = [counted(invoices, "invoice", "invoices") + open, counted(entries, "entry", "entries")].join(", ");
      const older = counted(olderInvoices, "older invoice", "older invoices");
      const begin = since === undefined ? "" : ` after position ${since.position}, and ${older} again`;
      write(`${company}: ${read}${begin}: ${verdict}${uncheckedGaps}${missingGuards}\n`);
      write(`  keep: ${company}=${head.position}:${head.digest}\n`);
    },
    finish() {
      if (company === undefined) write("No books found.\n"); // rather than printing nothing
    },
  };
}

/** A number with its noun. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Prints one JSON document piece by piece: `{ "companies": [{ "findings": […], …report }], "sound": … }`. */
export function jsonPrinter(write: (text: string) => void): ReportPrinter {
  let [companies, findings] = [0, 0];
  return {
    begin() {
      write(companies === 0 ? '{"companies":[' : ",");
      write('\n{"findings":[');
      companies += 1;
      findings = 0;
    },
    finding(finding) {
      write(`${findings === 0 ? "" : ","}\n${JSON.stringify(finding)}`);
      findings += 1;
    },
    end({ findings: _, ...report }) {
      write(`],${JSON.stringify(report).slice(1)}`);
    },
    finish(sound) {
      write(`${companies === 0 ? '{"companies":[' : ""}],"sound":${sound}}\n`);
    },
  };
}

/** Text from the books must not move the terminal's cursor or end a line. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^[^\\]$/u, codeOf),
  );
}

function codeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** A line that is overwritten as the work progresses. */
export interface ProgressLine {
  /** Shows the progress, if the stream is a terminal. */
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
  /** Writes a line that stays. */
  line(text: string): void;
}

/** A progress line on `stream`. If that is not a terminal, only lines that stay are written. */
export function progressLine(stream: { readonly isTTY?: boolean; write(text: string): unknown }): ProgressLine {
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write("\r\u001b[K");
    isShown = false;
  };
  return {
    show(text) {
      if (stream.isTTY !== true) return;
      stream.write(`\r\u001b[K${text}`);
      isShown = true;
    },
    clear,
    line(text) {
      clear();
      stream.write(`${text}\n`);
    },
  };
}
