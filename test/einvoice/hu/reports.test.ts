/**
 * Goal: the reports of a company's books are what happened to each invoice, with places that NAV takes, and the books give them
 * again at any time, from any report on.
 * Method: books with every kind of change, on every store; random books; an independent model of what NAV holds of each invoice.
 */
import { createHash } from "node:crypto";
import { type Company, createInvoicing, type Invoice } from "faktura";
import { isRefusal, type NavReport, nav, navReports } from "faktura/einvoice/hu";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOON, openBooks } from "../../service/books.ts";
import { germanProfile, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { tries } from "../../support/tries.ts";
import { refusals } from "./authority.ts";
import { FRENCH, ORDER, RATE, reportsOf, SELLER } from "./scenes.ts";

const ITEM = ORDER.items[0]!;
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text);
const countOf = (xml: string, name: string) => xml.split(`<${name}>`).length - 1;

/** What NAV objects to a chain of reports, which it takes one by one. */
function chainFaults(reports: readonly NavReport[]): string[] {
  const held = new Map<string, { lines: number; changes: number; isCancelled: boolean; huf: number }>();
  const numbers = new Set<string>();
  return reports.flatMap(({ number, operation, xml }) => {
    const found = [...refusals(xml)];
    if (numbers.has(number)) found.push("INVOICE_NUMBER_NOT_UNIQUE");
    numbers.add(number);
    const lines = countOf(xml, "line");
    const huf = Number(textOf(xml, "invoiceGrossAmountHUF"));
    if (textOf(xml, "invoiceNumber") !== number) found.push("number");
    const original = textOf(xml, "originalInvoiceNumber");
    if (operation === "CREATE") {
      if (original !== undefined) found.push("INVOICE_REFERENCE_NOT_EXPECTED");
      held.set(number, { lines, changes: 0, isCancelled: false, huf });
      return found;
    }
    const known = held.get(original ?? "");
    if (known === undefined) return [...found, "INVALID_INVOICE_REFERENCE"];
    if (known.isCancelled) found.push("STORNO_ALREADY_EXISTS");
    if (textOf(xml, "modificationIndex") !== String(known.changes + 1)) found.push("MODIFICATION_INDEX_NOT_UNIQUE");
    const next = Array.from({ length: lines }, (_, index) => String(known.lines + index + 1));
    if (textsOf(xml, "lineNumberReference").join() !== next.join()) found.push("INVOICE_LINE_ALREADY_EXISTS");
    known.lines += lines;
    known.changes += 1;
    known.huf += huf;
    if (operation === "STORNO") {
      known.isCancelled = true;
      if (Math.abs(known.huf) > 0.001) found.push("INCONSISTENT_MODIFICATION_DATA_NETAMOUNT_NOT_ZERO");
    }
    return found;
  });
}

/** Makes every kind of change: two lines, credit notes, a cancellation of what was credited in part, a later day. */
async function fill(acme: Company, clock: TestClock) {
  await acme.saveProfile(germanProfile(SELLER));
  const first = await acme.issue({ ...ORDER, items: [ITEM, { ...ITEM, vatRates: { HU: 5 } }] });
  const second = await acme.issue({ ...ORDER, clientVatNumber: undefined, clientAddress: undefined });
  await acme.recordPayment(second.id, { amount: 10 });
  await acme.credit(first.id, { reason: "Visszáru", lines: [{ line: 1, quantity: 1 }] });
  await acme.credit(second.id, { reason: "Visszáru" });
  clock.set("2026-11-21T23:30:00.000Z");
  await acme.credit(first.id, { reason: "Engedmény", lines: [{ line: 2, netAmount: 100 }] });
  await acme.cancel(first.id, { reason: "Tévedés" });
  await acme.issue({ ...ORDER, currency: "EUR", exchangeRate: RATE });
  return { first, second };
}

