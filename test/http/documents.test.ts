import {
  type CompanyProfile,
  type CreditNote,
  createInvoicing,
  type DocumentFormat,
  type Invoice,
  type IssuedDocument,
} from "faktura";
import { ctcFr, en16931, facturX, peppol, toCii, toUbl, xrechnung } from "faktura/einvoice";
import { toFatturaPA } from "faktura/einvoice/it";
import { ksef, toKsef } from "faktura/einvoice/pl";
import { createHttpHandler, openApiDocument, type RenderPdf } from "faktura/http";
import { memoryStore } from "faktura/memory";
import { renderPdf as renderWithFonts } from "faktura/pdf";
import { beforeEach, describe, expect, test } from "vitest";
import { ORDER, SELLER } from "../einvoice/complete.ts";
import { ORDER as ITALIAN_ORDER, SELLER as ITALIAN_SELLER } from "../einvoice/it/scenes.ts";
import { ORDER as POLISH_ORDER, SELLER as POLISH_SELLER } from "../einvoice/pl/scenes.ts";
import { STATE_ORDERS } from "../einvoice/state-orders.ts";
import { FONTS } from "../pdf/fonts.ts";
import { germanProfile, TestClock } from "../support/fixtures.ts";
import { ORIGIN, openService, principalOf, type Service } from "./client.ts";

const PDF = new TextEncoder().encode("%PDF-1.7");
const key = "acme:read:invoices";

/** What the handler asked the renderer for. */
let rendered: Parameters<RenderPdf>[] = [];
const renderPdf: RenderPdf = async (...call) => {
  rendered.push(call);
  return PDF;
};

let service: Service;
let invoice: Invoice;
let creditNote: CreditNote;
beforeEach(async () => {
  rendered = [];
  service = await openService(undefined, { extended: true, renderPdf });
  const acme = service.invoicing.company("acme");
  await acme.saveProfile(germanProfile({ ...SELLER, invoicePrefix: "A/B.c" }));
  invoice = await acme.issue(ORDER);
  creditNote = await acme.credit(invoice.id, { reason: "returned" });
  return () => service.invoicing.close();
});

const get = (path: string, headers: Record<string, string> = {}) => service.call(`GET ${path}`, { key, headers });
const pathOf = (document: Invoice | CreditNote) =>
  `/${"creditNoteNumber" in document ? "credit-notes" : "invoices"}/${document.id}/documents`;

describe.each([
  ["an invoice", () => invoice, "A~B.c-202611-0001"],
  ["a credit note", () => creditNote, "A~B.c-CN-202611-0001"],
])("%s", (_, documentOf, number) => {
  test("is read as UBL and as CII, in every profile, under its number", async () => {
    const document = documentOf();
    const files = [
      ["ubl", toUbl(document)],
      ["cii", toCii(document)],
      ...(["en16931", "peppol", "xrechnung"] as const).map((profile) => [
        `ubl?profile=${profile}`,
        toUbl(document, { profile }),
      ]),
      ...(["en16931", "peppol", "xrechnung", "factur-x"] as const).map((profile) => [
        `cii?profile=${profile}`,
        toCii(document, { profile }),
      ]),
    ];
    for (const [path, expected] of files) {
      const { status, headers, text } = await get(`${pathOf(document)}/${path}`);
      expect([status, headers.get("Content-Type"), text], path).toEqual([200, "application/xml", expected]);
      expect(headers.get("Content-Disposition")).toBe(`attachment; filename="${number}.xml"`);
    }
  });

  test("is read as PDF, as the host's function renders it", async () => {
    const document = documentOf();
    for (const [query, request] of [
      ["", {}],
      ["?language=de-AT", { language: "de-AT" }],
      ["?profile=factur-x&language=fr", { language: "fr", attach: facturX }],
    ] as const) {
      const { status, headers, text } = await get(`${pathOf(document)}/pdf${query}`);
      expect([status, headers.get("Content-Type"), text]).toEqual([200, "application/pdf", "%PDF-1.7"]);
      expect(headers.get("Content-Disposition")).toBe(`attachment; filename="${number}.pdf"`);
      const [given, asked] = rendered.at(-1)!;
      expect([given.id, asked]).toEqual([document.id, request]);
    }
  });

  test("is not sent again to a client that has it", async () => {
    const path = `${pathOf(documentOf())}/ubl`;
    const { headers } = await get(path);
    const tag = headers.get("ETag")!;
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [tag, `"other", W/${tag}`, "*"]) {
      const again = await get(path, { "If-None-Match": known });
      expect([again.status, again.text, again.headers.get("ETag")], known).toEqual([304, "", tag]);
      expect(again.headers.get("Content-Type")).toBeNull();
    }
    for (const other of ['"other"', tag.slice(1, -1), ""]) {
      expect((await get(path, { "If-None-Match": other })).status, other).toBe(200);
    }
    const cii = (await get(path.replace("ubl", "cii"))).headers.get("ETag");
    expect(cii).not.toBe(tag);
  });

  test("that would break rules is refused with their list, as issue does", async () => {
    const acme = service.invoicing.company("acme");
    await acme.saveProfile(germanProfile());
    const { clientElectronicAddress: _, buyerReference: __, ...order } = ORDER;
    const bare = await acme.issue(order);
    const document = "creditNoteNumber" in documentOf() ? await acme.credit(bare.id, { reason: "returned" }) : bare;
    const { status, body } = await get(`${pathOf(document)}/ubl?profile=peppol`);
    expect([status, body.code]).toEqual([422, "einvoice_incomplete"]);
    const refusal: unknown = await acme
      .issue({ ...order, isCompany: true, requires: "peppol" })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: body.code, message: body.detail, errors: body.errors });
    expect(body.errors!.map((error) => error.parameter ?? error.pointer).sort()).toEqual([
      ...["/buyerReference", "/clientElectronicAddress", "seller.electronicAddress"],
    ]);
    expect((await get(`${pathOf(document)}/cii?profile=xrechnung`)).body.code).toBe("einvoice_incomplete");
    expect((await get(`${pathOf(document)}/cii`)).status).toBe(200);
  });

  test("of another company, or that there is not, is not found", async () => {
    const [, kind, id] = pathOf(documentOf()).split("/");
    const code = kind === "invoices" ? "invoice_not_found" : "credit_note_not_found";
    for (const format of ["ubl", "cii", "pdf"]) {
      for (const [by, of] of [
        ["plain:read:invoices", id],
        [key, "019aa000-0000-7000-8000-000000000000"],
      ] as const) {
        const { status, body } = await service.call(`GET /${kind}/${of}/documents/${format}`, { key: by! });
        expect([status, body.code]).toEqual([404, code]);
      }
    }
    expect(rendered).toEqual([]);
  });
});

