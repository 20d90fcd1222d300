import type { Clock, EinvoiceDocument } from "faktura";
import type { PrintedPage } from "../wire.ts";
import type { Logos } from "./records/logos.ts";

/** Reads what documents look like. */
export type PrintPage = (companyId: string, document: EinvoiceDocument) => Promise<PrintedPage>;

/**
 * What is shown of a document: the words and the amounts that `renderPdf` prints, and the name of the logo that the company had
 * when it was issued, or has now, if it is a preview.
 */
export function pagePrinter(logos: Logos, clock: Clock): PrintPage {
  return async (companyId, document) => {
    const at = "issuedAt" in document ? document.issuedAt : clock.now().toISOString();
    const { printedContent } = await import("faktura/pdf");
    const content = await printedContent(document);
    const { returnAddress: _, page: __, paymentCode, payment, lines, ...shown } = content;
    return {
      ...shown,
      logo: (await logos.find(companyId, at))?.savedAt ?? null,
      lines: { columns: lines.columns, rows: lines.rows },
      payment: payment && {
        title: payment.title,
        facts: payment.facts,
        code: paymentCode && payment.code && { ...drawn(paymentCode), caption: payment.code.caption },
      },
    };
  };
}

/** The dark squares of a code as the path of an SVG, in which each is one unit wide. */
function drawn(squares: readonly (readonly boolean[])[]) {
  const path = squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { side: squares.length, path: path.join("") };
}
