import { randomUUID } from "node:crypto";
import { type CompanyProfile, createInvoicing, type InvoiceOrder, type PanelTables } from "faktura";
import { type MemoryStore, memoryStore } from "faktura/memory";
import { createPanel, panelTables } from "faktura/panel";
import { openSqliteStore } from "faktura/sqlite";
import { describe, expect, test, vi } from "vitest";
import { auditsIn } from "../../src/panel/server/records/single-records.ts";
import type {
  AuditStatus,
  CreditNoteList,
  InvoiceList,
  InvoiceView,
  PanelReturns,
  PanelSettings,
  PanelYear,
} from "../../src/panel/wire.ts";
import { germanProfile, oneTo, order, TestClock } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

/** The panel of one company on a file or on the given store, on 20 November 2026. */
async function openPanel(profile: Partial<CompanyProfile> = {}, given?: MemoryStore) {
  const file = freshFile();
  const clock = new TestClock("2026-11-20T12:00:00.000Z");
  const store = given ?? (await openSqliteStore(file));
  const invoicing = createInvoicing({ store, clock });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile(profile));
  const tables = panelTables(store);
  /** The ids of the records that were asked for. */
  const asked: string[] = [];
  const list: PanelTables["list"] = (companyId, kind, query) => {
    asked.push(...(query.ids ?? []));
    return tables.list(companyId, kind, query);
  };
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
    hostNames: ["panel.test"],
    render: () => new Uint8Array(),
    tables: { ...tables, list },
  });
  const ask = (path: string, body?: object, language = "en") => {
    const headers = { "Content-Type": "application/json", "Accept-Language": language };
    const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return panel(new Request(`http://panel.test/panel/acme/calls${path}`, sent));
  };
  const json = async <Answer>(path: string, body?: object): Promise<Answer> => (await ask(path, body)).json();
  /** The rows of a file, as a spreadsheet reads them. */
  const csv = async (path: string, language?: string, separator = ",") => {
    const answer = await ask(path, undefined, language);
    // Not text(), which drops the mark.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
    return { answer, text, rows: readCsv(text, separator) };
  };
  const issue = (changes: Partial<InvoiceOrder> = {}) => company.issue(order(changes));
  return { ask, json, csv, issue, company, clock, file, asked, audits: auditsIn(tables) };
}

/** A reader of RFC 4180, written without regard to the writer. */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted] = [[] as string[], "", false];
  const plain = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at]!;
    if (isQuoted && sign === '"' && plain[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === separator) {
      row.push(cell);
      cell = "";
    } else if (!isQuoted && sign === "\r" && plain[at + 1] === "\n") {
      rows.push([...row, cell]);
      [row, cell] = [[], ""];
      at += 1;
    } else cell += sign;
  }
  return rows;
}

const counters = ({ data }: InvoiceList) => data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));

