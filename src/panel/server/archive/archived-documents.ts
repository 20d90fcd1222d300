import { type IssuedDocument, isRefusal } from "faktura";
import type { Texts } from "../../../languages/en/later-panel-texts.ts";
import { fileOf, handedOnFile } from "../document-file.ts";
import type { PanelBooks } from "../panel-books.ts";
import { type ArchivedFile, ZIP_LIMITS } from "./zip.ts";

/** The files of an archive, and what could not be written. */
export class ArchivedDocuments {
  readonly #companyId: string;
  readonly #books: PanelBooks;
  readonly #texts: Texts["archive"];
  /** What is not in the archive, for people. */
  readonly missing: string[] = [];
  #files = 0;
  #bytes = 0;

  constructor(companyId: string, books: PanelBooks, texts: Texts["archive"]) {
    this.#companyId = companyId;
    this.#books = books;
    this.#texts = texts;
  }

  /** Counts a file that is not one of a document. */
  counted(file: ArchivedFile): ArchivedFile {
    this.#files += 1;
    this.#bytes += file.content.length;
    return file;
  }

  /** The PDF file, if the host renders them, and the electronic one; with `isOne` only if there is no PDF file. */
  async *filesOf(
    document: IssuedDocument,
    folder: string,
    { isOne }: { isOne: boolean },
  ): AsyncGenerator<ArchivedFile> {
    const number = numberOf(document);
    const { render, formats } = this.#books;
    const einvoice = isOne && render !== undefined ? undefined : handedOnFile(document, formats);
    if (this.#files > ZIP_LIMITS.files || this.#bytes > ZIP_LIMITS.bytes) {
      this.missing.push(this.#texts.tooLarge(number));
      return;
    }
    if (render !== undefined) yield* this.#file("pdf", document, folder);
    const lacking = einvoiceGap(einvoice, number, this.#texts);
    if (lacking !== undefined) this.missing.push(lacking);
    else if (einvoice !== undefined) yield* this.#file(einvoice.name, document, folder);
  }

  /** What could not be written, as the last file; nothing if all could. */
  *missingFile(): Generator<ArchivedFile> {
    if (this.missing.length === 0) return;
    const lines = [this.#texts.missing, "", ...this.missing].map((line) => `${line}\r\n`);
    yield { name: this.#texts.missingFile, content: new TextEncoder().encode(`\uFEFF${lines.join("")}`) };
  }

  async *#file(name: string, document: IssuedDocument, folder: string): AsyncGenerator<ArchivedFile> {
    // What fails once, such as a host's renderer, must neither end the archive nor be missed in it.
    const file = await fileOf(name, document, this.#companyId, this.#books).catch((error: unknown) => {
      if (!isRefusal(error)) console.error(error);
      this.missing.push(this.#texts.failed(numberOf(document), name));
    });
    if (file) yield this.counted({ name: `${folder}${file.filename}`, content: file.content });
  }
}

/** What an electronic file lacks, for people; `undefined` if it can be written, or if there is none to write. */
export function einvoiceGap(
  file: ReturnType<typeof handedOnFile>,
  number: string,
  texts: Texts["archive"],
): string | undefined {
  if (file === undefined || file.gaps.length === 0) return undefined;
  const gaps = file.gaps.map(({ field, rule }) => `${field} (${rule})`);
  return texts.incomplete(number, file.label, gaps.join(", "));
}

/** The number of an invoice or a credit note. */
export function numberOf(document: IssuedDocument): string {
  return "creditNoteNumber" in document ? document.creditNoteNumber : document.invoiceNumber;
}