describe.each(STORES)("on the $name store", ({ open }) => {
  test("every invoice, credit note and cancellation has a report, in the order of the journal", async () => {
    const clock = new TestClock(NOON);
    const invoicing = createInvoicing({ store: await open(), clock, formats: [nav] });
    const acme = invoicing.company("acme");
    const { first, second } = await fill(acme, clock);
    const reports = await reportsOf(acme);
    expect(reports.map(({ operation }) => operation)).toEqual([
      "CREATE",
      "CREATE",
      "MODIFY",
      "MODIFY",
      "MODIFY",
      "STORNO",
      "CREATE",
    ]);
    expect(chainFaults(reports)).toEqual([]);
    const [, , partly, , again, cancelled, last] = reports.map(({ xml }) => xml) as string[];
    expect(textOf(partly!, "originalInvoiceNumber")).toBe(first.invoiceNumber);
    expect(textsOf(again!, "lineNumberReference")).toEqual(["4"]);
    expect(reports[5]!.number).toBe(`${first.invoiceNumber}/S`);
    expect(textsOf(cancelled!, "lineNumberReference")).toEqual(["5", "6", "7", "8"]);
    expect([textOf(cancelled!, "invoiceIssueDate"), textOf(cancelled!, "modificationIndex")]).toEqual([
      "2026-11-22",
      "3",
    ]);
    expect(textOf(last!, "exchangeRate")).toBe("392.15");
    expect([first.id, second.id]).not.toContain(undefined);

    expect(await reportsOf(acme), "the same books give the same reports").toEqual(reports);
    for (const [index, after] of reports.entries())
      expect(await reportsOf(acme, { after: JSON.parse(JSON.stringify(after)) })).toEqual(reports.slice(index + 1));
    await invoicing.close();
  });
});

test("a process that crashes at any place and runs again reports the same", async () => {
  const clock = new TestClock(NOON);
  const { acme } = await openBooks(undefined, SELLER);
  await fill(acme, clock);
  const whole = await reportsOf(acme);
  for (let crashAfter = 1; crashAfter < whole.length; crashAfter += 1) {
    const sent: NavReport[] = [];
    const run = async (most: number) => {
      for await (const report of navReports(acme, { after: sent.at(-1) })) {
        sent.push(report);
        if (sent.length === most) return;
      }
    };
    await run(crashAfter);
    await run(Number.POSITIVE_INFINITY);
    expect(sent).toEqual(whole);
  }
});

test("a report that was refused is made again, also of a credit note and of a cancellation", async () => {
  const { acme } = await openBooks(undefined, SELLER, { formats: [nav] });
  const invoice = await acme.issue(ORDER);
  const note = await acme.credit(invoice.id, { reason: "Visszáru", lines: [{ line: 1, quantity: 1 }] });
  const refused = { portal: "nav", code: "INVALID_INVOICE_REFERENCE", on: invoice.issueDate };
  await acme.recordPortalRefusal(invoice.id, { ...refused, code: "OPERATION_FAILED" });
  await acme.recordCreditNotePortalRefusal(note.id, refused);
  await acme.cancel(invoice.id);
  await acme.recordPortalRefusal(invoice.id, refused);
  await acme.recordPortalRefusal(invoice.id, { ...refused, portal: "other" });
  const reports = await reportsOf(acme);
  expect(reports.map(({ operation }) => operation)).toEqual([
    "CREATE",
    "MODIFY",
    "CREATE",
    "MODIFY",
    "STORNO",
    "STORNO",
  ]);
  const xmls = reports.map(({ xml }) => xml);
  expect([xmls[2], xmls[3], xmls[5]]).toEqual([xmls[0], xmls[1], xmls[4]]);
});

test("a transaction is recorded with its result, and codes that need no report are refused", async () => {
  const { acme } = await openBooks(undefined, SELLER, { formats: [nav] });
  const { id, issueDate: on } = await acme.issue(ORDER);
  await acme.recordPortalNumber(id, { portal: "nav", number: "30NAFVVSS5SM6S9X PROCESSING" });
  const replaces = "30NAFVVSS5SM6S9X PROCESSING";
  const done = await acme.recordPortalNumber(id, { portal: "nav", number: "30NAFVVSS5SM6S9X DONE", replaces });
  expect(done.portalNumbers).toEqual([{ portal: "nav", number: "30NAFVVSS5SM6S9X DONE" }]);
  for (const number of ["30NAFVVSS5SM6S9X", "30NAFVVSS5SM6S9X OK", `${"A".repeat(31)} DONE`])
    await expect(
      acme.recordPortalNumber(id, { portal: "nav", number, replaces: "30NAFVVSS5SM6S9X DONE" }),
    ).rejects.toThrow();
  const pointersOf = async (request: object) => {
    const refusal = await acme
      .recordPortalRefusal(id, { portal: "nav", on, ...request } as never)
      .catch((error) => error);
    return refusal.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  expect(await pointersOf({ code: "INVOICE_NUMBER_NOT_UNIQUE" })).toEqual(["/code"]);
  expect(await pointersOf({ code: "ANNULMENT_IN_PROGRESS" })).toEqual(["/code"]);
  expect(await pointersOf({ code: "1109" })).toEqual(["/code"]);
  expect(await pointersOf({ code: "INVALID_VAT_DATA", record: {} })).toEqual(["/record"]);
  expect((await reportsOf(acme)).length).toBe(1);
});

test("an advance is a negative line of the final invoice, with the day on which it was paid", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const advance = await acme.issue({ ...ORDER, documentType: "386" });
  await acme.recordPayment(advance.id, { amount: advance.total });
  const items = [{ ...ITEM, quantity: 6 }];
  const order = { ...ORDER, items, advances: [advance.invoiceNumber] };
  const advances = [{ number: advance.invoiceNumber, paidOn: "2026-11-19" }];
  await acme.issue({ ...order, national: { hu: { advances } } });
  const [own, final] = (await reportsOf(acme)).map(({ xml }) => xml);
  expect(own).toContain("<advanceData><advanceIndicator>true</advanceIndicator></advanceData>");
  expect(final).toContain(
    `<advanceData><advanceIndicator>true</advanceIndicator><advancePaymentData><advanceOriginalInvoice>${advance.invoiceNumber}` +
      "</advanceOriginalInvoice><advancePaymentDate>2026-11-19</advancePaymentDate>" +
      "<advanceExchangeRate>1</advanceExchangeRate></advancePaymentData></advanceData>" +
      "<lineExpressionIndicator>false</lineExpressionIndicator>",
  );
  expect(textsOf(final!, "lineNetAmount")).toEqual(["60000", "-20000"]);
  expect(textOf(final!, "invoiceGrossAmount")).toBe("50800");
  expect(refusals(final!)).toEqual([]);
});

