/**
 * The electronic invoicing of Ruritania, a made-up state, as a user of the package writes it: from public entries alone. Its
 * sellers have Antarctica's code, because the package takes no code that ISO 3166-1 lacks.
 */
import { createHash } from "node:crypto";
import {
  type Company,
  type CompanyProfile,
  type CreditNote,
  type DocumentFormat,
  type EinvoiceDocument,
  type EinvoiceGap,
  type IssuedDocument,
  incompleteRefusal,
} from "faktura";
import type { PdfCode } from "faktura/pdf";

/** Members of a guild are taxed by its own law. A line names it as an attribute, which the page prints and credit notes repeat. */
const GUILDS = ["smiths", "bakers"];

/** What each page must say. The company's `legalNote` is printed on all of them. */
export const MENTION = "Sealed in Strelsau";

interface Rule extends EinvoiceGap {
  isBroken(document: EinvoiceDocument, seller: Partial<CompanyProfile>): boolean;
}

const RULES: readonly Rule[] = [
  {
    ...{ rule: "RUR-1", field: "seller.taxNumber" },
    detail: "The Chancery knows sellers by 8 digits. Set taxNumber in the company's profile.",
    isBroken: (_, { taxNumber = "" }) => !/^\d{8}$/.test(taxNumber),
  },
  {
    ...{ rule: "RUR-2", field: "seller.legalNote" },
    detail: `Pages must say "${MENTION}". Add it to legalNote in the company's profile.`,
    isBroken: (_, { legalNote = "" }) => !legalNote.includes(MENTION),
  },
  {
    ...{ rule: "RUR-3", field: "items[].attributes" },
    detail: `Each line names its guild. Set the attribute Guild to ${GUILDS.join(" or ")}.`,
    isBroken: ({ items }) => !items.every(guildOf),
  },
  {
    ...{ rule: "RUR-4", field: "correctedPortalNumbers" },
    detail: "A credit note names the seal of its invoice. Record it with recordPortalNumber.",
    isBroken: (document) => "reason" in document && sealOf(document) === undefined,
  },
];

function guildOf({ attributes = [] }: EinvoiceDocument["items"][number]): string | undefined {
  return attributes.find(({ name, value }) => name === "Guild" && GUILDS.includes(value))?.value;
}

/** The seal of the invoice that a credit note corrects. */
function sealOf({ correctedPortalNumbers }: Pick<CreditNote, "correctedPortalNumbers">): string | undefined {
  return correctedPortalNumbers?.find(({ portal }) => portal === "chancery")?.number;
}

function numberOf(document: IssuedDocument): string {
  return "reason" in document ? document.creditNoteNumber : document.invoiceNumber;
}

/** The file that the Chancery takes. */
function writeFile(document: IssuedDocument): string {
  const gaps = ruritania.gaps(document);
  if (gaps.length > 0) throw incompleteRefusal(gaps, "Ruritania");
  const { seller, items, issueDate, clientName, currency, total } = document;
  return element("Invoice", [
    element("Seller", [element("Name", seller.name), element("TaxNumber", seller.taxNumber)]),
    element("Client", clientName),
    element("Number", numberOf(document)),
    element("Date", issueDate),
    element("CorrectedSeal", "reason" in document ? sealOf(document) : undefined),
    ...items.map((item) => {
      const net = element("Net", item.netAmount.toFixed(2));
      return element("Line", [element("Text", item.description), element("Guild", guildOf(item)), net]);
    }),
    element("Total", `${total.toFixed(2)} ${currency}`),
  ]);
}

/** What XML 1.0 cannot contain, and texts of an order may. */
const FORBIDDEN = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An element, or nothing if it has no content. */
function element(name: string, content: string | undefined | readonly string[]): string {
  if (content === undefined) return "";
  const escaped = (text: string) =>
    text.replace(FORBIDDEN, "").replace(/[<>&\r]/g, (character) => `&#${character.charCodeAt(0)};`);
  const text = typeof content === "string" ? escaped(content) : content.join("");
  return `<${name}>${text}</${name}>`;
}