test.each([
  ["ubl?profile=factur-x", "profile", "must be one of en16931, peppol, xrechnung"],
  ["ubl?profile=", "profile", "must be one of en16931, peppol, xrechnung"],
  ["cii?profile=XRechnung", "profile", "must be one of en16931, peppol, xrechnung, factur-x"],
  ["cii?profil=peppol", "profil", "is not a known parameter; did you mean profile?"],
  ["cii?language=de", "language", "is not a known parameter"],
  ["pdf?profile=peppol", "profile", "must be one of factur-x, ctc-fr"],
  ["pdf?language=German!", "language", 'must be a BCP 47 language tag, such as "de" or "nl-BE"'],
])("%s is refused by the name of its parameter", async (path, parameter, detail) => {
  const { status, body } = await get(`${pathOf(invoice)}/${path}`);
  expect([status, body.code]).toEqual([422, "request_invalid"]);
  expect(body.errors).toEqual([{ parameter, detail: expect.stringContaining(detail) }]);
});

test("a file stays the same after payments and cancellation", async () => {
  const acme = service.invoicing.company("acme");
  const { id } = await acme.issue(ORDER);
  const before = await get(`/invoices/${id}/documents/ubl`);
  await acme.recordPayment(id, { amount: 100 });
  await acme.cancel(id);
  const after = await get(`/invoices/${id}/documents/ubl`, { "If-None-Match": before.headers.get("ETag")! });
  expect(after.status).toBe(304);
});

test("profile=factur-x refuses what could not contain the file, whatever the renderer does", async () => {
  const acme = service.invoicing.company("acme");
  const { vatNumber: _, ...profile } = germanProfile();
  await acme.saveProfile(profile);
  const { id } = await acme.issue({ clientName: "A", clientCountry: "DE", items: ORDER.items });
  const { status, body } = await get(`/invoices/${id}/documents/pdf?profile=factur-x`);
  expect([status, body.code, rendered]).toEqual([422, "einvoice_incomplete", []]);
  expect((await get(`/invoices/${id}/documents/pdf`)).status).toBe(200);
});

test("without renderPdf the endpoint is not there, and says why before it asks for a key", async () => {
  const { call } = await openService(undefined, { extended: true });
  for (const path of [pathOf(invoice), pathOf(creditNote)]) {
    const { status, body } = await call(`GET ${path}/pdf`, { key: null });
    expect([status, body.code]).toEqual([404, "route_not_found"]);
    expect(body.detail).toMatch(/has no `renderPdf`; the document can be read as \/documents\/ubl, \/documents\/cii, /);
  }
});