test("sales through OSS and under the number of another state have no report", async () => {
  const registrations = [{ country: "DE", vatNumber: "DE136695976", since: "2020-01-01" }];
  const { acme } = await openBooks(undefined, { ...SELLER, registrations });
  const person = { ...FRENCH, clientVatNumber: undefined, clientAddress: undefined };
  const sold = await acme.issue({ ...person, supply: "digital", items: [ITEM] });
  await acme.credit(sold.id, { reason: "Visszáru", lines: [{ line: 1, quantity: 1 }] });
  await acme.cancel(sold.id);
  expect([nav.appliesTo(sold), await reportsOf(acme)]).toEqual([false, []]);
});

test("a credit note of sales through OSS alone has no report, so later reports do not count it", async () => {
  const { acme } = await openBooks(undefined, { ...SELLER, ossRegistered: true });
  const person = { ...FRENCH, clientVatNumber: undefined };
  const items = [
    { ...ITEM, supply: "digital" as const },
    { ...ITEM, supply: "services" as const, placeOfSupply: "HU" },
  ];
  const { id } = await acme.issue({ ...person, currency: "HUF", items });
  for (const line of [1, 2]) await acme.credit(id, { reason: "Visszáru", lines: [{ line, quantity: 1 }] });
  await acme.cancel(id);
  const reports = await reportsOf(acme);
  expect(reports.map(({ operation }) => operation)).toEqual(["CREATE", "MODIFY", "STORNO"]);
  expect(chainFaults(reports)).toEqual([]);
});

test("nothing that could name a private person is reported", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const texts = { note: "Anna kérte", purchaseOrderReference: "Anna-1", paymentTerms: "Anna szerint" };
  const person = { clientName: "Kovács Anna", clientVatNumber: undefined };
  const { id } = await acme.issue({ ...ORDER, ...person, ...texts });
  await acme.credit(id, { reason: "Anna visszahozta" });
  await acme.issue({ ...ORDER, ...texts });
  const reports = await reportsOf(acme);
  expect(reports.map(({ xml }) => xml.includes("Anna"))).toEqual([false, false, true]);
});

describe("a report that is the invoice", () => {
  const order = { ...ORDER, national: { hu: { appearance: "ELECTRONIC", reportIsInvoice: true } } } as const;

  test("has the SHA3-512 of its Base64 text", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    await acme.issue(order);
    await acme.issue(ORDER);
    const [report, other] = await reportsOf(acme);
    const base64 = Buffer.from(report!.xml).toString("base64");
    expect(report!.electronicInvoiceHash).toBe(createHash("sha3-512").update(base64).digest("hex").toUpperCase());
    expect(textOf(report!.xml, "completenessIndicator")).toBe("true");
    expect([other!.electronicInvoiceHash, textOf(other!.xml, "completenessIndicator")]).toEqual([undefined, "false"]);
  });
});

