/** Calls that are refused, or are mistakes in the calling code, and what each of them says. */
import {
  type CompanyProfile,
  canCancel,
  createInvoicing,
  formatInvoiceNumber,
  type InvoiceStatus,
  isRefusal,
  type Refusal,
} from "faktura";
import { memoryStore } from "faktura/memory";
import { determineVat, invoiceTotals, standardVatRate } from "faktura/vat";
import { MISTAKES, REFUSED } from "../../domain/mistaken-calls.ts";
import { findingsIn, soundInvoice } from "../../service/audit/audited-rows.ts";
import { openBooks } from "../../service/books.ts";
import { REFUSED_CALLS, setScene } from "../../service/refusal-scenes.ts";
import { FAULTY_FIELDS } from "../../service/schemas/faulty-fields.ts";
import { germanProfile, order } from "../../support/fixtures.ts";

/** What a call says: of a refusal its code, its message and each fault with its place; of other errors name and message. */
export type Said = readonly string[];

const placeOf = (fault: Refusal["errors"][number]) => ("pointer" in fault ? fault.pointer : fault.parameter);

function textsOf(error: unknown): Said {
  if (isRefusal(error))
    return [error.code, error.message, ...error.errors.map((fault) => `${placeOf(fault)}: ${fault.detail}`)];
  const { name, message } = error as Error;
  return [name, message];
}

/** Makes the calls of one subject, and notes what each says under its title. */
type Subject = (note: (title: string, call: () => unknown) => Promise<void>) => Promise<void>;

const line = (taxRate?: number) => ({ description: "Pen", quantity: 1, unitPrice: 10, taxRate });
const AT_HOME = { clientCountry: "DE" };
const ABROAD = { clientCountry: "AT", clientVatNumber: "ATU10223006" };
const IN_FRANCE = { clientCountry: "FR", clientVatNumber: "FR40303265045" };

/** Orders of which one field contradicts the VAT that is determined. */
// biome-ignore format: a table
const ORDERS: readonly [title: string, profile: Partial<CompanyProfile>, order: object][] = [
  ["no country", {}, { clientCountry: undefined }],
  ["several rates", {}, { ...AT_HOME, taxRate: 16, items: [line(), line(19), line(7)] }],
  ["rates of a company that is not registered", { vatRegistered: false }, { ...AT_HOME, items: [line(), line(0), line(19)] }],
  ["an exchange rate that is not needed", {}, { ...AT_HOME, exchangeRate: { rate: 1.1, source: "ECB", date: "2026-11-19" } }],
  ["a reduced rate at home", {}, { ...AT_HOME, items: [line(7)] }],
  ["a reduced rate at home, of the order", {}, { ...AT_HOME, taxRate: 7, items: [line()] }],
  ["a reduced rate to a business abroad", {}, { ...ABROAD, items: [line(7)] }],
  ["the standard rate to a business abroad", {}, { ...ABROAD, items: [line(19)] }],
  ["a reduced rate of an export", {}, { clientCountry: "US", items: [line(7)] }],
  ["a reduced rate of the client's state", {}, { clientCountry: "FR", items: [line(5.5)] }],
  ["the seller's rate in the client's state", {}, { clientCountry: "FR", items: [line(7)] }],
  ["a rate that no state has", {}, { ...AT_HOME, items: [line(42)] }],
  ["the standard rate as a fraction", {}, { ...AT_HOME, items: [line(0.19)] }],
  ["a reduced rate as a fraction", {}, { ...AT_HOME, items: [line(0.07)] }],
  ["no rate", {}, { clientCountry: "BE", items: [line(0)] }],
];

const VERDICTS: readonly [title: string, verdict: unknown][] = [
  ["nothing", undefined],
  ["an unknown status", { status: "ok" }],
  ["unavailable without a reason", { status: "unavailable", detail: " " }],
  ["unavailable with a long reason", { status: "unavailable", detail: "x".repeat(1001) }],
  ["evidence that is a number", { status: "valid", consultationNumber: 7 }],
  ["long evidence", { status: "valid", consultationNumber: "x".repeat(101) }],
  ["evidence that is a list", { status: "valid", consultationNumber: ["x"] }],
  ["a number that is not in force", { status: "invalid", consultationNumber: undefined }],
];