test("what the renderer does wrong is 500 without its words, and onError gets the error", async () => {
  for (const [wrong, message] of [
    [() => Promise.reject(new Error("no such font")), "no such font"],
    [() => "%PDF-1.7", "renderPdf must return a Uint8Array"],
  ] as const) {
    const broken = await openService(undefined, { extended: true, renderPdf: wrong as unknown as RenderPdf });
    const { id } = await broken.issue();
    const { status, text } = await broken.call(`GET /invoices/${id}/documents/pdf`);
    expect(status).toBe(500);
    expect(text).not.toContain("font");
    expect(broken.errors).toEqual([expect.objectContaining({ message })]);
  }
});

test("what the fonts cannot print is 422 with its field", async () => {
  const service = await openService(undefined, {
    extended: true,
    renderPdf: (document, request) => renderWithFonts(document, { fonts: FONTS, ...request }),
  });
  const acme = service.invoicing.company("acme");
  const { id } = await acme.issue({ ...ORDER, clientName: "漢" });
  const { status, body } = await service.call(`GET /invoices/${id}/documents/pdf`, { key });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: "request_invalid",
    detail: expect.stringMatching(/^The document cannot be printed\. \/clientName: has a character .*"漢" \(U\+6F22\)/),
    errors: [{ pointer: "/clientName" }],
  });
  expect(service.errors).toEqual([]);
});

test("renderPdf is a function, and nothing else", () => {
  const invoicing = createInvoicing({ store: memoryStore() });
  for (const wrong of [true, PDF, null]) {
    const options = { authenticate: () => null, renderPdf: wrong as unknown as RenderPdf };
    expect(() => createHttpHandler(invoicing, options)).toThrow(/^renderPdf must be a function, not /);
  }
});

test("bytes arrive as they were rendered", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const invoicing = createInvoicing({ store: memoryStore(), clock: new TestClock("2026-11-20T09:30:00.000Z") });
  const acme = invoicing.company("acme");
  await acme.saveProfile(germanProfile());
  const { id } = await acme.issue(ORDER);
  const handle = createHttpHandler(invoicing, { authenticate: principalOf, extended: true, renderPdf: () => bytes });
  const request = new Request(`${ORIGIN}/invoices/${id}/documents/pdf`, { headers: { Authorization: "Bearer acme" } });
  expect(new Uint8Array(await (await handle(request)).arrayBuffer())).toEqual(bytes);
});

test.each(Object.values(STATE_ORDERS))(
  "documents are read in the profile $profile",
  async ({ profile, seller, order }) => {
    const acme = service.invoicing.company("acme");
    await acme.saveProfile(germanProfile(seller as Partial<CompanyProfile>));
    const document = await acme.issue(order);
    const { status, text } = await get(`${pathOf(document)}/ubl?profile=${profile}`);
    expect([status, text]).toEqual([200, toUbl(document, { profile })]);
    const incomplete = await acme.issue({ ...order, clientAddress: undefined, clientElectronicAddress: undefined });
    const refused = await get(`${pathOf(incomplete)}/ubl?profile=${profile}`);
    expect([refused.status, refused.body.code]).toEqual([422, "einvoice_incomplete"]);
    if (profile !== "ctc-fr") return;
    expect((await get(`${pathOf(document)}/cii?profile=ctc-fr`)).text).toBe(toCii(document, { profile }));
    expect((await get(`${pathOf(document)}/pdf?profile=ctc-fr`)).status).toBe(200);
    expect(rendered.map(([, request]) => request)).toEqual([{ attach: ctcFr }]);
  },
);

test("documents of an Italian company are read as FatturaPA, with the number of the file", async () => {
  const acme = service.invoicing.company("acme");
  await acme.saveProfile(germanProfile(ITALIAN_SELLER));
  const italian = await acme.issue(ITALIAN_ORDER);
  const credit = await acme.credit(italian.id, { reason: "Reso" });
  for (const document of [italian, credit]) {
    const { status, headers, text } = await get(`${pathOf(document)}/fatturapa?progressive=00001`);
    const expected = toFatturaPA(document, { progressive: "00001" });
    expect([status, headers.get("Content-Type"), text]).toEqual([200, "application/xml", expected]);
  }
  const german = await get(`${pathOf(invoice)}/fatturapa`);
  expect([german.status, german.body.code]).toEqual([422, "einvoice_incomplete"]);
  const wrong = await get(`${pathOf(italian)}/fatturapa?progressive=1-2`);
  expect(wrong.body.errors).toEqual([{ parameter: "progressive", detail: "must be 1 to 10 letters and digits" }]);
});

