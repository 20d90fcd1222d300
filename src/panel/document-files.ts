import type { CompanyProfile } from "faktura";

export type { IssuedDocument } from "faktura/einvoice";

/** What a file must meet: a profile of EN 16931, or a format of one state. */
export type FileRequirement = NonNullable<CompanyProfile["requires"]> | "fatturapa" | "ksef";

/** A kind of file that documents are sent as. */
interface DocumentFile {
  readonly requirement: FileRequirement;
  /** The state whose sellers send it, if it is one state's. */
  readonly seller?: string;
  /** The state whose clients get it. Absent: those of every state. */
  readonly client?: string;
}

/** The electronic invoices that the panel offers, beside PDF, by the last part of their path. Those of one state come first. */
export const DOCUMENT_FILES = {
  fatturapa: { requirement: "fatturapa", seller: "IT" },
  ksef: { requirement: "ksef", seller: "PL" },
  "ctc-fr-ubl": { requirement: "ctc-fr", seller: "FR", client: "FR" },
  "ctc-fr-cii": { requirement: "ctc-fr", seller: "FR", client: "FR" },
  "cius-ro": { requirement: "cius-ro", seller: "RO", client: "RO" },
  "hr-cius": { requirement: "hr-cius", seller: "HR", client: "HR" },
  xrechnung: { requirement: "xrechnung" },
  peppol: { requirement: "peppol" },
  ubl: { requirement: "en16931" },
  cii: { requirement: "en16931" },
} as const satisfies Record<string, DocumentFile>;

/** The last part of a file's path. */
export type DocumentFileName = keyof typeof DOCUMENT_FILES;

const FILES: Readonly<Record<DocumentFileName, DocumentFile>> = DOCUMENT_FILES;

const NAMES = Object.keys(FILES) as DocumentFileName[];

/** The country of a document's seller and that of its client. */
interface Sale {
  readonly seller: string;
  readonly client: string | undefined;
}

/** The files that are of use for a sale. XRechnung is for public clients in Germany. */
export function filesFor({ seller, client }: Sale): DocumentFileName[] {
  return NAMES.filter((name) => {
    if (name === "xrechnung") return seller === "DE" || client === "DE";
    const { seller: sellers, client: clients } = FILES[name];
    return (sellers ?? seller) === seller && (clients ?? client) === client;
  });
}

/** What the state of a seller asks of the invoice for a client; `undefined` if it has no format of its own for it. */
export function stateRequirement(sale: Sale): FileRequirement | undefined {
  const name = filesFor(sale).find((each) => FILES[each].seller !== undefined);
  return name && FILES[name].requirement;
}

/** The portal that gives the documents of sellers in this country a number which their corrections need. */
export function numberingPortal(seller: string): string | undefined {
  return seller === "PL" ? "ksef" : undefined;
}