/** Arguments of `determineVat`: the client, the options, and what differs from the German seller. */
// biome-ignore format: a table
const DECISIONS: readonly [title: string, client: object, options?: object, company?: object][] = [
  ["a French number that is too short", { country: "FR", vatNumber: "FR1" }],
  ["an Austrian number that is too short", { country: "AT", vatNumber: "U1022300" }],
  ["a German number of an Austrian client", { country: "AT", vatNumber: "de 12345" }],
  ["a Greek number that is too short", { country: "GR", vatNumber: "EL1" }],
  ["a number of Northern Ireland for services", { country: "FR", vatNumber: "XI980780684" }],
  ["a British number", { country: "FR", vatNumber: "GB980780684" }],
  ["a number whose checksum fails", { country: "FR", vatNumber: "FR41303265045" }, { failedChecksum: "refuse" }],
  ["a client that is neither company nor consumer", { country: "FR", isCompany: 1 }],
  ["a postal code that is a number", { country: "FR", postalCode: 1 }],
  ["a day that is none", { country: "FR" }, { on: "today" }],
  ["an unknown supply", { country: "FR" }, { supply: "food" }],
  ["an unknown way with checksums", { country: "FR" }, { failedChecksum: "no" }],
  ["rates that are no object", { country: "FR" }, { rates: 7 }],
  ["rates of a state that is charged as another", { country: "FR" }, { rates: { MC: [] } }],
  ["a misspelt option", { country: "FR" }, { suply: "goods" }],
  ["a rate that is no number", { country: "DE" }, { rates: { DE: [{ since: "2026-01-01", percent: "nineteen" }] } }],
  ["several faults", { country: undefined }, { on: "x" }],
  ["registrations that are none", { country: "FR" }, {}, { registrations: [{ country: "FR" }] }],
  ["schemes that are none", { country: "FR" }, {}, { ossSchemes: ["ioss"] }],
  ["stock in a state without a registration", { country: "FR" }, { supply: "goods", dispatchedFrom: "PL" }],
  ["the same for a business there", { country: "PL", vatNumber: "PL8567346215" }, { supply: "goods", dispatchedFrom: "PL" }],
  ["stock abroad without OSS", { country: "FR" }, { supply: "goods", dispatchedFrom: "PL" }, { registrations: [{ country: "PL", vatNumber: "PL8567346215" }] }],
  ["stock abroad of a small enterprise", { country: "PL" }, { supply: "goods", dispatchedFrom: "PL" }, { vatRegistered: false }],
  ["goods from outside the EU", { country: "FR" }, { supply: "goods", dispatchedFrom: "CH" }],
  ["goods that the seller imports", { country: "FR" }, { supply: "goods", dispatchedFrom: "CH", importer: "seller" }],
  ["an unknown importer", { country: "FR" }, { importer: "buyer" }],
];

const TOTALS: readonly [title: string, item: object, currency?: string][] = [
  ["no quantity", { quantity: 0 }],
  ["a negative price", { unitPrice: -1 }],
  ["a rate above 100", { taxRate: 101 }],
  ["an unknown category", { vatCategory: "X" }],
  ["a category that has no VAT", { vatCategory: "Z" }],
  ["an unknown currency", {}, "EURO"],
  ["a line that is too large", { unitPrice: 1e16 }],
  ["a total below 0", { quantity: -1 }],
];

/** Fields of a stored invoice that an audit cannot read. */
// biome-ignore format: a table
const DOCUMENTS: readonly [title: string, changes: object][] = [
  ["a text", { clientName: 5 }],
  ["an amount", { total: "119" }],
  ["a day", { issueDate: "2026-02-30" }],
  ["a type", { documentType: "381" }],
  ["an optional day that is null", { dueDate: null }],
  ["a rate that converts nothing", { exchangeRate: { rate: 0, date: "2026-11-20", source: "x" } }],
  ["a list", { items: {} }],
  ["a record", { seller: [] }],
  ["metadata", { metadata: { a: 1 } }],
  ["a warning", { warnings: [{ code: "x" }] }],
  ["gross amounts", { prices: "gross" }],
  ["a missing field", { clientName: undefined }],
  ["a version", { documentVersion: 2 }],
  ["more than five fields", { warnings: Array(7).fill(1) }],
];

