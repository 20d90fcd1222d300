import {
  type CompanyProfile,
  createInvoicing,
  type DocumentFormat,
  type EinvoiceDocument,
  type Invoice,
  type InvoiceOrder,
  type IssuedDocument,
  Refusal,
} from "faktura";
import { formatContract } from "faktura/contract";
import { en16931 } from "faktura/einvoice";
import { verifactu } from "faktura/einvoice/es";
import { fiskalizacija } from "faktura/einvoice/hr";
import { nav } from "faktura/einvoice/hu";
import { fatturaPa } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import { saftPt } from "faktura/einvoice/pt";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { DOMESTIC, ORDER, SELLER } from "../einvoice/complete.ts";
import { INSTALLATION, ORDER as SPANISH_ORDER, SELLER as SPANISH_SELLER } from "../einvoice/es/scenes.ts";
import { ORDER as CROATIAN_ORDER, SELLER as CROATIAN_SELLER, sign } from "../einvoice/hr/fiscal-scenes.ts";
import { ORDER as HUNGARIAN_ORDER, SELLER as HUNGARIAN_SELLER } from "../einvoice/hu/scenes.ts";
import { ORDER as ITALIAN_ORDER, SELLER as ITALIAN_SELLER } from "../einvoice/it/scenes.ts";
import { ORDER as POLISH_ORDER, SELLER as POLISH_SELLER } from "../einvoice/pl/scenes.ts";
import { ORDER as PORTUGUESE_ORDER, SELLER as PORTUGUESE_SELLER, PROGRAM } from "../einvoice/pt/scenes.ts";
import { STATE_ORDERS } from "../einvoice/state-orders.ts";
import { germanProfile } from "../support/fixtures.ts";
import { EN_FORMATS } from "../support/formats.ts";

type Scene = readonly [seller: Partial<CompanyProfile>, complete: InvoiceOrder];

/** A complete order, an order that lacks nearly everything, and credit notes of both. */
async function documentsOf([seller, complete]: Scene): Promise<IssuedDocument[]> {
  const company = createInvoicing({ store: memoryStore() }).company("acme");
  await company.saveProfile(germanProfile(seller));
  // Exempt without a reason; a name that no format of a state can write, and more than 3,000 EUR without a client in Spain.
  const item = { description: "A", quantity: 1, unitPrice: 4840, taxRate: 0, vatCategory: "E" } as const;
  const bare = { clientName: "漢", clientCountry: "CN", autoVat: false, items: [item] };
  const invoices = [await company.issue(complete), await company.issue(bare)];
  const notes = await Promise.all(invoices.map(({ id }) => company.credit(id, { reason: "Storno" })));
  return [...invoices, ...notes];
}

const STATES = Object.fromEntries(
  Object.values(STATE_ORDERS).map(({ profile, seller, order }) => [profile, [seller, order] as unknown as Scene]),
);
const ofEn16931 = (id: string): Scene => STATES[id] ?? [SELLER, { ...ORDER, ...DOMESTIC }];

const FORMATS: readonly (readonly [DocumentFormat, Scene])[] = [
  ...EN_FORMATS.map((format) => [format, ofEn16931(format.id)] as const),
  [fatturaPa, [ITALIAN_SELLER, ITALIAN_ORDER]],
  [ksef, [POLISH_SELLER, POLISH_ORDER]],
  [saftPt, [PORTUGUESE_SELLER, PORTUGUESE_ORDER]],
  [verifactu, [SPANISH_SELLER, SPANISH_ORDER]],
  [fiskalizacija, [CROATIAN_SELLER, CROATIAN_ORDER]],
  [nav, [HUNGARIAN_SELLER, HUNGARIAN_ORDER]],
];

/** What the formats with records read. */
const CHAINS: Readonly<Record<string, () => ReturnType<typeof chainOf>>> = {
  verifactu: () => chainOf([SPANISH_SELLER, SPANISH_ORDER], { installation: INSTALLATION }),
  fiskalizacija: () => chainOf([CROATIAN_SELLER, CROATIAN_ORDER], { sign }),
  nav: () => chainOf([HUNGARIAN_SELLER, HUNGARIAN_ORDER], {}),
  "saft-pt": () => chainOf([PORTUGUESE_SELLER, PORTUGUESE_ORDER], { program: PROGRAM }),
};

describe.each(FORMATS)("$id", (format, scene) => {
  formatContract({ test, format, documents: () => documentsOf(scene), chain: CHAINS[format.id] });
});

/** A company with two invoices, one of them cancelled. */
async function chainOf([seller, order]: Scene, options: object) {
  const company = createInvoicing({ store: memoryStore() }).company("acme");
  await company.saveProfile(germanProfile(seller));
  const [, { id }] = (await company.issueMany([order, order])) as [Invoice, Invoice];
  await company.cancel(id);
  return { company, options };
}

/** Runs the contract, and returns the titles of the cases that failed. */
async function failuresOf(format: DocumentFormat, scene = ofEn16931("en16931")): Promise<string[]> {
  const failed: string[] = [];
  const running: Promise<void>[] = [];
  const run = (title: string, body: () => Promise<void>) =>
    void running.push(body().catch(() => void failed.push(title)));
  const chain = format.records === undefined ? undefined : await CHAINS["verifactu"]!();
  formatContract({ test: run, format, documents: await documentsOf(scene), chain });
  await Promise.all(running);
  return failed;
}