/** One invoice in each state that an invoice can be in; by their counters. */
async function everyState({ company, issue, json }: Awaited<ReturnType<typeof openPanel>>) {
  const due = { dueDate: "2026-11-30" };
  const sent = await issue({ ...due, clientName: "Ada" }); // 1: sent
  await json(`/invoices/${sent.id}/sendings`, { id: randomUUID(), to: "Ada" });
  await issue({ dueDate: "2026-11-20" }); // 2: issued, due today, not overdue
  const overdue = await issue({ dueDate: "2026-11-19" }); // 3
  const part = await issue(due); // 4: partly paid
  await company.recordPayment(part.id, { amount: 100 });
  const late = await issue({ dueDate: "2026-11-01" }); // 5: partly paid and overdue
  await company.recordPayment(late.id, { amount: 1 });
  const paid = await issue({ dueDate: "2026-11-01" }); // 6
  await company.recordPayment(paid.id, { amount: 238 });
  const credited = await issue({ dueDate: "2026-11-01" }); // 7
  await company.credit(credited.id, { reason: "returned" });
  const cancelled = await issue({ dueDate: "2026-11-01" }); // 8: was partly paid
  await company.recordPayment(cancelled.id, { amount: 40 });
  await company.cancel(cancelled.id);
  const back = await issue(); // 9: paid, then credited in part
  await company.recordPayment(back.id, { amount: 238 });
  await company.credit(back.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
  await issue({ prepaidAmount: 238 }); // 10: nothing was due
  return { overdue };
}

describe("the list of invoices", () => {
  test("says of each invoice its state, whether it is overdue, what is open and what is to be refunded", async () => {
    const panel = await openPanel();
    await everyState(panel);
    const { data } = await panel.json<InvoiceList>("/invoices");
    expect(data.map((row) => [row.state, row.isOverdue, row.amountDue, row.refundDue]).reverse()).toEqual([
      ["sent", false, 238, 0],
      ["issued", false, 238, 0],
      ["issued", true, 238, 0],
      ["partly-paid", false, 138, 0],
      ["partly-paid", true, 237, 0],
      ["paid", false, 0, 0],
      ["credited", false, 0, 0],
      ["cancelled", false, 0, 40],
      ["paid", false, -59.5, 59.5],
      ["settled", false, 0, 0],
    ]);
    for (const { id, state, isOverdue, refundDue } of data) {
      expect(await panel.json(`/invoices/${id}`)).toMatchObject({ state, isOverdue, refundDue });
    }
    const lefts = await Promise.all(data.map(({ id }) => panel.json<InvoiceView>(`/invoices/${id}`)));
    expect(lefts.map(({ creditLeft }) => creditLeft).reverse()).toEqual([...Array(6).fill(238), 0, 238, 178.5, 238]);
  });

  test.each([
    ["open", [5, 4, 3, 2, 1]],
    ["issued", [3, 2]],
    ["sent", [1]],
    ["overdue", [5, 3]],
    ["partly-paid", [5, 4]],
    ["paid", [9, 6]],
    ["credited", [7]],
    ["cancelled", [8]],
    ["overdue&search=3", [3]],
    ["overdue&search=4", []],
    ["paid&search=3", []],
    ["open&search=ada", [1]],
  ])("is filtered by status: %s", async (status, expected) => {
    const panel = await openPanel({}, memoryStore());
    await everyState(panel);
    expect(counters(await panel.json(`/invoices?status=${status}`))).toEqual(expected);
  });

  test("counts days in the company's time zone", async () => {
    const { json, issue, clock } = await openPanel({ timeZone: "Pacific/Kiritimati" }); // 14 hours ahead of UTC
    await issue({ dueDate: "2026-11-21" });
    const isOverdue = async () => (await json<InvoiceList>("/invoices")).data[0]!.isOverdue;
    clock.set("2026-11-21T09:59:00.000Z");
    expect(await isOverdue()).toBe(false);
    clock.set("2026-11-21T10:00:00.000Z");
    expect(await isOverdue()).toBe(true);
  });

  test("without a time zone, counts days in the main one of the company's country", async () => {
    const { json, issue, clock } = await openPanel();
    clock.set("2026-11-30T23:30:00.000Z"); // half past midnight in Germany
    const { id } = await issue({ dueDate: "2026-11-30" });
    expect((await json<InvoiceList>("/invoices")).data[0]).toMatchObject({ issueDate: "2026-12-01", isOverdue: true });
    expect(await json<InvoiceView>(`/invoices/${id}`)).toMatchObject({ today: "2026-12-01" });
    expect((await json<PanelSettings>("/settings")).invoices.next).toBe("INV-202612-0002");
  });

  test.each([
    ["INV-202611-0002", [2]],
    [" inv-202611-0002 ", [2]],
    ["0003", [3]],
    ["4711", [3, 1]],
    ["muller", [4]],
    ["MÜLLER auto", [4]],
    ["po 77", [3]],
    ["PROJECT-9", [2]],
    ["consult", [4, 3, 2, 1]],
    ["238,00 €", [4, 3, 2, 1]],
    ["nobody", []],
  ])(
    "finds by words of the client, the number, the references and the lines, and by amounts: %j",
    async (search, expected) => {
      const { json, issue } = await openPanel({}, memoryStore());
      await issue({ reference: "4711" });
      await issue({ projectReference: "project-9-B" });
      await issue({ reference: "4711", buyerReference: "PO 77-1" });
      await issue({ clientName: "Autohaus Müller GmbH" });
      expect(counters(await json(`/invoices?search=${encodeURIComponent(search)}`))).toEqual(expected);
    },
  );

  test("says that a search finds more invoices than it counts, and goes on to the next page", async () => {
    const { json, company } = await openPanel({}, memoryStore());
    for (let batch = 0; batch < 10; batch += 1) await company.issueMany(oneTo(1000).map(() => order()));
    const found = async (page: number) => {
      const list = await json<InvoiceList>(`/invoices?search=exemple&page=${page}`);
      return [list.total, list.extent, list.data.length];
    };
    expect(await found(1)).toEqual([10_000, "whole", 20]);
    await company.issue(order());
    expect(await found(1)).toEqual([10_000, "page", 20]);
    expect(await found(501)).toEqual([10_000, "page", 1]);
  });

  test("keeps search and period together, and refuses a period that ends before it begins", async () => {
    const { json, ask, issue, clock } = await openPanel({}, memoryStore());
    await issue();
    clock.set("2026-12-02T12:00:00.000Z");
    await issue();
    const found = async (query: string) => counters(await json(`/invoices?${query}`));
    expect(await found("search=exemple&from=2026-12-01")).toEqual([2]);
    expect(await found("search=0001&from=2026-12-01")).toEqual([]);
    expect(await found("client=exemple&to=2026-11-30")).toEqual([1]);
    for (const search of ["", "1", "Exemple"]) {
      expect((await ask(`/invoices?search=${search}&from=2026-12-02&to=2026-12-01`)).status, search).toBe(422);
    }
    for (const query of ["status=lost", "search=%26"])
      expect((await ask(`/invoices?${query}`)).status, query).toBe(422);
  });

  test("looks up what is due, and reads other states until a page is full, and says that there are more", async () => {
    const { json, company, asked } = await openPanel();
    const due = order({ dueDate: "2026-11-20" });
    await company.issueMany(oneTo(230).map((place) => (place % 2 === 0 ? due : order())));
    const list = async (query: string) => {
      asked.length = 0;
      const found = await json<InvoiceList>(`/invoices?status=${query}`);
      return [found.total, found.extent, counters(found)[0], asked.length];
    };
    expect(await list("open")).toEqual([230, "whole", 230, 20]); // only for the rows
    expect(await list("open&page=5")).toEqual([230, "whole", 150, 20]);
    expect(await list("open&page=12")).toEqual([230, "whole", 10, 10]);
    expect(await list("open&page=x")).toEqual([230, "whole", 230, 20]);
    expect(await list("issued")).toEqual([100, "page", 230, 120]);
    expect(await list("sent")).toEqual([0, "whole", undefined, 230]);
  });

  test("asks of no invoice whether it was sent whose state does not depend on it", async () => {
    const { json, asked, ...panel } = await openPanel();
    await everyState({ json, asked, ...panel });
    asked.length = 0;
    await json<InvoiceList>("/invoices");
    expect(asked).toHaveLength(3);
  });

  test("reads at most the newest 20,000 invoices for a filter, says so, and reads others by their period", async () => {
    const { json, issue, company, clock } = await openPanel();
    clock.set("2026-10-20T12:00:00.000Z");
    await company.credit((await issue()).id, { reason: "returned" });
    clock.set("2026-11-20T12:00:00.000Z");
    for (let batch = 0; batch < 20; batch += 1) await company.issueMany(oneTo(1000).map(() => order()));
    const found = async (query: string) => {
      const list = await json<InvoiceList>(`/invoices?status=credited${query}`);
      return [list.extent, counters(list)];
    };
    expect(await found("")).toEqual(["newest", []]);
    expect(await found("&to=2026-10-31")).toEqual(["whole", [1]]);
  });
});

test("credit notes are listed by the number of their invoice and by days", async () => {
  const { json, issue, company, clock } = await openPanel();
  const [one, two] = [await issue(), await issue()];
  await company.credit(one.id, { reason: "a", lines: [{ line: 1, netAmount: 1 }] });
  clock.set("2026-12-02T12:00:00.000Z");
  await company.credit(two.id, { reason: "b" });
  await company.credit(one.id, { reason: "c" });
  const reasons = async (query: string) =>
    (await json<CreditNoteList>(`/credit-notes?${query}`)).data.map(({ reason }) => reason);
  expect(await reasons("")).toEqual(["c", "b", "a"]);
  expect(await reasons(`invoice=${one.invoiceNumber.toLowerCase()}`)).toEqual(["c", "a"]);
  expect(await reasons("invoice=INV-202611-0009")).toEqual([]);
  expect(await reasons("to=2026-11-30")).toEqual(["a"]);
});

describe("a file of comma-separated values", () => {
  test("has the filtered invoices of all pages, for a spreadsheet, in the language of the pages", async () => {
    const { csv, company, issue } = await openPanel();
    await company.issueMany(oneTo(119).map(() => order()));
    const last = await issue({ clientName: 'Müller, "Söhne"\nKG', dueDate: "2026-11-01", reference: "R 1" });
    await company.recordPayment(last.id, { amount: 38.5 });
    const { answer, text, rows } = await csv("/invoices.csv?status=open", "de-AT,en;q=0.5", ";");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toContain('attachment; filename="Rechnungen 2026-11-20.csv"');
    expect(rows).toHaveLength(121);
    expect(rows[0]!.slice(0, 4)).toEqual(["Rechnungsnummer", "Rechnungsdatum", "Fällig am", "Kunde"]);
    expect(rows[1]).toEqual([
      ...["INV-202611-0120", "2026-11-20", "2026-11-01", 'Müller, "Söhne"\nKG', "DE", "", "EUR"],
      ...["200,00", "38,00", "238,00", "38,50", "0,00", "199,50", "Teilweise bezahlt", "ja", "R 1"],
    ]);
  });

  test.each([
    ["en", "", ",", "200.00"],
    ["en-GB", "?decimal=comma", ";", "200,00"],
    ["de", "", ";", "200,00"],
    ["fr", "", ";", "200,00"],
    ["de", "?decimal=point", ",", "200.00"],
    ["de", "?decimal=other", ";", "200,00"],
  ])("in %s, with %j, has values separated by %j and amounts such as %s", async (language, choice, separator, net) => {
    const { csv, issue, company } = await openPanel();
    const { id } = await issue({ clientName: "A; B, C" });
    await company.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 100 }] });
    const rowOf = async (path: string) => (await csv(`${path}${choice}`, language, separator)).rows[1]!;
    expect((await rowOf("/invoices.csv")).slice(3).filter((_, place) => [0, 4].includes(place))).toEqual([
      "A; B, C",
      net,
    ]);
    expect((await rowOf("/credit-notes.csv"))[7]).toBe(net.replace("2", "1"));
    const period = `from=2026-10-01&to=2026-12-31&${choice.slice(1)}`;
    const { rows } = await csv(`/returns/domestic.csv?${period}`, language, separator);
    expect(rows[1]).toContain(net.replace("200", "19"));
  });

  test.each(["=1+1", "+49", "-1", "@SUM(A1)", "\tx", "\rx"])(
    "keeps %j a text, which a spreadsheet could run",
    async (name) => {
      const { csv, issue, company } = await openPanel();
      const { id } = await issue({ clientName: `${name} "x"`, reference: name.trim() });
      await company.credit(id, { reason: name.trim() });
      const { rows } = await csv("/invoices.csv");
      const cell = rows[1]![3]!;
      expect(/^[=+\-@\t\r]/.test(cell)).toBe(false);
      expect(cell.endsWith('"x"')).toBe(true);
      const creditNotes = await csv("/credit-notes.csv");
      expect(/^[=+\-@]/.test(creditNotes.rows[1]!.at(-1)!)).toBe(false);
      expect(creditNotes.rows[1]!.slice(-4, -1)).toEqual(["200.00", "38.00", "238.00"]);
    },
  );

  test.each([
    [",", /[;\t\r\n]/],
    [";", /[,\t\r\n]/],
  ])(
    "separated by %j, has no formula where a spreadsheet separates values by another sign",
    async (separator, other) => {
      const { csv, issue } = await openPanel();
      await issue({ clientName: 'A;=1+1,=2+2\t@SUM(A1)\n+3;-4,"=5; "=6+', reference: "5 - 4, 3; A-1 a@b.example" });
      const decimal = separator === ";" ? "comma" : "point";
      const { text, rows } = await csv(`/invoices.csv?decimal=${decimal}`, "en", separator);
      const cells = text.split("\r\n")[1]!.split(other);
      expect(cells.length).toBeGreaterThan(3);
      expect(cells.filter((cell) => /^["\s]*[=+@-]/.test(cell))).toEqual([]);
      expect(rows[1]!.at(-1), "usual texts stay as they are").toBe("5 - 4, 3; A-1 a@b.example");
    },
  );

  test("writes amounts in the decimals of their currency", async () => {
    const { csv, issue } = await openPanel();
    await issue({ currency: "JPY", items: [{ description: "a", quantity: 1, unitPrice: 1000 }] });
    const { rows } = await csv("/invoices.csv");
    expect(rows[1]!.slice(6, 10)).toEqual(["JPY", "1000", "190", "1190"]);
  });
});

describe("the returns of a period", () => {
  const PERIOD = "from=2026-10-01&to=2026-12-31";

  test("are the library's report, and each section is a file", async () => {
    const { json, csv, issue, company } = await openPanel();
    const { id } = await issue();
    await issue({ clientCountry: "FI", supply: "goods" });
    await issue({ clientCountry: "FR", clientVatNumber: "FR40303265045", supply: "services" });
    await issue({ clientCountry: "CH", supply: "goods" });
    await issue({ clientCountry: "CH" });
    await company.credit(id, { reason: "x", lines: [{ line: 1, netAmount: 300 / 4 }] });
    const { report, threshold } = await json<PanelReturns>(`/returns?${PERIOD}`);
    expect(report).toEqual(await company.vatReport({ from: "2026-10-01", to: "2026-12-31" }));
    expect(threshold).toEqual(await company.ossThreshold({ year: 2026 }));
    const rows = async (section: string) => (await csv(`/returns/${section}.csv?${PERIOD}`)).rows.slice(1);
    expect(await rows("domestic")).toEqual([["S", "19", "125.00", "23.75", "EUR"]]);
    expect(await rows("oss")).toEqual([["2026-Q4", "FI", "Goods", "25.5", "200.00", "51.00", "EUR"]]);
    expect(await rows("recapitulative")).toEqual([["FR40303265045", "Services", "S", "200.00", "EUR"]]);
    expect(await rows("exports")).toEqual([["CH", "200.00", "EUR"]]);
    const [unplaced] = await rows("unplaced");
    expect(unplaced).toEqual(expect.arrayContaining(["INV-202611-0005", "2026-11-20", "200.00"]));
    const { answer } = await csv(`/returns/recapitulative.csv?${PERIOD}`, "fr");
    expect(answer.headers.get("Content-Disposition")).toBe(
      'attachment; filename="Etat recapitulatif 2026-10-01 2026-12-31.csv"; ' +
        "filename*=UTF-8''%C3%89tat%20r%C3%A9capitulatif%202026-10-01%202026-12-31.csv",
    );
  });

  test("are summed exactly, if a section has several rows in one currency", async () => {
    const { json, issue } = await openPanel();
    const sell = (clientCountry: string, unitPrice: number, currency = "EUR") =>
      issue({ clientCountry, supply: "goods", currency, items: [{ description: "Tea", quantity: 1, unitPrice }] });
    await sell("CH", 0.1);
    expect((await json<PanelReturns>(`/returns?${PERIOD}`)).sums.exports).toBeNull();
    await sell("NO", 0.2);
    const { sums } = await json<PanelReturns>(`/returns?${PERIOD}`);
    expect(sums.exports).toEqual({ currency: "EUR", taxableAmount: 0.3, taxAmount: 0 });
    expect(sums.domestic).toBeNull();
  });

  test("have columns for Spain's equivalence surcharge only where there is one", async () => {
    const { json, csv, issue, company } = await openPanel();
    await company.saveProfile({ ...(await company.profile()), country: "ES", vatNumber: "ESB12345674" });
    const goods = { description: "Té", quantity: 1, unitPrice: 100 };
    const retail = { ...goods, national: { es: { equivalenceSurcharge: true } } };
    await issue({ clientCountry: "ES", clientVatNumber: "ESA58818501", items: [goods, retail] });
    const { rows } = await csv(`/returns/domestic.csv?${PERIOD}`);
    expect(rows[0]!.slice(-3, -1)).toEqual(["Rate of the equivalence surcharge", "Equivalence surcharge"]);
    expect(rows.slice(1)).toEqual([
      ["S", "21", "100.00", "21.00", "", "", "EUR"],
      ["S", "21", "100.00", "21.00", "5.2", "5.20", "EUR"],
    ]);
    const { sums } = await json<PanelReturns>(`/returns?${PERIOD}`);
    expect(sums.domestic).toEqual({ currency: "EUR", taxableAmount: 200, taxAmount: 42, surchargeAmount: 5.2 });
    expect((await json<PanelYear>("/years/2026")).currencies[0]!.declared).toMatchObject({ net: 200, vat: 47.2 });
  });

  test("ask for rates, and convert with those that were given", async () => {
    const { json, issue } = await openPanel();
    await issue({ clientCountry: "FI", supply: "goods", currency: "USD" });
    const first = await json<PanelReturns>(`/returns?${PERIOD}`);
    expect(first.report.oss.ratesNeeded).toEqual([{ currency: "USD", period: "2026-Q4", on: "2026-12-31" }]);
    expect(first.threshold!.ratesNeeded).toEqual(["USD"]);
    const { report, threshold } = await json<PanelReturns>(
      `/returns?${PERIOD}&rate.USD.2026-Q4=1.25&threshold.USD=1.6`,
    );
    expect(report.oss.lines).toMatchObject([{ currency: "EUR", taxableAmount: 160, taxAmount: 40.8 }]);
    expect(threshold).toMatchObject({ soFar: 125, ratesNeeded: [] });
  });

  test("can be those of an earlier day", async () => {
    const { json, issue, clock } = await openPanel();
    await issue();
    clock.set("2026-12-02T12:00:00.000Z");
    await issue({ supplyDate: "2026-11-30" });
    const { report } = await json<PanelReturns>("/returns?from=2026-11-01&to=2026-11-30&asOf=2026-12-01");
    expect(report.domestic.lines).toMatchObject([{ taxableAmount: 200 }]);
    expect(report.corrections.additions).toMatchObject([{ number: "INV-202612-0002", period: "2026-Q4" }]);
  });

  test.each(["", "?from=2026-12-31&to=2026-01-01", `?${PERIOD}&rate.USD.2026-Q4=0`])(
    "refuse what is no period: %j",
    async (query) => {
      const { ask } = await openPanel();
      expect([(await ask(`/returns${query}`)).status, (await ask(`/returns/oss.csv${query}`)).status]).toEqual([
        422, 422,
      ]);
    },
  );

  test("have no file of another section", async () => {
    const { ask } = await openPanel();
    for (const name of ["toString", "nothing"]) {
      expect((await ask(`/returns/${name}.csv?${PERIOD}`)).status, name).toBe(404);
    }
  });
});

describe("an audit", () => {
  test("of sound books says so, is kept, and later audits are compared with it", async () => {
    const { json, issue, clock } = await openPanel();
    await issue();
    expect(await json("/audit")).toEqual({ last: null, running: null, hasFailed: false });
    const first = await json<AuditStatus>("/audit", {});
    expect(first.last).toMatchObject({
      startedAt: "2026-11-20T12:00:00.000Z",
      invoices: 1,
      findings: [],
      comparedWith: null,
    });
    expect(first.last!.note).toMatch(/^1:[\da-f]{64}$/);
    expect(await json("/audit")).toEqual(first);
    clock.set("2026-11-21T12:00:00.000Z");
    const later = await json<AuditStatus>("/audit", {});
    expect(later.last).toMatchObject({ comparedWith: "2026-11-20T12:00:00.000Z", findings: [], hasOwnNote: false });
    const noted = await json<AuditStatus>("/audit", { note: ` ${first.last!.note.toUpperCase()}\n` });
    expect(noted.last).toMatchObject({ comparedWith: null, findings: [], hasOwnNote: true });
  });

  test("of changed books counts the findings by their kinds, and stays compared with the last sound one", async () => {
    const { json, issue, clock, company, file } = await openPanel();
    const { id } = await issue();
    await json("/audit", {});
    for (const _ of oneTo(25)) await issue();
    await company.credit(id, { reason: "x" });
    const database = connectRaw(file);
    database.exec("DROP TRIGGER faktura_invoices_issued");
    database
      .prepare("UPDATE faktura_invoices SET document = replace(document, '\"total\":238', '\"total\":239')")
      .run();
    database.close();
    clock.set("2026-11-21T12:00:00.000Z");
    const { last } = await json<AuditStatus>("/audit", {});
    const found = last!.findings.map(({ code, count, examples }) => [code, count, examples.length]);
    expect(found).toEqual(
      expect.arrayContaining([
        ["guard_missing", 1, 1],
        ["totals_mismatch", 26, 20],
      ]),
    );
    expect(last!.findings.find(({ code }) => code === "totals_mismatch")!.examples[0]).toMatchObject({
      number: "INV-202611-0001",
      isCreditNote: false,
    });
    const again = await json<AuditStatus>("/audit", {});
    expect(again.last!.comparedWith).toBe("2026-11-20T12:00:00.000Z");
  });

  test("refuses a note that is none, at its field", async () => {
    const { ask } = await openPanel();
    const answer = await ask("/audit", { note: "7:3f1c…" });
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [{ pointer: "/note" }] }]);
  });

  test("finds that the books lack what an earlier audit noted: its own note, or the one that is sent", async () => {
    const { json, issue, audits } = await openPanel();
    await issue();
    const found = async (body: object) => {
      const { last } = await json<AuditStatus>("/audit", body);
      return last!.findings.map(({ code }) => code);
    };
    const foreign = `1:${"ab".repeat(32)}`;
    expect(await found({ note: foreign })).toEqual(["history_rewritten"]);
    expect(await found({})).toEqual([]);
    const kept = (await audits.find("acme"))!;
    await audits.save("acme", { ...kept, sound: { ...kept.sound!, note: foreign } });
    expect(await found({})).toEqual(["history_rewritten"]);
  });

  test("runs once, however many pages ask for it at the same time", async () => {
    const { json, issue, clock } = await openPanel();
    await issue();
    const now = vi.spyOn(clock, "now");
    await Promise.all(oneTo(5).map(() => json<AuditStatus>("/audit", {})));
    expect(now).toHaveBeenCalledTimes(1); // an audit asks once for the time
  });
});