test("documents of a Polish company are read as FA(3), corrections with the KSeF number of their invoice", async () => {
  const acme = service.invoicing.company("acme");
  await acme.saveProfile(germanProfile(POLISH_SELLER));
  const polish = await acme.issue(POLISH_ORDER);
  const read = await get(`${pathOf(polish)}/ksef`);
  expect([read.status, read.headers.get("Content-Type"), read.text]).toEqual([200, "application/xml", toKsef(polish)]);
  const credit = await acme.credit(polish.id, { reason: "Zwrot" });
  for (const correctedKsefNumber of ["5261040828-20261120-0100001AF629-97", "none"]) {
    const { text } = await get(`${pathOf(credit)}/ksef?correctedKsefNumber=${correctedKsefNumber}`);
    expect(text).toBe(toKsef(credit, { correctedKsefNumber }));
  }
  const without = await get(`${pathOf(credit)}/ksef`);
  expect([without.status, without.body.code]).toEqual([422, "einvoice_incomplete"]);
  await acme.recordPortalNumber(polish.id, { portal: "ksef", number: "5261040828-20261120-0100001AF629-97" });
  const recorded = await get(`${pathOf(credit)}/ksef`);
  expect(recorded.text).toBe(toKsef(await acme.getCreditNote(credit.id)));
  expect(recorded.text).toContain("<NrKSeFFaKorygowanej>5261040828-20261120-0100001AF629-97</NrKSeFFaKorygowanej>");
  const wrong = await get(`${pathOf(credit)}/ksef?correctedKsefNumber=1`);
  const error = { parameter: "correctedKsefNumber", detail: "must be a number of KSeF, or none" };
  expect(wrong.body.errors).toEqual([error]);
});

