/** Goal: a function of a document that gets something else says what it needs and what it was given. */
import { canCancel, refundDue } from "faktura";
import { einvoiceGaps, toCii, toUbl } from "faktura/einvoice";
import { renderPdf } from "faktura/pdf";
import { describe, expect, test } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";

const FUNCTIONS: [string, (document: never, options?: never) => unknown][] = [
  ["toUbl", toUbl],
  ["toCii", toCii],
  ["einvoiceGaps", einvoiceGaps],
  [
    "renderPdf",
    (document, options) =>
      renderPdf(document, options !== undefined ? options : ({ fonts: { regular: 1, bold: 1 } } as never)),
  ],
];

/** What the call throws, at once or through its promise. */
async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

describe.each(FUNCTIONS)("%s", (name, call) => {
  test("refuses what is no document", async () => {
    const { acme } = await openBooks();
    const issued = acme.issue(order());
    const { seller: _, ...damaged } = await issued;
    for (const [given, instead] of [
      [issued, ", not a promise; await it"],
      [undefined, ", not undefined"],
      [null, ", not null"],
      ["01234567-89ab", ", not a string"],
      [[await issued], ", not an array"],
      [await acme.list(), ", not a page of them; pass one of its data"],
      [order(), ", not an object without issueDate, seller, vatBreakdown"],
      [damaged, ", not an object without seller"],
    ] as const) {
      const needs = `${name} needs an invoice or a credit note as the library returns it${instead}`;
      expect(await faultOf(() => call(given as never))).toStrictEqual(new TypeError(needs));
    }
  });

  test("refuses options that are none", async () => {
    const { acme } = await openBooks();
    const invoice = (await acme.issue(order())) as never;
    for (const options of ["xrechnung", null, { profil: "peppol" }]) {
      const error = await faultOf(() => call(invoice, options as never));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(
        new RegExp(`^${name}(: profil is not a known option| takes an object with)`),
      );
    }
  });
});

test("a profile of electronic documents that is misspelt is named beside the one that was meant", async () => {
  const { acme } = await openBooks();
  const invoice = await acme.issue(order());
  const [both, ubl] = ["profile must be one of en16931, peppol, xrechnung", "ctc-fr, cius-ro, hr-cius"];
  expect(() => toUbl(invoice, { profile: "XRechnung" as never })).toThrow(
    new TypeError(`${both}, ${ubl}; did you mean xrechnung?`),
  );
  expect(() => toUbl(invoice, { profile: "factur-x" as never })).toThrow(
    new TypeError(`${both}, ${ubl}; factur-x is written by toCii`),
  );
  expect(() => toCii(invoice, { profile: 5 as never })).toThrow(new TypeError(`${both}, factur-x, ctc-fr, not 5`));
});

test("canCancel says that it takes the status", async () => {
  const { acme } = await openBooks();
  const issued = acme.issue(order());
  const needs = "canCancel needs the status of an invoice, which must be one of SENT, PAID, CANCELLED";
  for (const [given, instead] of [
    [issued, ", not a promise; await it"],
    [await issued, ", not an object; pass its status"],
    [undefined, ", not undefined"],
    ["sent", "; did you mean SENT?"],
    ["DRAFT", ', not "DRAFT"'],
  ] as const) {
    expect(() => canCancel(given as never)).toThrow(new TypeError(needs + instead));
  }
});

test("refundDue says that it takes the invoice", async () => {
  const { acme } = await openBooks();
  const needs = "refundDue needs an invoice";
  expect(() => refundDue(acme.issue(order()) as never)).toThrow(new TypeError(`${needs}, not a promise; await it`));
  expect(() => refundDue(undefined as never)).toThrow(new TypeError(`${needs}, not undefined`));
  expect(() => refundDue({} as never)).toThrow(new TypeError(`${needs}, not an object`));
  const { amountDue: _, ...part } = await acme.issue(order());
  for (const given of [part, { ...part, amountDue: "238" }, { ...part, amountDue: 238, amountPaid: Number.NaN }])
    expect(() => refundDue(given as never)).toThrow(new TypeError(`${needs}, not an object`));
});
