import { type CompanyProfile, createInvoicing, type DocumentFormat, type InvoiceOrder } from "faktura";
import { en16931, peppol, xrechnung } from "faktura/einvoice";
import { verifactu } from "faktura/einvoice/es";
import { fatturaPa } from "faktura/einvoice/it";
import { ksef } from "faktura/einvoice/pl";
import { memoryStore } from "faktura/memory";
import { describe, expect, test } from "vitest";
import { ORDER as SPANISH_ORDER, SELLER as SPANISH_SELLER } from "../einvoice/es/scenes.ts";
import { ORDER as ITALIAN_ORDER, SELLER as ITALIAN_SELLER } from "../einvoice/it/scenes.ts";
import { ORDER as POLISH_ORDER, SELLER as POLISH_SELLER } from "../einvoice/pl/scenes.ts";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_FORMATS } from "../support/formats.ts";
import { openBooks, traceOf } from "./books.ts";

describe("the formats of an invoicing", () => {
  test("are those that were passed, and none by default", () => {
    expect(createInvoicing({ store: memoryStore() }).formats).toEqual([]);
    expect(createInvoicing({ store: memoryStore(), formats: [xrechnung, ksef] }).formats).toEqual([xrechnung, ksef]);
  });

  const { syntaxes, ...unwritten } = en16931;
  const withUbl = (changes: object, key = "ubl") => ({
    ...unwritten,
    syntaxes: { [key]: { ...syntaxes.ubl, ...changes } },
  });
  const profile = { description: "A profile", form: "a profile", isValid: () => false };
  // biome-ignore format: one case a line
  test.each([
    [xrechnung,                                          "formats must be an array of formats, such as [xrechnung, peppol], not an object"],
    [["xrechnung"],                                      "formats[0] must be a format, such as xrechnung of faktura/einvoice"],
    [[en16931, { ...en16931, id: "A B" }],               "formats[1] must be a format"],
    [[en16931, peppol, en16931],                         "formats has en16931 twice"],
    [[{ ...en16931, id: "pdf" }],                        "formats[0] must be a format"],
    [[{ ...en16931, name: "" }],                         "formats[0] (en16931): name must be a string that is not empty, not \"\""],
    [[{ ...en16931, sellers: ["de"] }],                  "formats[0] (en16931): sellers must be an array of country codes"],
    [[{ ...en16931, gaps: undefined }],                  "formats[0] (en16931): gaps must be a method, not undefined"],
    [[{ ...en16931, appliesTo: true }],                  "formats[0] (en16931): appliesTo must be a method, not true"],
    [[unwritten],                                        "formats[0] (en16931) needs either syntaxes or records(company, options)"],
    [[{ ...en16931, records: () => [] }],                "needs either syntaxes or records"],
    [[{ ...unwritten, records: {} }],                    "needs either syntaxes or records"],
    [[{ ...unwritten, syntaxes: {} }],                   "formats[0] (en16931): syntaxes must have an entry"],
    [[{ ...unwritten, syntaxes: null }],                 "formats[0] (en16931): syntaxes must have an entry"],
    [[withUbl({}, "pdf")],                               "formats[0] (en16931): syntaxes.pdf must be called by 1 to 40 lower-case letters"],
    [[withUbl({}, "a/b")],                               "formats[0] (en16931): syntaxes.a/b must be called by"],
    [[{ ...unwritten, syntaxes: { x: null } }],          "formats[0] (en16931): syntaxes.x.mediaType must be a media type such as application/xml, not undefined"],
    [[withUbl({ mediaType: "" })],                       "formats[0] (en16931): syntaxes.ubl.mediaType must be a media type such as application/xml, not \"\""],
    [[withUbl({ extension: ".xml" })],                   "syntaxes.ubl.extension must be 1 to 10 lower-case letters and digits, not \".xml\""],
    [[withUbl({ write: undefined })],                    "syntaxes.ubl.write must be a method"],
    [[withUbl({ name: 1 })],                             "syntaxes.ubl.name must be a string"],
    [[withUbl({ attachedAs: "a/b.xml" })],               "syntaxes.ubl.attachedAs must be the name of a file such as factur-x.xml"],
    [[withUbl({ parameters: { a: null } })],             "syntaxes.ubl.parameters.a.description must be a string"],
    [[withUbl({ parameters: { profile } })],             "syntaxes.ubl.parameters.profile must be called otherwise"],
    [[{ ...ksef, portal: { ...ksef.portal, form: "" } }], "formats[0] (ksef): portal.form must be a string that is not empty"],
    [[{ ...verifactu, refusals: {} }],                   "formats[0] (verifactu): refusals.portal must be a string"],
  ])("of another kind are a TypeError: %#", (formats, message) => {
    const create = () => createInvoicing({ store: memoryStore(), formats: formats as never });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });
});

