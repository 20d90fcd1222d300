import type { CompanyProfile } from "../generated/company-profile.ts";
import { type FieldError, Refusal } from "../refusal.ts";
import type { CreditNote } from "./generated/credit-note.ts";
import type { Invoice, InvoiceWithPayments, PortalRefusal } from "./generated/invoice.ts";
import type { CreditNotePreview, InvoicePreview } from "./preview.ts";

/** An issued invoice or credit note, as returned by the library. */
export type IssuedDocument = (Invoice & Pick<InvoiceWithPayments, "portalNumbers" | "portalRefusals">) | CreditNote;

/**
 * An invoice or credit note, as returned by the library, that can be written electronically: issued, or a preview of one.
 * Only credit notes have a `reason`. Previews have no id and number.
 */
export type EinvoiceDocument =
  | IssuedDocument
  | (InvoicePreview & Pick<InvoiceWithPayments, "portalNumbers">)
  | CreditNotePreview;

/** A rule that a document would break, and the field that fixes it. */
export interface EinvoiceGap {
  /** The rule's code, such as `BR-AE-02` of EN 16931, `BR-DE-15` of XRechnung or `PEPPOL-EN16931-R003`. */
  readonly rule: string;
  /** The field that fixes it: `seller.…` is in the company's profile, `items[].…` in lines, any other one in the order. */
  readonly field: string;
  /** What is missing or wrong, and the next step. */
  readonly detail: string;
}

/** What {@link DocumentFormat.gaps} may be asked about. A format may ignore both. */
export interface FormatGapOptions {
  /**
   * The company's profile as it is today. Its fields take the place of the seller's on the document, so that the gaps are
   * those of the next one. Absent: the document's own seller.
   */
  readonly ownProfile?: Partial<CompanyProfile> | undefined;
  /** One of the format's syntaxes, if they have different rules. Absent: the first. */
  readonly syntax?: string | undefined;
}

/** A text that a syntax takes beside the document. The endpoint of the file takes it as a parameter of the URL. */
export interface SyntaxParameter {
  /** What it is, and what its absence means. */
  readonly description: string;
  /** What a value must be: `1 to 10 letters and digits`. */
  readonly form: string;
  /** A regular expression for the OpenAPI document, if there is one that says all. Absent: none. */
  readonly pattern?: string | undefined;
  /** Whether the writer takes the value. */
  readonly isValid: (value: string) => boolean;
}

/** A kind of file that a format writes. */
export interface DocumentSyntax {
  /** The file's media type, such as `application/xml`. */
  readonly mediaType: string;
  /** The end of the file's name, without the dot, such as `xml`. 1 to 10 lower-case letters and digits. */
  readonly extension: string;
  /** The syntax by its own name, such as `UBL 2.1`. Absent: its key in capitals. */
  readonly name?: string | undefined;
  /** The name under which PDF files contain it, such as `factur-x.xml`. Absent: they do not. */
  readonly attachedAs?: string | undefined;
  /** What `write` takes as options, by name. Absent: nothing. */
  readonly parameters?: Readonly<Record<string, SyntaxParameter>> | undefined;
  /**
   * The file of a document. The same document always gives the same file.
   *
   * @throws Refusal `einvoice_incomplete` with the gaps, if there are any
   */
  write(document: IssuedDocument, options?: object): string | Uint8Array | Promise<string | Uint8Array>;
}

/** A state's portal whose numbers `recordPortalNumber` records. */
export interface FormatPortal {
  /** Its name there, such as `ksef`. */
  readonly id: string;
  /** Whether the portal can have given the number. */
  readonly isNumber: (number: string) => boolean;
  /** What a number must be: `a number of KSeF with its check digits, such as …`. */
  readonly form: string;
  /** The `field` of gaps that a number fixes: that of the invoice, which its corrections name. The panel then asks for it. */
  readonly field: string;
}

/** A state's portal whose refusals `recordPortalRefusal` records, and from which the format derives corrections. */
export interface FormatRefusals {
  /** Its name there, such as `verifactu`. */
  readonly portal: string;
  /** Why no record corrects the document, or its cancellation, after this refusal, such as at `/code`; empty if one does. */
  faults(document: IssuedDocument, refusal: PortalRefusal): readonly FieldError[];
}

/**
 * A format of electronic invoices, or a chain of records that a state asks for, as `formats` of `createInvoicing` takes it.
 * It has either `syntaxes` or `records`. Methods are pure: they change no document, and use neither clock nor randomness.
 */
export interface DocumentFormat {
  /** As `requires` and the endpoints name it: 1 to 40 lower-case letters, digits and inner hyphens, not `pdf`. Unique. */
  readonly id: string;
  /** Its name for people, such as `XRechnung`. */
  readonly name: string;
  /** ISO 3166-1 alpha-2 of the states whose sellers it is for. Absent: sellers of every state. */
  readonly sellers?: readonly string[] | undefined;
  /** Whether the document goes to somebody who gets it in this format. `requires` is not about the others. */
  appliesTo(document: EinvoiceDocument): boolean;
  /** What a document lacks, in the order of the rules; empty if it can be written. Never throws for an invoice. */
  gaps(document: EinvoiceDocument, options?: FormatGapOptions): readonly EinvoiceGap[];
  /** How it is written. The keys are the last parts of the endpoints' paths, in the form of ids: `ubl`, `cii`, `fatturapa`. */
  readonly syntaxes?: Readonly<Record<string, DocumentSyntax>> | undefined;
  /**
   * The records of a company's books, each after the one before, made of `company.changes()`. State the types that you need:
   * `records(company: Company, options: YourOptions)`.
   */
  records?(company: object, options: object): AsyncIterable<object>;
  /** The portal that gives each document a number which corrections name. Absent: none does. */
  readonly portal?: FormatPortal | undefined;
  /** The portal whose refusals it answers with corrections. Absent: none. */
  readonly refusals?: FormatRefusals | undefined;
}

/** Whether a format can have this id, or a syntax this key. `pdf` is that of PDF files. */
export function isFormatId(id: unknown): id is string {
  return typeof id === "string" && id !== "pdf" && id.length <= 40 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id);
}

/** The syntax of a format whose file PDF files contain, after its key; `undefined` if they contain none. */
export function attachedSyntax({ syntaxes = {} }: DocumentFormat): [key: string, DocumentSyntax] | undefined {
  return Object.entries(syntaxes).find(([, { attachedAs }]) => attachedAs !== undefined);
}

/** Whether the sellers of a state have the format. */
export function isForSeller({ sellers }: DocumentFormat, country: string): boolean {
  return sellers?.includes(country) ?? true;
}

/** The refusal that `write` throws if there are `gaps`. Its errors name the fields and the rules of the `specification`. */
export function incompleteRefusal(gaps: readonly EinvoiceGap[], specification: string): Refusal {
  const [{ rule, detail }] = gaps as [EinvoiceGap];
  const others = gaps.length > 1 ? ` ${gaps.length - 1} more in errors.` : "";
  return new Refusal(
    "einvoice_incomplete",
    `The document breaks rules of ${specification}. ${rule}: ${detail}${others}`,
    gaps.map(gapError),
  );
}

/** Fields of the order are pointers into the body; those of the profile are not. */
function gapError({ rule, field, detail }: EinvoiceGap): FieldError {
  const text = `${rule}: ${detail}`;
  if (field.startsWith("seller.")) return { parameter: field, detail: text };
  return { pointer: `/${field.replace("[].", "/*/").replaceAll(".", "/")}`, detail: text };
}
