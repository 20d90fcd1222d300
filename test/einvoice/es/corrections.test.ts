/**
 * Goal: what the tax agency refused, or took with errors, is corrected in the chain with the right marks, and nothing is
 * recorded that no record can correct.
 * Method: the marks of each case of the agency's table, written down by hand, on books that the library made.
 */
import type { Company } from "faktura";
import { isRefusal } from "faktura/einvoice/es";
import { describe, expect, test } from "vitest";
import { openBooks } from "../../service/books.ts";
import { refusalOf } from "../../service/refusal-of.ts";
import { describeUnless } from "../../support/skipping.ts";
import { STORES } from "../../support/stores.ts";
import { chainFaults, NO_SCHEMA, refusals, schemaErrors } from "./agency.ts";
import { ORDER, recordsOf, SELLER } from "./scenes.ts";

const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
const ON = "2026-11-20" as const;
const portal = "verifactu";

/** `Subsanacion`, `RechazoPrevio` and `SinRegistroPrevio` of each record, `-` where it has none. */
async function marksIn(acme: Company): Promise<string[]> {
  const names = ["Subsanacion", "RechazoPrevio", "SinRegistroPrevio"];
  return (await recordsOf(acme)).map(({ xml }) => names.map((name) => textOf(xml, name) ?? "-").join(""));
}

async function refuse(acme: Company, id: string, codes: readonly string[]): Promise<void> {
  for (const code of codes) await acme.recordPortalRefusal(id, { portal, code, on: ON });
}

test.each([
  ["accepted with errors", ["2001"], ["SN-"]],
  ["refused", ["1109"], ["SX-"]],
  ["refused, and so is the correction", ["1109", "1110"], ["SX-", "SX-"]],
  ["accepted with errors, and the correction refused", ["2001", "1109"], ["SN-", "SS-"]],
  ["that correction refused as well", ["2001", "1109", "1110"], ["SN-", "SS-", "SS-"]],
  ["refused, and the correction accepted with errors", ["1109", "2001"], ["SX-", "SN-"]],
  ["held, but the correction says that it is not", ["2001", "3002"], ["SN-", "SX-"]],
  ["there already, with other content", ["3000"], ["SN-"]],
])("an invoice that was %s", async (_, codes, marks) => {
  const { acme } = await openBooks(undefined, SELLER);
  const { id } = await acme.issue(ORDER);
  await refuse(acme, id, codes);
  expect(await marksIn(acme)).toEqual(["---", ...marks]);
});

test.each([
  ["refused", ["1109"], ["-S-"]],
  ["of a document that the agency never had", ["3002"], ["-SS"]],
  ["refused, and then of a document that the agency never had", ["1109", "3002"], ["-S-", "-SS"]],
  ["of no document, and refused again", ["3002", "1109"], ["-SS", "-SS"]],
])("a cancellation that was %s", async (_, codes, marks) => {
  const { acme } = await openBooks(undefined, SELLER);
  const { id } = await acme.issue(ORDER);
  await acme.recordPortalRefusal(id, { portal, code: "1109", on: ON });
  await acme.cancel(id);
  await refuse(acme, id, codes);
  expect(await marksIn(acme)).toEqual(["---", "SX-", "---", ...marks]);
});

/** Books with corrections of an invoice, of a credit note and of a cancellation. */
async function correctedBooks(store?: Awaited<ReturnType<(typeof STORES)[number]["open"]>>) {
  const { acme, invoicing, clock } = await openBooks(store, SELLER);
  const person = { clientVatNumber: "ES12345678Z" };
  const [first, second] = [await acme.issue({ ...ORDER, ...person }), await acme.issue(ORDER)];
  const note = await acme.credit(second.id, { reason: "Devolución" });
  clock.set("2026-11-21T08:00:00.000Z");
  const record = {
    clientName: "Cliente, SA",
    clientId: { type: "07", id: "12345678Z" },
    lines: [{ line: 1, regime: "11" }],
  } as const;
  await acme.recordPortalRefusal(first.id, { portal, code: "1109", on: "2026-11-21", record });
  const description = "Devolución de consultoría";
  await acme.recordCreditNotePortalRefusal(note.id, { portal, code: "2001", on: ON, record: { description } });
  await acme.recordPortalRefusal(second.id, { portal: "other", code: "x", on: ON });
  await acme.cancel(first.id);
  await acme.recordPortalRefusal(first.id, { portal, code: "3002", on: "2026-11-22" });
  return { acme, invoicing, first, second, note, records: await recordsOf(acme) };
}