/** The file of each document, and the seal that the Chancery gives it. */
export const ruritania: DocumentFormat = {
  ...{ id: "ruritania", name: "Ruritanian invoice", sellers: ["AQ"] },
  appliesTo: ({ clientCountry }) => clientCountry === "AQ",
  gaps: (document, { ownProfile } = {}) => {
    const seller = { ...document.seller, ...ownProfile };
    const broken = RULES.filter((rule) => rule.isBroken(document, seller));
    return broken.map(({ rule, field, detail }) => ({ rule, field, detail }));
  },
  syntaxes: {
    ruritania: {
      ...{ mediaType: "application/xml", extension: "xml", name: "Ruritanian XML", attachedAs: "ruritania.xml" },
      write: writeFile,
    },
  },
  portal: {
    id: "chancery",
    form: "a seal of the Chancery: RS- and 6 digits",
    isNumber: (number) => /^RS-\d{6}$/.test(number),
    field: "correctedPortalNumbers",
  },
};

/** A record of the chain. */
export interface ChainRecord {
  readonly kind: "issued" | "cancelled" | "corrected";
  readonly number: string;
  readonly total: string;
  readonly client: string;
  /** The program that keeps the chain. */
  readonly device: string;
  /** The hash of the record before; empty in the first one. */
  readonly previous: string;
  /** SHA-256 of the other fields as JSON, in hexadecimal. */
  readonly hash: string;
}

/** A record of each document, each cancellation, and each record that the Chancery refused, with the hash of the one before. */
export async function* ruritanianRecords(
  company: Company,
  { device }: { readonly device: string },
): AsyncGenerator<ChainRecord, void, undefined> {
  let previous = "";
  for await (const [kind, document, client] of eventsOf(company)) {
    const total = document.total.toFixed(2);
    const fields = { kind, number: numberOf(document), total, client, device, previous };
    previous = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
    yield { ...fields, hash: previous };
  }
}

/** What the records are about, in the order of the journal. */
async function* eventsOf(company: Company): AsyncGenerator<[ChainRecord["kind"], IssuedDocument, client: string]> {
  for await (const change of company.changes()) {
    if (change.kind === "invoice.issued") yield ["issued", change.invoice, change.invoice.clientName];
    if (change.kind === "credit_note.issued") yield ["issued", change.creditNote, change.creditNote.clientName];
    if (change.kind === "invoice.cancelled") {
      const invoice = await company.get(change.invoiceId);
      yield ["cancelled", invoice, invoice.clientName];
    }
    if (change.kind === "portal_refusal.recorded" && change.portal === "chancery") {
      const { creditNoteId, invoiceId, record } = change;
      const document = creditNoteId === null ? await company.get(invoiceId) : await company.getCreditNote(creditNoteId);
      yield ["corrected", document, record?.clientName ?? document.clientName];
    }
  }
}

const ONLY_CLIENT = "Only the client's name can be corrected. Credit the invoice.";

/** The chain of records, and what the Chancery refuses of it. */
export const ruritanianChain: DocumentFormat = {
  ...{ id: "ruritania-chain", name: "Ruritanian chain", sellers: ["AQ"] },
  appliesTo: () => true,
  gaps: () => [],
  records: ruritanianRecords,
  refusals: {
    portal: "chancery",
    faults: (_, { code }) => (code === "CLIENT" ? [] : [{ pointer: "/code", detail: ONLY_CLIENT }]),
  },
};

/** The code that Ruritania wants on the page. */
export function ruritanianCode(document: IssuedDocument): PdfCode {
  const query = new URLSearchParams({ number: numberOf(document), total: document.total.toFixed(2) });
  return { url: `https://chancery.example/invoice?${query}`, label: "Ask the Chancery" };
}

/** What `npx faktura export --formats` takes, once this file is JavaScript. */
export default [ruritania];