const person = { clientVatNumber: undefined, isCompany: false } as const;

// biome-ignore format: one case a line
const REQUIRED: readonly [what: string, DocumentFormat, Partial<CompanyProfile>, InvoiceOrder, refused: string | undefined][] = [
  ["an Italian business",                      fatturaPa, ITALIAN_SELLER, ITALIAN_ORDER,                                              undefined],
  ["an Italian consumer without a tax code",   fatturaPa, ITALIAN_SELLER, { ...ITALIAN_ORDER, ...person },                            "/clientIdentifier"],
  ["a Polish business",                        ksef,      POLISH_SELLER,  POLISH_ORDER,                                               undefined],
  ["a Polish down payment",                    ksef,      POLISH_SELLER,  { ...POLISH_ORDER, documentType: "386" },                   "/national/pl/orderedItems"],
  ["a Polish consumer, who needs no KSeF",     ksef,      POLISH_SELLER,  { ...POLISH_ORDER, ...person, documentType: "386" },        undefined],
  ["a Spanish business",                       verifactu, SPANISH_SELLER, SPANISH_ORDER,                                              undefined],
  ["a Spanish consumer at 4,840 EUR",          verifactu, SPANISH_SELLER, { ...SPANISH_ORDER, ...person, items: [{ description: "A", quantity: 40, unitPrice: 100 }] }, "/clientVatNumber"],
];