describe.each(STORES)("on the $name store", ({ open }) => {
  test("corrections are in the chain at the place of their refusals, and say what they override", async () => {
    const { acme, invoicing, first, second, note, records } = await correctedBooks(await open());
    const { invoiceNumber } = first;
    expect(records.map(({ number, kind }) => `${kind} ${number}`)).toEqual([
      `registration ${invoiceNumber}`,
      `registration ${second.invoiceNumber}`,
      `registration ${note.creditNoteNumber}`,
      `registration ${invoiceNumber}`,
      `registration ${note.creditNoteNumber}`,
      `cancellation ${invoiceNumber}`,
      `cancellation ${invoiceNumber}`,
    ]);
    const xmls = records.map(({ xml }) => xml);
    expect(chainFaults(xmls)).toEqual([]);
    expect(xmls.slice(0, 5).flatMap(refusals)).toEqual([]);
    expect(
      ["NombreRazon", "IDType", "ID", "ClaveRegimen"].map((name) =>
        textOf(xmls[3]!.split("<Destinatarios>")[1]!, name),
      ),
    ).toEqual(["Cliente, SA", "07", "12345678Z", "11"]);
    expect(textOf(xmls[3]!, "FechaHoraHusoGenRegistro")).toBe("2026-11-21T09:00:00+01:00");
    expect(textOf(xmls[4]!, "DescripcionOperacion")).toBe("Devolución de consultoría");
    for (const [index, after] of records.entries())
      expect(await recordsOf(acme, { after })).toEqual(records.slice(index + 1));
    expect((await acme.audit()).findings).toEqual([]);
    await invoicing.close();
  });
});

describeUnless(NO_SCHEMA)("the official schemas", () => {
  test("take corrections", async () => {
    const { records } = await correctedBooks();
    expect(schemaErrors(...records.map(({ xml }) => xml))).toEqual([]);
  });
});

test("what is left out of the chain has no corrections", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const { id, invoiceNumber } = await acme.issue(ORDER);
  await acme.recordPortalRefusal(id, { portal, code: "1109", on: ON });
  expect(await recordsOf(acme, { except: [invoiceNumber] })).toEqual([]);
  expect(await recordsOf(acme, { since: "2027-01-01" })).toEqual([]);
});

test("without the format nothing is checked, and a code that needs no record gives none", async () => {
  const { acme } = await openBooks(undefined, SELLER, { formats: [] });
  const { id } = await acme.issue(ORDER);
  await refuse(acme, id, ["4102", "1104", "2004", "x"]);
  expect(await marksIn(acme)).toEqual(["---"]);
  const withRecord = acme.recordPortalRefusal(id, { portal, code: "1109", on: ON, record: { description: "x" } });
  expect(pointerOf(await withRecord.catch((error: unknown) => error))).toBe("/record");
});

function pointerOf(error: unknown): string | undefined {
  const [first] = isRefusal(error, "request_invalid") ? error.errors : [];
  return first !== undefined && "pointer" in first ? first.pointer : undefined;
}

const detailOf = (error: unknown) => (isRefusal(error) ? error.errors[0]!.detail : "");

