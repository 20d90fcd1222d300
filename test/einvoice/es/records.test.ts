/**
 * Goal: the records of a company's books are one chain, which the books give again at any time, from any record on.
 * Method: books with every kind of change, on every store; an independent reader verifies the chain.
 */
import { type Company, createInvoicing, type Invoice } from "faktura";
import { isRefusal, type VerifactuRecord, verifactuRecords } from "faktura/einvoice/es";
import { describe, expect, test } from "vitest";
import { cancellationHash, registrationHash } from "../../../src/einvoice/es/chain.ts";
import { localTimeText } from "../../../src/einvoice/local-time.ts";
import { NOON, openBooks } from "../../service/books.ts";
import { germanProfile, TestClock } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { chainFaults, refusals } from "./agency.ts";
import { INSTALLATION, ORDER, recordsOf, SELLER } from "./scenes.ts";

const options = { installation: INSTALLATION };
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

test("hashes are those that the tax agency publishes", async () => {
  const id = (number: string) => ({ nif: "89890001K", number, date: "2024-01-01" });
  const at = (second: number) => `2024-01-01T19:20:${second}+01:00`;
  const amounts = { type: "F1", taxTotal: "12.35", total: "123.45" } as const;
  const [g33, g34] = [id("12345678/G33"), id("12345679/G34")];
  const first = await registrationHash({ id: g33, ...amounts, previous: undefined, generatedAt: at(30) });
  const second = await registrationHash({ id: g34, ...amounts, previous: first, generatedAt: at(35) });
  const third = await cancellationHash({ id: g34, previous: second, generatedAt: at(40) });
  expect([first, second, third]).toEqual([
    "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
    "F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97",
    "177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68",
  ]);
});

test("times have seconds and the offset of their zone, in winter and in summer", () => {
  expect(localTimeText("2026-11-20T23:59:59.999Z", "Europe/Madrid")).toBe("2026-11-21T00:59:59+01:00");
  expect(localTimeText("2026-07-01T00:00:00.000Z", "Europe/Madrid")).toBe("2026-07-01T02:00:00+02:00");
  expect(localTimeText("2026-11-20T00:00:00.000Z", "Atlantic/Canary")).toBe("2026-11-20T00:00:00+00:00");
  expect(localTimeText("2026-11-20T00:00:00.000Z", "UTC")).toBe("2026-11-20T00:00:00+00:00");
});

/** Makes every kind of change: two series, payments, credit notes, cancellations, a later time. */
async function fill(acme: Company, clock: TestClock) {
  await acme.saveProfile(germanProfile({ ...SELLER, series: { TPV: { prefix: "TPV" } } }));
  await acme.continueNumbering({ lastCounter: 41, lastIssueDate: "2026-11-01" });
  const first = await acme.issue(ORDER);
  const ticket = await acme.issue({ ...ORDER, clientVatNumber: undefined, series: "TPV" });
  await acme.recordPayment(first.id, { amount: 10 });
  clock.set("2026-11-21T08:00:00.000Z");
  await acme.cancel(first.id, { reason: "Error" });
  await acme.credit(ticket.id, { reason: "Devolución" });
  const last = await acme.issue(ORDER);
  await acme.recordPayment(last.id, { amount: last.total });
  await acme.cancel(ticket.id).catch(() => undefined);
  return { first, ticket, last };
}

describe.each(STORES)("on the $name store", ({ open }) => {
  test("each document and each cancellation has a record, in the order of the journal, and the chain is sound", async () => {
    const clock = new TestClock(NOON);
    const invoicing = createInvoicing({ store: await open(), clock });
    const acme = invoicing.company("acme");
    const { first, ticket, last } = await fill(acme, clock);
    const records = await recordsOf(acme);
    const note = (await acme.creditNotes()).data[0]!;
    const isCancelled = (await acme.get(ticket.id)).status === "CANCELLED";
    expect(records.map(({ number, kind }) => `${kind} ${number}`)).toEqual([
      `registration ${first.invoiceNumber}`,
      `registration ${ticket.invoiceNumber}`,
      `cancellation ${first.invoiceNumber}`,
      `registration ${note.creditNoteNumber}`,
      `registration ${last.invoiceNumber}`,
      ...(isCancelled ? [`cancellation ${ticket.invoiceNumber}`] : []),
    ]);
    const xmls = records.map(({ xml }) => xml);
    expect(chainFaults(xmls)).toEqual([]);
    expect(xmls.filter((xml) => xml.startsWith("<RegistroAlta")).flatMap(refusals)).toEqual([]);
    expect(textOf(xmls[0]!, "FechaHoraHusoGenRegistro")).toBe("2026-11-20T13:00:00+01:00");
    expect(textOf(xmls[2]!, "FechaHoraHusoGenRegistro")).toBe("2026-11-21T09:00:00+01:00");
    expect(textOf(xmls[2]!, "FechaExpedicionFacturaAnulada")).toBe("20-11-2026");

    expect(await recordsOf(acme), "the same books give the same records").toEqual(records);
    for (const [index, after] of records.entries())
      expect(await recordsOf(acme, { after: JSON.parse(JSON.stringify(after)) })).toEqual(records.slice(index + 1));
    await invoicing.close();
  });
});