describe("an invoice of the system before", () => {
  async function creditedAlone(issueDate: string) {
    const { acme } = await openBooks(undefined, SELLER);
    const correctedInvoices = [{ number: "REGI-1", issueDate }];
    const note = await acme.issueCreditNote({ ...ORDER, reason: "Visszáru", correctedInvoices });
    return { acme, number: note.creditNoteNumber };
  }

  test("is changed at the place that the host states", async () => {
    const { acme, number } = await creditedAlone("2025-03-01");
    const [report] = await reportsOf(acme, { heldBefore: { [number]: { lines: 7, modifications: 2 } } });
    const { xml } = report!;
    expect([textOf(xml, "originalInvoiceNumber"), textOf(xml, "modifyWithoutMaster")]).toEqual(["REGI-1", "false"]);
    expect([textOf(xml, "modificationIndex"), textOf(xml, "lineNumberReference")]).toEqual(["3", "8"]);
  });

  test("has no report if it was issued before the duty, or the host says so", async () => {
    const held = { lines: 0, modifications: 0 };
    const [old, recent] = [await creditedAlone("2020-12-31"), await creditedAlone("2025-03-01")];
    const [first] = await reportsOf(old.acme, { heldBefore: { [old.number]: held } });
    const [second] = await reportsOf(recent.acme, { heldBefore: { [recent.number]: { ...held, isReported: false } } });
    for (const report of [first, second]) expect(textOf(report!.xml, "modifyWithoutMaster")).toBe("true");
  });

  test("ends the iteration if nobody states its place", async () => {
    const { acme } = await creditedAlone("2025-03-01");
    const refusal = await reportsOf(acme).catch((error: unknown) => error);
    expect(isRefusal(refusal, "request_invalid")).toBe(true);
    expect(refusal).toMatchObject({ errors: [{ parameter: "heldBefore" }] });
  });
});

test("a document with gaps ends the iteration, unless another program reports it", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const bad = await acme.issue({ ...ORDER, clientAddress: undefined });
  await acme.issue(ORDER);
  const refusal = await reportsOf(acme).catch((error: unknown) => error);
  expect(isRefusal(refusal, "einvoice_incomplete")).toBe(true);
  expect((await reportsOf(acme, { except: [bad.invoiceNumber] })).length).toBe(1);
});

describe("options", () => {
  test.each([
    { cancellationNumber: "S" },
    { heldBefore: null },
    { heldBefore: { "SZ-1": { line: 1 } } },
    { heldBefore: { "SZ-1": { lines: -1 } } },
    { heldBefore: { "SZ-1": { modifications: 0.5 } } },
    { installation: {} },
    { after: { position: 1, number: "SZ-1" } },
  ])("%j are refused", async (options) => {
    const { acme } = await openBooks(undefined, SELLER);
    expect(() => navReports(acme, options as never)).toThrow(TypeError);
  });

  test("the number of a cancellation is the host's", async () => {
    const { acme } = await openBooks(undefined, SELLER);
    await acme.cancel((await acme.issue(ORDER)).id);
    const cancellationNumber = (number: string) => `STORNO ${number}`;
    const [, report] = await reportsOf(acme, { cancellationNumber });
    expect([report!.number, textOf(report!.xml, "invoiceNumber")]).toEqual([
      "STORNO SZ-202611-0001",
      "STORNO SZ-202611-0001",
    ]);
    for (const wrong of ["", "S".repeat(51), 1])
      await expect(reportsOf(acme, { cancellationNumber: () => wrong as string })).rejects.toThrow(TypeError);
  });
});

/** A change of the books, of the invoice at a place among those that there are. */
const change = fc.record({ what: fc.constantFrom("issue", "credit", "part", "cancel"), place: fc.nat(20) });

async function make(acme: Company, { what, place }: { what: string; place: number }, issued: Invoice[]): Promise<void> {
  if (what === "issue" || issued.length === 0) {
    const items = Array.from({ length: (place % 3) + 1 }, () => ITEM);
    issued.push(await acme.issue({ ...ORDER, items }));
    return;
  }
  const { id } = issued[place % issued.length]!;
  const lines = what === "part" ? [{ line: 1, netAmount: 1 }] : undefined;
  if (what === "cancel") await acme.cancel(id);
  else await acme.credit(id, { reason: "R", lines });
}

test("the reports of any books are a chain that NAV takes, and those behind any report are its end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), fc.nat(20), async (changes, place) => {
      const { acme } = await openBooks(undefined, SELLER);
      const issued: Invoice[] = [];
      // What the books refuse, such as a credit note of what was cancelled, changes nothing.
      for (const each of changes) await make(acme, each, issued).catch(() => undefined);
      const reports = await reportsOf(acme);
      expect(chainFaults(reports)).toEqual([]);
      if (reports.length === 0) return;
      const index = place % reports.length;
      expect(await reportsOf(acme, { after: reports[index] })).toEqual(reports.slice(index + 1));
    }),
    { numRuns: tries(30) },
  );
});
