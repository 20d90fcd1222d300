import assert from "node:assert/strict";
import type {
  DocumentFormat,
  DocumentSyntax,
  EinvoiceDocument,
  EinvoiceGap,
  IssuedDocument,
} from "../domain/invoice/document-format.ts";
import { requireFormat } from "../domain/invoice/require-format.ts";
import { requireOptions } from "../domain/known-names.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { ContractTest } from "./store-contract.ts";

/** What {@link formatContract} needs. */
export interface FormatContractOptions {
  /** The `test` function of your test runner. */
  readonly test: ContractTest;
  /** The format that is judged. */
  readonly format: DocumentFormat;
  /**
   * Issued invoices and credit notes: at least one that the format writes, and one that it does not, because something is
   * missing, unless it writes all. The contract does not change them.
   */
  readonly documents: readonly IssuedDocument[] | (() => Promise<readonly IssuedDocument[]>);
  /** What `records` takes: a company whose books have records, and the options. Absent: only for a format with `syntaxes`. */
  readonly chain?: FormatChain | (() => Promise<FormatChain>) | undefined;
}

/** What `records` of a format takes. */
interface FormatChain {
  readonly company: object;
  readonly options: object;
}

interface FormatCase {
  /** A fact about the format; unique. */
  readonly title: string;
  /** Only for formats that have it. Absent: for all. */
  readonly of?: "syntaxes" | "records";
  readonly run: (format: DocumentFormat, documents: readonly IssuedDocument[], chain: FormatChain) => unknown;
}

const CASES: readonly FormatCase[] = [
  {
    title: "the format has an id, a name, and either syntaxes or records, as createInvoicing takes them",
    run: (format) => requireFormat(format, "format"),
  },
  {
    title: "whether it applies to a document is yes or no, and stays so",
    run: (format, documents) => {
      for (const document of alsoPreviewed(documents)) {
        const applies = format.appliesTo(document);
        assert.equal(typeof applies, "boolean");
        assert.equal(format.appliesTo(document), applies);
      }
    },
  },
  {
    title: "some of the documents have no gaps, and each gap of others names its rule, its field and what to do",
    run: (format, documents) => {
      const gaps = documents.map((document) => format.gaps(document));
      const isWritten = gaps.some((some) => some.length === 0);
      assert(isWritten, "documents must have at least one without gaps");
      for (const gap of gaps.flat()) assertGap(gap);
    },
  },
  {
    title: "the gaps of a document and of its preview are the same, and stay so",
    run: (format, documents) => {
      for (const document of documents) {
        const gaps = format.gaps(document);
        assert.deepEqual(format.gaps(document), gaps);
        assert.deepEqual(format.gaps(previewOf(document)), gaps);
        assert.deepEqual(format.gaps(document, { ownProfile: {} }), gaps);
      }
    },
  },
  {
    title: "a document without gaps is written, each time as the same file",
    of: "syntaxes",
    run: (format, documents) =>
      eachSyntax(format, documents, async (syntax, document, gaps) => {
        if (gaps.length > 0) return;
        const file = await syntax.write(document);
        assert(typeof file === "string" || file instanceof Uint8Array, "write must return a string or a Uint8Array");
        assert(file.length > 0, "the file must not be empty");
        assert.deepEqual(await syntax.write(document), file);
      }),
  },
  {
    title: "a document with gaps is refused with einvoice_incomplete and one error for each gap",
    of: "syntaxes",
    run: (format, documents) =>
      eachSyntax(format, documents, async (syntax, document, gaps) => {
        if (gaps.length === 0) return;
        const outcome = await outcomeOf(() => syntax.write(document));
        assert(isRefusal(outcome, "einvoice_incomplete"), "write must throw a Refusal einvoice_incomplete");
        assert.equal(outcome.errors.length, gaps.length);
      }),
  },
  {
    title: "a parameter of a syntax refuses what it cannot take, and an empty text",
    of: "syntaxes",
    run: ({ syntaxes = {} }) => {
      for (const { parameters = {} } of Object.values(syntaxes)) {
        for (const parameter of Object.values(parameters)) {
          for (const wrong of ["", "\u0000"]) assert.equal(parameter.isValid(wrong), false);
        }
      }
    },
  },
  {
    title: "a company has records, each time the same",
    of: "records",
    run: async (format, _, { company, options }) => {
      const records = await recordsOf(format.records!(company, options));
      assert(records.length > 0, "company must have at least one record");
      for (const record of records) assert(typeof record === "object" && record !== null, "a record must be an object");
      assert.deepEqual(await recordsOf(format.records!(company, options)), records);
    },
  },
];