test("the records do not change with what happens later, or with the profile", async () => {
  const { acme, clock } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  const records = await recordsOf(acme);
  clock.set("2027-03-01T12:00:00.000Z");
  await acme.recordPayment(invoice.id, { amount: 1 });
  await acme.saveProfile(germanProfile({ ...SELLER, name: "Otra SL", timeZone: "UTC", vatNumber: "ESA58818501" }));
  await acme.cancel(invoice.id);
  expect((await recordsOf(acme)).slice(0, 1)).toEqual(records);
});

describe("a record to continue after", () => {
  async function twoRecords() {
    const books = await openBooks(undefined, SELLER);
    for (const quantity of [1, 2, 3]) await books.acme.issue({ ...ORDER, items: [{ ...ORDER.items[0]!, quantity }] });
    return { ...books, records: (await recordsOf(books.acme)) as [VerifactuRecord, VerifactuRecord, VerifactuRecord] };
  }

  test("is refused if it is not what the books give now", async () => {
    const { acme, records } = await twoRecords();
    const [first, second, third] = records;
    const wrong: VerifactuRecord[] = [
      { ...second, hash: first.hash },
      { ...second, number: first.number },
      { ...second, kind: "cancellation" },
      { ...second, position: third.position },
      { ...third, position: third.position + 1 },
      { ...second, xml: second.xml.replace(first.hash, third.hash) },
      { ...second, xml: first.xml },
    ];
    for (const after of wrong) {
      const refusal = await recordsOf(acme, { after }).catch((error: unknown) => error);
      expect(isRefusal(refusal, "request_invalid"), JSON.stringify(after)).toBe(true);
      expect((refusal as { errors: unknown }).errors).toEqual([
        { parameter: "after", detail: expect.stringContaining("must be a record of these books") },
      ]);
    }
    const other = await openBooks(undefined, { ...SELLER, vatNumber: "ESA58818501" });
    for (const quantity of [1, 2]) await other.acme.issue({ ...ORDER, items: [{ ...ORDER.items[0]!, quantity }] });
    expect(isRefusal(await recordsOf(other.acme, { after: second }).catch((error: unknown) => error))).toBe(true);
  });

  test("may have been made by an earlier version of the system", async () => {
    const { acme, records } = await twoRecords();
    const installation = { ...INSTALLATION, version: "2.0" };
    const [next] = await recordsOf(acme, { after: records[1], installation });
    expect(next).toMatchObject({ number: records[2].number, hash: records[2].hash });
    expect(textOf(next!.xml, "Version")).toBe("2.0");
  });

  test("is read from its place on, not from the beginning", async () => {
    const { acme, records } = await twoRecords();
    const asked: unknown[] = [];
    const listening = {
      get: (id: string) => acme.get(id),
      getCreditNote: (id: string) => acme.getCreditNote(id),
      changes: (given?: { after?: number }) => {
        asked.push(given);
        return acme.changes(given);
      },
    };
    expect(await recordsOf(listening, { after: records[1] })).toEqual(records.slice(2));
    expect(asked).toEqual([{ after: records[1].position - 1 }]);
  });
});

test("documents from before the first day, and their cancellations, have no records", async () => {
  const { acme, clock } = await openBooks(undefined, SELLER);
  const before = await acme.issue(ORDER);
  const credited = await acme.issue(ORDER);
  clock.set("2027-01-01T12:00:00.000Z");
  const invoice = await acme.issue(ORDER);
  await acme.cancel(before.id);
  const note = await acme.credit(credited.id, { reason: "Devolución" });
  const records = await recordsOf(acme, { since: "2027-01-01" });
  expect(records.map(({ number }) => number)).toEqual([invoice.invoiceNumber, note.creditNoteNumber]);
  expect(textOf(records[0]!.xml, "PrimerRegistro")).toBe("S");
  expect(chainFaults(records.map(({ xml }) => xml))).toEqual([]);
  expect(await recordsOf(acme, { since: "2027-01-01", after: records[0] })).toEqual(records.slice(1));
});