const SUBJECTS: Readonly<Record<string, Subject>> = {
  fields: async (note) => {
    for (const [what, call, given] of FAULTY_FIELDS)
      await note(what, async () => call((await openBooks()).acme, given as never));
  },

  "use cases": async (note) => {
    for (const { name, call, faults } of REFUSED_CALLS)
      for (const [code, put] of faults) {
        const scene = await setScene(memoryStore());
        await put(scene);
        await note(`${name}: ${code}`, () => call(scene));
      }
  },

  orders: async (note) => {
    for (const [title, profile, given] of ORDERS)
      await note(title, async () => (await openBooks(undefined, profile)).acme.issue(order(given)));
    const { acme, clock } = await openBooks();
    await note("the second of several", () => acme.issueMany([order(), order({ taxRate: 7 } as never)]));
    for (const idempotencyKey of ["", "a b", "ü", "x".repeat(256)])
      await note(`the key ${JSON.stringify(idempotencyKey.slice(0, 5))}`, () =>
        acme.issue(order(), { idempotencyKey }),
      );
    await acme.issue(order(), { idempotencyKey: "a" });
    await note("a used key", () => acme.issue(order({ note: "another" }), { idempotencyKey: "a" }));
    clock.set("2026-11-18T12:00:00Z");
    await note("a clock that went back by days", () => acme.issue(order()));
  },

  payments: async (note) => {
    const { acme } = await openBooks();
    const { id, amountDue } = await acme.issue(order());
    await note("more than is due", () => acme.recordPayment(id, { amount: amountDue + 1 }));
    await note("less than a cent", () => acme.recordPayment(id, { amount: 0.001 }));
    await acme.cancel(id);
    await note("on a cancelled invoice", () => acme.recordPayment(id, { amount: 1 }));
    const paid = await acme.issue(order());
    await acme.recordPayment(paid.id, { amount: paid.amountDue });
    await note("cancelling a paid invoice", () => acme.cancel(paid.id));
  },

  "write-offs": async (note) => {
    const lost = { reason: "insolvent", on: "2026-11-20" };
    const { acme } = await openBooks();
    const { id } = await acme.issue(order());
    await note("before the invoice", () => acme.writeOff(id, { ...lost, on: "2026-11-19" }));
    await note("without a reason", () => acme.writeOff(id, { on: "2026-11-20" } as never));
    await acme.writeOff(id, lost);
    await note("for another reason", () => acme.writeOff(id, { ...lost, reason: "fled" }));
    const [paid, cancelled] = [await acme.issue(order()), await acme.issue(order())];
    await acme.recordPayment(paid.id, { amount: paid.amountDue });
    await note("of a paid invoice", () => acme.writeOff(paid.id, lost));
    await acme.cancel(cancelled.id);
    await note("of a cancelled invoice", () => acme.writeOff(cancelled.id, lost));
    for (const country of ["FR", "IT", "ES", "BE", "PL", "DK", "GB"]) {
      const books = await openBooks(undefined, { country, vatNumber: undefined, ossRegistered: false });
      const { id: own } = await books.acme.issue(order({ clientCountry: country, supply: "goods" }));
      await note(`in ${country}`, () => books.acme.writeOff(own, lost));
    }
  },

  credits: async (note) => {
    const { acme } = await openBooks();
    const items = [
      { description: "Lamp", quantity: 2, unitPrice: 100, taxRate: 19 },
      { description: "Return", quantity: -1, unitPrice: 50, taxRate: 19 },
      { description: "Voucher", quantity: -1, unitPrice: 60, taxRate: 7 },
    ];
    const { id } = await acme.issue(order({ autoVat: false, items }));
    const credit = (...lines: { line: number }[]) => acme.credit(id, { reason: "returned", lines });
    await note("more than a group's lines", () => credit({ line: 2 }));
    await note("a total below 0", () => credit({ line: 3 }));
    await note("more than is left of the invoice", () => credit({ line: 1 }, { line: 2 }));
    await note("a request that is no object", () => acme.credit(id, 1 as never));
    await acme.credit(id, { reason: "returned" });
    await note("nothing left", () => acme.credit(id, { reason: "again" }));
    const cancelled = await acme.issue(order());
    await acme.cancel(cancelled.id);
    await note("of a cancelled invoice", () => acme.credit(cancelled.id, { reason: "returned" }));
  },

  numbering: async (note) => {
    const { acme } = await openBooks();
    const position = { lastCounter: 7, lastIssueDate: "2026-11-20" };
    await note("a date in the future", () => acme.continueNumbering({ ...position, lastIssueDate: "2026-11-22" }));
    await acme.issue(order());
    await note("after the first invoice", () => acme.continueNumbering(position));
  },

  companies: async (note) => {
    const { acme, invoicing } = await openBooks();
    await note("without a profile", () => invoicing.company("nobody").profile());
    await note("a list with faulty parameters", () => acme.list({ page: 1.5, limit: 101 }));
    const own = { profile: async () => ({ name: "" }) as never };
    const elsewhere = createInvoicing({ store: memoryStore(), companies: own }).company("acme");
    await note("a profile saved beside the host's own companies", () => elsewhere.saveProfile({} as never));
    await note("an invalid profile of the host's own companies", () => elsewhere.issue(order()));
    for (const names of [["a"], ["a", "b"], ["a", "b", "c"], ["x".repeat(201)], ["~/"]]) {
      const unknown = Object.fromEntries(names.map((name) => [name, 1]));
      const title = `the unknown fields ${names.map((name) => name.slice(0, 5)).join(", ")}`;
      await note(title, () => acme.saveProfile({ ...germanProfile(), ...unknown } as never));
    }
  },

  verifiers: async (note) => {
    for (const [title, verdict] of VERDICTS) {
      const { acme } = await openBooks(undefined, {}, { verifier: { verify: async () => verdict as never } });
      await note(title, () => acme.issue(order(IN_FRANCE)));
    }
  },

  "decisions on VAT": async (note) => {
    const german = { country: "DE", vatRegistered: true, ossRegistered: false };
    for (const [title, client, options, company] of DECISIONS)
      await note(title, () =>
        determineVat({ ...german, ...company }, client as never, { on: "2026-11-20", ...options } as never),
      );
    const rates = { DE: [{ since: "2026-01-01", percent: "nineteen" }] };
    await note("a standard rate that is no number", () => standardVatRate("DE", "2026-11-20", rates as never));
  },

  "warnings of regional rates": async (note) => {
    const warned = (company: object, client: object) => {
      const german = { country: "DE", vatRegistered: true, ossRegistered: false };
      const options = { on: "2026-11-20", supply: "goods" } as const;
      const [warning] = determineVat({ ...german, ...company }, client as never, options).warnings;
      throw Object.assign(new Error(warning!.detail), { name: warning!.code });
    };
    const [funchal, lisbon] = ["9000-001", "1000-001"].map((postalCode) => ({ country: "PT", postalCode }));
    await note("from Madeira to Lisbon", () => warned(funchal!, lisbon!));
    await note("to Jungholz", () => warned({ ossRegistered: true }, { country: "AT", postalCode: "6691" }));
  },

  totals: async (note) => {
    for (const [title, item, currency = "EUR"] of TOTALS)
      await note(title, () =>
        invoiceTotals([{ quantity: 1, unitPrice: 1, taxRate: 19, ...item } as never], { currency }),
      );
    await note("no lines and no options", () => invoiceTotals(undefined as never, undefined as never));
    const nearly = { quantity: 1, unitPrice: 9e12, taxRate: 19 };
    await note("a sum that is too large", () => invoiceTotals([nearly, nearly], { currency: "EUR" }));
  },

  "arguments of the pure functions": async (note) => {
    for (const [title, call, given] of MISTAKES) await note(`${title}, a mistake`, () => call(...(given as never[])));
    for (const [title, call] of REFUSED) await note(title, call);
    const german = { country: "DE", vatRegistered: true, ossRegistered: false };
    for (const name of ["clientVatNumber", "vat_id"]) {
      const client = { country: "FR", [name]: "FR40303265045" };
      await note(`a number in ${name}`, () => determineVat(german, client, { on: "2026-11-20" }));
    }
  },

  "mistakes in the calling code": async (note) => {
    const number = (part: object) => formatInvoiceNumber({ prefix: "INV", yearMonth: "202611", counter: 1, ...part });
    await note("an unknown status", () => canCancel("DRAFT" as InvoiceStatus));
    await note("an empty prefix", () => number({ prefix: "" }));
    for (const yearMonth of ["2026-11", "1202611", "2026111"])
      await note(`the month ${yearMonth}`, () => number({ yearMonth }));
    await note("counter 0", () => number({ counter: 0 }));
  },

  "findings of an audit in a stored document": async (note) => {
    const row = await soundInvoice();
    for (const [title, changes] of DOCUMENTS) {
      const document = JSON.stringify({ ...JSON.parse(row.document), ...changes });
      const codes = ["document_unreadable", "document_version_unknown"] as const;
      const [finding] = await findingsIn({ invoices: [{ ...row, document }] }, codes);
      await note(title, () => {
        throw Object.assign(new Error(finding!.detail), { name: finding!.code });
      });
    }
  },
};

/** What all calls say, by subject and title. */
export async function everyText(): Promise<Record<string, Record<string, Said>>> {
  const said: Record<string, Record<string, Said>> = {};
  for (const [subject, makeCalls] of Object.entries(SUBJECTS)) {
    const texts: Record<string, Said> = {};
    said[subject] = texts;
    await makeCalls(async (title, call) => {
      if (title in texts) throw new Error(`${subject} has two calls titled ${title}`);
      const error: unknown = await Promise.resolve()
        .then(call)
        .then(
          () => new Error("nothing was refused"),
          (thrown: unknown) => thrown,
        );
      texts[title] = textsOf(error);
    });
  }
  return said;
}