// biome-ignore format: one refusal a line
test.each<[string, object, string, RegExp]>([
  ["the message", { code: "4102" }, "/code", /send the same records again/],
  ["the clock", { code: "2004" }, "/code", /no correction/],
  ["the number", { code: "1104" }, "/code", /Issue a corrective invoice/],
  ["the amounts", { code: "2005" }, "/code", /Issue a corrective invoice/],
  ["the rate of VAT", { code: "1124" }, "/code", /Issue a corrective invoice/],
  ["a rate whose time is over", { code: "1235" }, "/code", /Issue a corrective invoice/],
  ["the rate of the surcharge", { code: "1127" }, "/code", /Issue a corrective invoice/],
  ["the surcharge at 10 %", { code: "1163" }, "/code", /Issue a corrective invoice/],
  ["the day of the operation", { code: "1134" }, "/code", /Issue a corrective invoice/],
  ["the length of the total", { code: "1267" }, "/code", /Issue a corrective invoice/],
  ["the agency's own system", { code: "1288" }, "/code", /Send the same record again later/],
  ["a query", { code: "1248" }, "/code", /query of the agency, not about a record/],
  ["a document that is cancelled there", { code: "3001" }, "/code", /cancellation of this document already/],
  ["nothing known", { code: "oops" }, "/code", /code of the tax agency/],
  ["an amount in the record", { record: { total: 1 } }, "/record/total", /corrective invoice/],
  ["the client's number in the record", { record: { clientVatNumber: "ESB63272603" } }, "/record/clientVatNumber", /corrective invoice/],
  ["another number of the client in the record", { record: { clientId: { type: "07", id: "12345678Z" } } }, "/record/clientId/id", /corrective invoice/],
  ["another kind of invoice in the record", { record: { invoiceType: "F2" } }, "/record/invoiceType", /corrective invoice/],
  ["a record that would be refused", { record: { clientId: { type: "07", id: "A58818501", country: "FR" } } }, "/record", /IDOtro|clientId/],
  ["a line that there is not", { record: { lines: [{ line: 2, regime: "11" }] } }, "/record/lines/0/line", /line of the invoice/],
  ["a surcharge in the record", { record: { lines: [{ line: 1, surchargeRate: 5.2 }] } }, "/record/lines/0/surchargeRate", /./],
  ["a line twice", { record: { lines: [{ line: 1, regime: "11" }, { line: 1 }] } }, "/record/lines/1/line", /at most once/],
  ["a day that does not exist", { on: "2026-11-31" }, "/on", /./],
])("a refusal about %s leaves nothing behind", async (_, given, pointer, detail) => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  const request = { portal, code: "1109", on: ON, ...given };
  const error = await acme.recordPortalRefusal(invoice.id, request).catch((refusal: unknown) => refusal);
  expect(pointerOf(error), String(error)).toBe(pointer);
  expect(detailOf(error)).toMatch(detail);
  expect(await acme.get(invoice.id)).toEqual({ ...invoice, payments: [], creditNotes: [] });
  expect(await marksIn(acme)).toEqual(["---"]);
});

test("a refusal with what the record would lack is one sentence", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const { id } = await acme.issue(ORDER);
  const record = { clientId: { type: "07", id: "A58818501", country: "FR" } } as const;
  const [message] = await refusalOf(acme.recordPortalRefusal(id, { portal, code: "1109", on: ON, record }));
  expect(message).toMatch(/Correct clientVatNumber or national\.es\.clientId\.$/);
});

test.each([
  ["2001", "/code"],
  ["1124", "/code"],
  ["3000", "/code"],
  ["1109", "/record"],
])("a cancellation has no content to correct, so %s with a record is refused", async (code, pointer) => {
  const { acme } = await openBooks(undefined, SELLER);
  const { id } = await acme.issue(ORDER);
  await acme.cancel(id);
  const record = { description: "x" };
  const error = await acme
    .recordPortalRefusal(id, { portal, code, on: ON, record })
    .catch((refusal: unknown) => refusal);
  expect(pointerOf(error)).toBe(pointer);
});