const { ubl } = en16931.syntaxes;
let calls = 0;
function nextCall(): number {
  calls += 1;
  return calls;
}
const withUbl = (changes: object) => ({ ...en16931, syntaxes: { ubl: { ...ubl, ...changes } } });
const GAP = { rule: "X-1", field: "notes", detail: "Set notes." };
const refuse = () => {
  throw new Refusal("einvoice_incomplete", "Not complete.", [{ pointer: "/notes", detail: "X-1: Set notes." }]);
};
const refusing = { ubl: { ...ubl, write: refuse } };
const BROKEN: readonly (readonly [what: string, format: DocumentFormat, title: RegExp])[] = [
  ["an id with capitals", { ...en16931, id: "EN16931" }, /has an id, a name/],
  ["neither syntaxes nor records", { ...en16931, syntaxes: undefined as never }, /either syntaxes or records/],
  ["a key that is a path", { ...en16931, syntaxes: { "a/b": ubl } }, /has an id, a name/],
  ["an extension with a dot", withUbl({ extension: ".xml" }), /has an id, a name/],
  ["an answer that changes", { ...en16931, appliesTo: () => nextCall() % 2 === 0 }, /is yes or no, and stays so/],
  ["no gaps of what is refused", { ...en16931, gaps: () => [] }, /without gaps is written/],
  [
    "a format that writes none",
    { ...en16931, gaps: () => [GAP], syntaxes: refusing },
    /some of the documents have no gaps/,
  ],
  [
    "gaps without a field",
    { ...en16931, gaps: (one) => en16931.gaps(one).map((gap) => ({ ...gap, field: "" })) },
    /names its rule/,
  ],
  [
    "other gaps of previews",
    { ...en16931, gaps: (one) => ("numberPattern" in one ? [] : en16931.gaps(one)) },
    /of its preview are the same/,
  ],
  ["an empty file", withUbl({ write: () => "" }), /without gaps is written/],
  ["a file with a time", withUbl({ write: () => String(nextCall()) }), /each time as the same file/],
  ["a file in spite of gaps", withUbl({ write: () => "<x/>" }), /is refused with einvoice_incomplete/],
  [
    "a change of the document",
    { ...en16931, gaps: (one) => en16931.gaps(Object.assign(one, { x: 1 })) },
    /some of the documents have no gaps/,
  ],
  [
    "a parameter that takes everything",
    withUbl({ parameters: { x: { description: "x", form: "anything", isValid: () => true } } }),
    /refuses what it cannot take/,
  ],
];

test.each(BROKEN)("the contract finds %s", async (_, format, title) => {
  expect((await failuresOf(format)).join("; ")).toMatch(title);
});

/** EN 16931 by methods that need their objects. */
class OwnFormat implements DocumentFormat {
  readonly id = "own";
  readonly name = "Own";
  readonly inner = en16931;
  readonly syntaxes = { ubl: new OwnSyntax() };
  appliesTo(document: EinvoiceDocument) {
    return this.inner.appliesTo(document);
  }
  gaps(document: EinvoiceDocument) {
    return this.inner.gaps(document, { syntax: "ubl" });
  }
}

class OwnSyntax {
  readonly mediaType = "application/xml";
  readonly extension = "xml";
  readonly inner = ubl;
  readonly parameters = { shout: new OwnParameter() };
  write(document: IssuedDocument) {
    return this.inner.write(document);
  }
}

class OwnParameter {
  readonly description = "Whether it shouts";
  readonly form = "yes or no";
  readonly known = ["yes", "no"];
  isValid(value: string) {
    return this.known.includes(value);
  }
}

async function* yielding(...records: object[]) {
  yield* records;
}
// biome-ignore format: one case a line
test.each<[what: string, records: () => AsyncIterable<object>]>([
  ["that throw",   () => { throw new Error("no records"); }],
  ["that are none", () => yielding()],
  ["that change",  () => yielding({ hash: nextCall() })],
  ["that are texts", () => yielding("a" as never)],
])("the contract finds records %s", async (_, records) => {
  const scene = [SPANISH_SELLER, SPANISH_ORDER] as const;
  expect(await failuresOf({ ...verifactu, records }, scene)).toEqual(["a company has records, each time the same"]);
});

test("a format that writes every document has no failure", async () => {
  const write = ({ clientName }: IssuedDocument) => clientName;
  const syntaxes = { names: { mediaType: "text/plain", extension: "txt", write } };
  expect(await failuresOf({ id: "own", name: "Own", appliesTo: () => true, gaps: () => [], syntaxes })).toEqual([]);
});

test("a format of classes has no failure", async () => {
  expect(await failuresOf(new OwnFormat())).toEqual([]);
});

test("a sound format has no failure, and what is missing in the options is named", async () => {
  expect(await failuresOf(en16931)).toEqual([]);
  const options = { test, format: en16931, documents: [] };
  expect(() => formatContract({ ...options, test: undefined as never })).toThrow("formatContract needs test");
  expect(() => formatContract({ ...options, format: {} as never })).toThrow("formatContract needs format");
  expect(() => formatContract({ ...options, documents: undefined as never })).toThrow("formatContract needs documents");
  expect(() => formatContract({ ...options, docs: [] } as never)).toThrow("docs");
  const needsChain = "formatContract needs chain, { company, options } as records of the format takes them";
  for (const chain of [undefined, {}, { company: {} }]) {
    expect(() => formatContract({ ...options, format: verifactu, chain: chain as never })).toThrow(needsChain);
  }
});