test("a document that another program registers is left out, so that the chain can go on behind it", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const first = await acme.issue(ORDER);
  const incomplete = await acme.issue({ ...ORDER, currency: "USD" });
  const last = await acme.issue(ORDER);
  await acme.cancel(incomplete.id);
  await expect(recordsOf(acme)).rejects.toThrow(incomplete.invoiceNumber);
  const records = await recordsOf(acme, { except: [incomplete.invoiceNumber] });
  expect(records.map(({ number }) => number)).toEqual([first.invoiceNumber, last.invoiceNumber]);
  expect(chainFaults(records.map(({ xml }) => xml))).toEqual([]);
});

test("a document of which another program has written too little is named", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const { vatBreakdown: _, seller: _seller, ...invoice } = await acme.issue(ORDER);
  const change = { kind: "invoice.issued", position: 1, at: NOON, invoice: invoice as Invoice } as const;
  const books = {
    get: (id: string) => acme.get(id),
    getCreditNote: (id: string) => acme.getCreditNote(id),
    async *changes() {
      yield change;
    },
  };
  await expect(recordsOf(books)).rejects.toThrow(
    new TypeError(
      `the record of ${invoice.invoiceNumber} needs an invoice or a credit note as the library returns it, not an object without seller, vatBreakdown`,
    ),
  );
  expect(await recordsOf(books, { except: [invoice.invoiceNumber] })).toEqual([]);
});

test("the system is named as the host says, for one company or several", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  await acme.issue(ORDER);
  const system = (several: string) =>
    "<SistemaInformatico><NombreRazon>Programas SL</NombreRazon><NIF>B63272603</NIF>" +
    "<NombreSistemaInformatico>Facturador</NombreSistemaInformatico><IdSistemaInformatico>F1</IdSistemaInformatico>" +
    "<Version>1.0</Version><NumeroInstalacion>ACME-1</NumeroInstalacion>" +
    "<TipoUsoPosibleSoloVerifactu>S</TipoUsoPosibleSoloVerifactu>" +
    `<TipoUsoPosibleMultiOT>${several}</TipoUsoPosibleMultiOT><IndicadorMultiplesOT>${several}</IndicadorMultiplesOT>`;
  expect((await recordsOf(acme))[0]!.xml).toContain(system("S"));
  const installation = { ...INSTALLATION, severalCompanies: false };
  expect((await recordsOf(acme, { installation }))[0]!.xml).toContain(system("N"));
});

// biome-ignore format: one mistake a line
test.each([
  [{ ...INSTALLATION, id: "F" },                                              "installation.id must be 2 letters or digits"],
  [{ ...INSTALLATION, name: "x".repeat(31) },                                 "installation.name must be a text of 1 to 30 characters"],
  [{ ...INSTALLATION, version: " " },                                         "installation.version must be a text of 1 to 50 characters"],
  [{ ...INSTALLATION, number: 1 },                                            "installation.number must be a text of 1 to 100 characters"],
  [{ ...INSTALLATION, producer: { ...INSTALLATION.producer, nif: "B1" } },    "installation.producer.nif must be a Spanish NIF"],
  [{ ...INSTALLATION, producer: { name: "", nif: "B63272603" } },             "installation.producer.name must be a text of 1 to 120 characters"],
  [{ ...INSTALLATION, producer: undefined },                                  "installation.producer takes an object"],
  [{ ...INSTALLATION, severalCompanies: 1 },                                  "installation.severalCompanies must be true or false"],
  [{ ...INSTALLATION, nombre: "x" },                                          "installation: nombre is not a known option"],
  [undefined,                                                                 "installation takes an object"],
])("the installation %j is refused", async (installation, message) => {
  const { acme } = await openBooks(undefined, SELLER);
  const read = () => verifactuRecords(acme, { installation: installation as never });
  expect(read).toThrow(TypeError);
  expect(read).toThrow(message);
});

test("other mistakes of the calling code are named", async () => {
  const { acme, invoicing } = await openBooks(undefined, SELLER);
  const wrong: [call: () => unknown, message: string][] = [
    [() => verifactuRecords(invoicing as never, options), "verifactuRecords needs a company"],
    [() => verifactuRecords(acme, { ...options, afer: 1 } as never), "did you mean after?"],
    [() => verifactuRecords(acme, { ...options, after: "FV-1" as never }), "after must be a record"],
    [
      () => verifactuRecords(acme, { ...options, since: "2027-02-30" }),
      'since must be a day such as 2027-01-01, not "2027-02-30"',
    ],
    [
      () => verifactuRecords(acme, { ...options, except: "FV-1" as never }),
      "except must be an array of document numbers",
    ],
    [() => verifactuRecords(acme, { ...options, except: [1] as never }), "FV-202701-0001, not 1"],
  ];
  for (const [call, message] of wrong) {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  }
});