describe("the endpoints of files follow from the formats that were passed", () => {
  const pathsOf = (formats: readonly DocumentFormat[]) =>
    Object.keys(openApiDocument({ extended: true, formats })["paths"] as object)
      .filter((path) => path.startsWith("/invoices/{id}/documents/"))
      .map((path) => path.slice("/invoices/{id}/documents/".length));
  const open = async (formats: readonly DocumentFormat[], render = renderPdf) => {
    const invoicing = createInvoicing({
      store: memoryStore(),
      clock: new TestClock("2026-11-20T09:30:00.000Z"),
      formats,
    });
    const acme = invoicing.company("acme");
    await acme.saveProfile(germanProfile(SELLER));
    const issued = await acme.issue(ORDER);
    const handle = createHttpHandler(invoicing, { authenticate: principalOf, extended: true, renderPdf: render });
    const read = async (file: string) => {
      const request = new Request(`${ORIGIN}/invoices/${issued.id}/documents/${file}`, {
        headers: { Authorization: "Bearer acme" },
      });
      const response = await handle(request);
      return { status: response.status, text: await response.text(), type: response.headers.get("Content-Type") };
    };
    return { issued, read };
  };

  test("each is there if a format writes it", async () => {
    expect(pathsOf([])).toEqual(["pdf"]);
    expect(pathsOf([ksef, xrechnung])).toEqual(["ksef", "ubl", "cii", "pdf"]);
    const { read } = await open([facturX]);
    expect((await read("cii")).status).toBe(200);
    for (const file of ["ubl", "ksef", "fatturapa"]) {
      const { status, text } = await read(file);
      expect([status, JSON.parse(text).code]).toEqual([404, "route_not_found"]);
      expect(text).toContain("no format that the server passed to createInvoicing writes it (passed: factur-x)");
    }
  });

  test("without a profile it is EN 16931 if that was passed, else the first", async () => {
    const several = await open([xrechnung, en16931]);
    expect((await several.read("ubl")).text).toBe(toUbl(several.issued));
    const one = await open([xrechnung, peppol]);
    expect((await one.read("ubl")).text).toBe(toUbl(one.issued, { profile: "xrechnung" }));
    const { status, text } = await one.read("ubl?profile=en16931");
    expect([status, JSON.parse(text).errors[0].detail]).toEqual([422, expect.stringContaining("xrechnung, peppol")]);
  });

  test("PDF files contain those of formats that were passed, and without one take no profile", async () => {
    expect((await (await open([facturX])).read("pdf?profile=factur-x")).status).toBe(200);
    expect((await (await open([facturX])).read("pdf?profile=ctc-fr")).status).toBe(422);
    const { read } = await open([en16931]);
    expect([(await read("pdf")).status, (await read("pdf?profile=factur-x")).status]).toEqual([200, 422]);
  });

  test("a format of the host's own has its media type, its extension and its parameters", async () => {
    const { ubl } = en16931.syntaxes;
    const shout = {
      description: "Whether it shouts",
      form: "yes or no",
      isValid: (text: string) => /^(yes|no)$/.test(text),
    };
    const write = async (document: IssuedDocument, options: { readonly shout?: string } = {}) =>
      new TextEncoder().encode(options.shout === "yes" ? document.clientName.toUpperCase() : document.clientName);
    const own: DocumentFormat = {
      ...{ ...en16931, id: "own", name: "Own" },
      syntaxes: { ubl, "text-file": { mediaType: "text/plain", extension: "txt", parameters: { shout }, write } },
    };
    const { read, issued } = await open([own]);
    const answer = await read("text-file?shout=yes");
    expect(answer).toEqual({ status: 200, text: issued.clientName.toUpperCase(), type: "text/plain" });
    expect((await read("text-file?shout=loud")).text).toContain("must be yes or no");
    const paths = openApiDocument({ extended: true, formats: [own] })["paths"] as Record<string, { get: object }>;
    expect(paths["/invoices/{id}/documents/text-file"]!.get).toMatchObject({ operationId: "getInvoiceTextFile" });
  });

  test("a PDF file contains that of the host's own format", async () => {
    const syntax = { mediaType: "application/json", extension: "json", attachedAs: "own.json" };
    const write = ({ clientName }: IssuedDocument) => JSON.stringify({ clientName });
    const own: DocumentFormat = {
      ...{ id: "own", name: "Own", appliesTo: () => true, gaps: () => [] },
      syntaxes: { own: { ...syntax, write } },
    };
    const { read } = await open([en16931, own], (document, request) =>
      renderWithFonts(document, { fonts: FONTS, ...request }),
    );
    const { status, text } = await read("pdf?profile=own");
    expect([status, text.includes("own.json"), text.includes("factur-x.xml")]).toEqual([200, true, false]);
  });

  describe("that share a path", () => {
    const { ubl } = en16931.syntaxes;
    const own = (id: string, description: string, form: string, shape: RegExp): DocumentFormat => {
      const centre = { description, form, isValid: (text: string) => shape.test(text) };
      const write = (_: IssuedDocument, options?: object) => JSON.stringify(options);
      const syntax = { mediaType: "application/json", extension: "json", parameters: { centre }, write };
      return { ...en16931, id, syntaxes: { ubl: syntax } };
    };
    const digits = own("digits", "A number", "digits", /^[0-9]+$/);
    const letters = own("letters", "A word", "letters", /^[a-z]+$/);
    const formats = [digits, letters, { ...en16931, syntaxes: { ubl } }];

    test("take their own parameters, each by its own rule, and name those of others", async () => {
      const { read } = await open(formats);
      expect((await read("ubl?profile=digits&centre=12")).text).toBe('{"centre":"12"}');
      expect((await read("ubl?profile=letters&centre=ab")).text).toBe('{"centre":"ab"}');
      for (const [query, detail] of [
        ["profile=digits&centre=ab", "must be digits"],
        ["profile=letters&centre=12", "must be letters"],
        [
          "profile=en16931&centre=12",
          "is not a parameter of en16931; leave it out, or set profile to digits or letters",
        ],
        ["centre=12", "is not a parameter of en16931; leave it out, or set profile to digits or letters"],
        ["profile=digits&cent=12", "is not a known parameter; did you mean centre?"],
      ]) {
        const { status, text } = await read(`ubl?${query}`);
        expect([status, JSON.parse(text).code], query).toEqual([422, "request_invalid"]);
        expect(JSON.parse(text).errors).toEqual([{ parameter: query!.includes("cent=") ? "cent" : "centre", detail }]);
      }
    });

    test("are all in the OpenAPI document: parameters by format, and each media type", () => {
      const paths = openApiDocument({ extended: true, formats })["paths"] as Record<string, { get: object }>;
      const description = "With `profile=digits`: A number. With `profile=letters`: A word";
      const { get } = paths["/invoices/{id}/documents/ubl"]!;
      expect(get).toMatchObject({
        parameters: expect.arrayContaining([expect.objectContaining({ name: "centre", description })]),
        responses: { 200: { content: { "application/xml": {}, "application/json": {} } } },
      });
    });
  });

  test("what is no format is a TypeError of openApiDocument too", () => {
    expect(() => openApiDocument({ formats: ["ubl"] as never, extended: true })).toThrow("formats[0] must be a format");
  });
});