/**
 * Registers one test for each promise of a {@link DocumentFormat}. The cases of writing are only for formats with `syntaxes`,
 * that of records only for those with `records`.
 *
 * @throws TypeError that names the option if one is missing or unknown
 *
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { createInvoicing } from "faktura";
 * import { formatContract } from "faktura/contract";
 * import { peppol } from "faktura/einvoice";
 * import { memoryStore } from "faktura/memory";
 *
 * const acme = createInvoicing({ store: memoryStore() }).company("acme");
 * const electronicAddress = { scheme: "9930", id: "DE136695976" };
 * const vat = { vatRegistered: true, ossRegistered: false, vatNumber: "DE136695976", electronicAddress };
 * await acme.saveProfile({ name: "Firma GmbH", country: "DE", ...vat, defaultCurrency: "EUR", invoicePrefix: "INV" });
 * const items = [{ description: "Consulting", quantity: 2, unitPrice: 100 }];
 * const lacking = { clientName: "Client NV", clientCountry: "BE", isCompany: true, items };
 * const complete = { ...lacking, buyerReference: "x", clientElectronicAddress: { scheme: "0208", id: "0403019261" } };
 *
 * const documents = [await acme.issue(lacking), await acme.issue(complete)];
 * formatContract({ test, format: peppol, documents });
 * ```
 */
export function formatContract(options: FormatContractOptions): void {
  requireOptions("formatContract", options, { test: true, format: true, documents: true, chain: true });
  const { test, format, documents, chain } = options;
  if (typeof test !== "function") throw new TypeError("formatContract needs test, a function");
  if (typeof Object(format).gaps !== "function") throw new TypeError("formatContract needs format, such as xrechnung");
  if (!Array.isArray(documents) && typeof documents !== "function") {
    throw new TypeError("formatContract needs documents, an array of issued documents or a function that returns one");
  }
  const { company, options: taken } = Object(chain) as Partial<FormatChain>;
  if (format.records !== undefined && typeof chain !== "function" && (company === undefined || taken === undefined)) {
    throw new TypeError("formatContract needs chain, { company, options } as records of the format takes them");
  }
  for (const { title, of, run } of CASES) {
    if (of !== undefined && format[of] === undefined) continue;
    test(title, async () => {
      const given = typeof documents === "function" ? await documents() : documents;
      const frozen = given.map((document) => deepFreeze(structuredClone(document)));
      await run(format, frozen, (typeof chain === "function" ? await chain() : chain)!);
    });
  }
}

function assertGap({ rule, field, detail }: EinvoiceGap): void {
  for (const text of [rule, field, detail]) assert(typeof text === "string" && text !== "");
}

/** The document as it would be before it is issued. */
function previewOf(document: IssuedDocument): EinvoiceDocument {
  const { id: _, issuedAt: __, ...rest } = document;
  const number = "creditNoteNumber" in rest ? rest.creditNoteNumber : rest.invoiceNumber;
  const numberPattern = number.replace(/\d+$/, (counter) => "#".repeat(counter.length));
  const { invoiceNumber: ___, creditNoteNumber: ____, ...preview } = rest as typeof rest & Record<string, unknown>;
  return deepFreeze({ ...preview, numberPattern }) as object as EinvoiceDocument;
}

function alsoPreviewed(documents: readonly IssuedDocument[]): EinvoiceDocument[] {
  return [...documents, ...documents.map(previewOf)];
}

async function eachSyntax(
  format: DocumentFormat,
  documents: readonly IssuedDocument[],
  judge: (syntax: DocumentSyntax, document: IssuedDocument, gaps: readonly EinvoiceGap[]) => Promise<void>,
): Promise<void> {
  for (const [key, syntax] of Object.entries(format.syntaxes ?? {}))
    for (const document of documents) await judge(syntax, document, format.gaps(document, { syntax: key }));
}

async function recordsOf(iterable: AsyncIterable<object>): Promise<object[]> {
  const records: object[] = [];
  for await (const record of iterable) records.push(record);
  return records;
}

async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

/** What changes a document throws, because modules are in strict mode. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