test("the history of an invoice tells what happened to it, day by day", async () => {
  const { json, issue, company, clock } = await openPanel();
  const { id } = await issue();
  clock.set("2026-11-22T12:00:00.000Z");
  await company.recordPayment(id, { amount: 238, paidOn: "2026-11-21" });
  const { id: noteId, creditNoteNumber: number } = await company.credit(id, {
    reason: "x",
    lines: [{ line: 1, netAmount: 50 }],
  });
  await company.credit(id, { reason: "y", lines: [{ line: 1, netAmount: 10 }] });
  await company.recordPayment(id, { amount: -71.4, paidOn: "2026-11-23" });
  const { history, today } = await json<InvoiceView>(`/invoices/${id}`);
  expect(today).toBe("2026-11-22");
  expect(history.map(({ kind, on, amount }) => [kind, on, amount])).toEqual([
    ["issued", "2026-11-20", 238],
    ["paid", "2026-11-21", 238],
    ["credited", "2026-11-22", 59.5],
    ["credited", "2026-11-22", 11.9],
    ["refunded", "2026-11-23", 71.4],
  ]);
  expect(history[2]!.creditNote).toEqual({ id: noteId, number });
  const cancelled = await issue();
  await company.cancel(cancelled.id);
  expect((await json<InvoiceView>(`/invoices/${cancelled.id}`)).history.at(-1)).toMatchObject({
    kind: "cancelled",
    on: "2026-11-22",
  });
});