test.each(REQUIRED)(
  "what is required of %s is known before the number is taken",
  async (_, format, seller, sale, field) => {
    const store = memoryStore();
    const { acme } = await openBooks(store, { ...seller, requires: format.id }, { formats: [format] });
    const before = await traceOf(store);
    const outcome = await acme.issue(sale).catch((error: unknown) => error);
    if (field === undefined) return expect(outcome).toMatchObject({ issueDate: "2026-11-20" });
    expect(outcome).toMatchObject({ code: "einvoice_incomplete" });
    expect((outcome as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toContain(field);
    expect(await traceOf(store)).toEqual(before);
  },
);

describe("several formats are required", () => {
  const REQUIRES = ["verifactu", "xrechnung"];

  test("of each sale those that apply to it", async () => {
    const { acme } = await openBooks(undefined, { ...SPANISH_SELLER, requires: REQUIRES });
    expect((await acme.profile()).requires).toEqual(REQUIRES);
    // XRechnung is for clients in Germany.
    expect(await acme.issue(SPANISH_ORDER)).toMatchObject({ invoiceNumber: "FV-202611-0001" });
    const german = { ...SPANISH_ORDER, clientCountry: "DE", clientVatNumber: "DE136695976", isCompany: true };
    const refused = await acme.issue({ ...german, clientAddress: undefined }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "einvoice_incomplete", message: expect.stringContaining("xrechnung") });
    const { errors } = refused as { errors: { pointer?: string; detail: string }[] };
    expect(errors.some(({ detail }) => detail.startsWith("BR-DE-15"))).toBe(true);
    expect((await acme.issue({ ...german, clientAddress: undefined, requires: "verifactu" })).total).toBe(200);
  });

  test.each([[[]], [["xrechnung", "xrechnung"]], [["XRechnung"]], [[true]], [""], ["a".repeat(41)]])(
    "but not %j",
    async (requires) => {
      const { acme } = await openBooks();
      const refusal = { code: "request_invalid", errors: [{ pointer: expect.stringMatching(/^\/requires(?:\/0)?$/) }] };
      await expect(acme.issue(order({ requires: requires as never }))).rejects.toMatchObject(refusal);
      await expect(acme.saveProfile(germanProfile({ requires: requires as never }))).rejects.toMatchObject(refusal);
    },
  );
});

test("a format that is required twice is named", async () => {
  const { acme } = await openBooks();
  const requires = ["peppol", "xrechnung", "peppol"];
  const errors = [{ pointer: "/requires", detail: "names peppol twice; name each format once" }];
  await expect(acme.issue(order({ requires }))).rejects.toMatchObject({ errors });
  await expect(acme.saveProfile(germanProfile({ requires }))).rejects.toMatchObject({ errors });
});

describe("a format that is required and was not passed", () => {
  const DETAIL =
    "the format ksef was not passed to createInvoicing (en16931, peppol were); " +
    'import { ksef } from "faktura/einvoice/pl"; createInvoicing({ formats: [ksef] })';
  const formats = [en16931, peppol];

  test("refuses the profile, with the line that imports it", async () => {
    const { acme } = await openBooks(undefined, {}, { formats });
    const before = await acme.profile();
    await expect(acme.saveProfile(germanProfile({ requires: ["peppol", "ksef"] }))).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/requires", detail: DETAIL }],
    });
    expect(await acme.profile()).toEqual(before);
  });

  test("refuses the order, and without formats says that there are none", async () => {
    const { acme } = await openBooks(undefined, {}, { formats: [] });
    await expect(acme.issue(order({ requires: "ksef" }))).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/requires", detail: DETAIL.replace("en16931, peppol were", "none were") }],
    });
    await expect(acme.preview(order({ requires: "xrechnug" }))).rejects.toMatchObject({
      errors: [{ pointer: "/requires", detail: expect.stringContaining("did you mean xrechnung?") }],
    });
  });

  test("refuses what a company of the host's own table issues, unless the order says otherwise", async () => {
    const profile = germanProfile({ requires: "ksef" });
    const { acme } = await openBooks(undefined, {}, { formats, companies: { profile: async () => profile } });
    await expect(acme.issue(order())).rejects.toMatchObject({
      code: "request_invalid",
      errors: [{ parameter: "seller.requires", detail: DETAIL }],
    });
    expect(await acme.issue(order({ requires: false }))).toMatchObject({ invoiceNumber: "INV-202611-0001" });
    expect(await acme.issue(order({ requires: "en16931" }))).toMatchObject({ invoiceNumber: "INV-202611-0002" });
  });

  test("never keeps a credit note from being issued, which says that nobody checked", async () => {
    const store = memoryStore();
    const first = await openBooks(store, { requires: "ksef" }, { formats: ALL_FORMATS });
    const { id } = await first.acme.issue(order({ requires: false }));
    const later = createInvoicing({ store, clock: first.clock, formats }).company("acme");
    expect((await later.credit(id, { reason: "Storno" })).warnings).toEqual([
      { code: "einvoice_incomplete", detail: `Not checked: ${DETAIL}.` },
    ]);
  });
});

test("every format of the package is named with the line that imports it", async () => {
  const { acme } = await openBooks(undefined, {}, { formats: [] });
  for (const { id } of ALL_FORMATS) {
    const refusal = await acme.issue(order({ requires: id })).catch((error: unknown) => error as { message: string });
    const [, name, entry] = /import \{ (\w+) \} from "(.*?)"/.exec((refusal as { message: string }).message)!;
    const exported = (await import(entry!)) as Record<string, DocumentFormat>;
    expect(exported[name!]!.id).toBe(id);
  }
});
