import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { EinvoiceGap, IssuedDocument } from "../domain/invoice/document-format.ts";
import { fileNameOf } from "../domain/invoice/file-name.ts";
import { asIssued } from "../domain/invoice/invoice-state.ts";
import { presentPortals, presentStored } from "../domain/invoice/present.ts";
import { type FieldError, isRefusal } from "../domain/refusal.ts";
import type { ReadOnlyBooks } from "../ports/read-only-books.ts";
import { presentNote } from "../service/credit-notes/read.ts";
import { requireCompanyBooks } from "./audit-companies.ts";
import { type DocumentWriter, openDocumentWriter } from "./document-writer.ts";
import type { DocumentExportArguments } from "./export-arguments.ts";
import { type ExportPrinter, progressBar } from "./print-export.ts";
import type { ProgressLine } from "./print-report.ts";
import { naming, saveFile } from "./save-file.ts";

const DOCUMENTS_PER_PAGE = 100;

/** Writes one file for each document that was asked for, and returns whether all of them have theirs. */
export async function exportDocuments(
  books: ReadOnlyBooks,
  given: DocumentExportArguments,
  { printer, progress }: { readonly printer: ExportPrinter; readonly progress: ProgressLine },
): Promise<boolean> {
  await requireCompanyBooks(books, given.companyId);
  const writer = await openDocumentWriter(given);
  await naming(given.folder, () => mkdir(given.folder, { recursive: true }));
  const counts = { written: 0, unchanged: 0, leftOut: 0 };
  let done = 0;
  for await (const { document, total } of documentsOf(books, given)) {
    progress.show(progressBar(done, total));
    done += 1;
    const name = fileNameOf(document, writer.extension);
    const isRead = writer.needsNumbers !== true || "creditNoteNumber" in document;
    const numbered = isRead ? document : await withNumbers(books, given.companyId, document);
    const content = await contentOf(numbered, writer);
    if (typeof content === "object" && "gaps" in content) {
      progress.clear();
      printer.gaps(name, content.gaps);
      counts.leftOut += 1;
      continue;
    }
    const path = join(given.folder, name);
    const outcome = await saveFile(path, content);
    if (outcome === "differs") {
      progress.clear();
      printer.differs(name);
      counts.leftOut += 1;
    } else counts[outcome] += 1;
  }
  progress.clear();
  printer.finish(given.companyId, counts);
  return counts.leftOut === 0;
}

/** The invoice with the numbers that portals gave it, which lists do not have. */
async function withNumbers(
  { reader }: ReadOnlyBooks,
  companyId: string,
  invoice: IssuedDocument,
): Promise<IssuedDocument> {
  const stored = await reader.find(companyId, invoice.id);
  return { ...invoice, ...presentPortals(stored?.portalEntries ?? [], null) };
}

/** The content of a document's file, or why it has none. */
async function contentOf(
  document: IssuedDocument,
  { gapsIn, write }: DocumentWriter,
): Promise<string | Uint8Array | { readonly gaps: readonly EinvoiceGap[] }> {
  const gaps = gapsIn(document);
  if (gaps.length > 0) return { gaps };
  try {
    return await write(document);
  } catch (error) {
    if (!isRefusal(error, "request_invalid")) throw error;
    const fieldOf = (error: FieldError) => ("pointer" in error ? error.pointer.slice(1) : error.parameter);
    return {
      gaps: error.errors.map((each) => ({
        rule: "",
        field: fieldOf(each).replaceAll("/", "."),
        detail: each.detail.replace("fonts.fallback", "--fallback-font"),
      })),
    };
  }
}

/**
 * The invoices and then the credit notes, newest first, with the number of all. Those that are issued meanwhile move the
 * others to later pages, so that some come twice but none is missed. Invoices are as they were issued, because an archive
 * must not change when they are paid.
 */
async function* documentsOf(
  { reader, creditNotes }: ReadOnlyBooks,
  { companyId, from, to }: DocumentExportArguments,
): AsyncGenerator<{ readonly document: IssuedDocument; readonly total: number }> {
  const lists = [
    async (page: number, limit: number) => {
      const { invoices, total } = await reader.list(companyId, { from, to, page, limit });
      return { documents: invoices.map(({ document }) => presentStored(document, asIssued(document))), total };
    },
    async (page: number, limit: number) => {
      const { creditNotes: notes, total } = await creditNotes.list(companyId, { from, to, page, limit });
      return { documents: notes.map(presentNote), total };
    },
  ];
  let total = 0;
  for (const list of lists) total += (await list(1, 1)).total;
  for (const list of lists) {
    for (let page = 1; ; page += 1) {
      const { documents } = await list(page, DOCUMENTS_PER_PAGE);
      for (const document of documents) yield { document, total };
      if (documents.length < DOCUMENTS_PER_PAGE) break;
    }
  }
}
