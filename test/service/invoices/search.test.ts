import { createInvoicing, type InvoiceOrder, type InvoicingStore, type ListFilter } from "faktura";
import { memoryStore } from "faktura/memory";
import { beforeAll, describe, expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { openBooks } from "../books.ts";

type Books = Awaited<ReturnType<typeof openBooks>>;

/** The counters of the invoices that a search finds, newest first. */
async function found({ acme }: Pick<Books, "acme">, search: string, filter: ListFilter = {}): Promise<number[]> {
  const { data, total } = await acme.list({ search, ...filter, limit: 100 });
  expect(total).toBe(data.length);
  return data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)));
}

const priced = (unitPrice: number, more: Partial<InvoiceOrder> = {}) =>
  order({ items: [{ description: "Work", quantity: 1, unitPrice, taxRate: 0 }], autoVat: false, ...more });

describe("words", () => {
  const NAMES = [
    ...["Autohaus Müller GmbH", "STRASSENBAU Groß AG", "İstanbul Işık A.Ş.", "ΟΔΟΣ ΑΕ", "Łódź Sp. z o.o."],
    ...["Smørrebrød & Søn ApS", "Zoe\u0308 Nu\u0301n\u0303ez", "L’Oréal – Œuvre SARL", "Þór Æðelsson", "Đuro Šimić"],
    ...[
      "„Zum Löwen“ (Inh. Maier)",
      "№ 5 ﬁne ＡＢＣ",
      "Шевче\u0301нко Ёлка",
      "C# & C++ Labs",
      "Soft\u00adware\u200b Haus",
    ],
  ];
  const books = {} as Books;
  beforeAll(async () => {
    Object.assign(books, await openBooks(memoryStore()));
    await books.acme.issueMany(NAMES.map((clientName) => order({ clientName })));
  });

  test.each([
    ...([
      ["müller", 1],
      ["muller", 1],
      ["MÜLLER", 1],
      ["Mu\u0308ller", 1],
      ["ülle", 1],
      ["haus mull", 1],
    ] as const),
    ...([
      ["groß", 2],
      ["gross", 2],
      ["GROSS", 2],
      ["GROẞ", 2],
      ["straßenbau", 2],
      ["strassen", 2],
    ] as const),
    ...([
      ["istanbul", 3],
      ["İSTANBUL", 3],
      ["ıstanbul", 3],
      ["isik", 3],
      ["IŞIK", 3],
      ["a.ş.", 3],
    ] as const),
    ...([
      ["οδος", 4],
      ["οδοσ", 4],
      ["ΟΔΌΣ", 4],
      ["lodz", 5],
      ["ŁÓDŹ", 5],
      ["o.o", 5],
      ["sp z", 5],
    ] as const),
    ...([
      ["smorrebrod", 6],
      ["SMØRREBRØD", 6],
      ["søn &", 6],
      ["son aps", 6],
      ["zoë", 7],
      ["zoe", 7],
      ["nunez", 7],
    ] as const),
    ...([
      ["Núñez Zoë", 7],
      ["l'oréal", 8],
      ["L’OREAL", 8],
      ["oeuvre", 8],
      ["œuvre", 8],
      ["sarl oreal", 8],
    ] as const),
    ...([
      ["thor", 9],
      ["aedels", 9],
      ["đuro", 10],
      ["duro simic", 10],
      ["zum löwen", 11],
      ['"löwen"', 11],
    ] as const),
    ...([
      ["(Maier)", 11],
      ["Löwen, Zum", 11],
      ["no", 12],
      ["№", 12],
      ["fine", 12],
      ["abc", 12],
      ["шевченко", 13],
    ] as const),
    ...([
      ["елка", 13],
      ["c#", 14],
      ["c++", 14],
      ["software", 15],
      ["soft\u00adware", 15],
    ] as const),
  ])("%s finds the invoice %i", async (search, counter) => {
    expect(await found(books, search)).toContain(counter);
  });

  test.each([
    ...["mueller", "autohausmüller", "müllergmbh", "müller ag", "müller x", "lowen gross", "oδος", "шевченка", "h&m"],
    ...["c##", "4711", "_üller 1", "m_ller", "m%ller", "m*ller", "[a-z]", "müller OR groß", "\ue000müllerx", "lodz\\"],
  ])("%s finds nothing", async (search) => {
    expect(await found(books, search)).toEqual([]);
  });

  test("is found in the number, the references and the lines, across them, and nowhere else", async () => {
    const { acme } = await openBooks(memoryStore());
    const texts = {
      ...{ reference: "Ref-alpha", buyerReference: "bravo", purchaseOrderReference: "PO charlie" },
      ...{ salesOrderReference: "delta", despatchReference: "echo", contractReference: "foxtrot" },
      ...{ projectReference: "Projekt Golf", paymentReference: "hotel", metadata: { key: "november" } },
    };
    const items = [
      { description: "India in Blau", quantity: 1, unitPrice: 1, sku: "JUL-1" },
      { description: "Kilo", quantity: 2, unitPrice: 2 },
    ];
    await acme.issue(order({ clientName: "Lima", clientEmail: "papa@example.com", ...texts, items }));
    await acme.issue(order());
    const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "jul-1", "kilo"];
    for (const word of [...words, "lima", "INV-202611-0001", "202611-0001", "0001", "lima blau po", "golf ref- 0001"])
      expect(await found({ acme }, word), word).toEqual([1]);
    for (const word of ["november", "papa", "kilo exemple", "blaukilo"]) {
      expect(await found({ acme }, word), word).toEqual([]);
    }
    expect(await found({ acme }, "inv-")).toEqual([2, 1]);
  });
});

describe("amounts", () => {
  const AMOUNTS = [1190, 1190.5, 1.19, 59.5, 1190000, 0, 1000.05, 19];
  const books = {} as Books;
  beforeAll(async () => {
    Object.assign(books, await openBooks(memoryStore()));
    for (const amount of AMOUNTS) await books.acme.issue(priced(amount));
  });

  test.each([
    [
      [1],
      [
        "1190",
        "1190.00",
        "1,190.00",
        "1.190,00",
        "1190,00",
        "1190.0",
        "1190,-",
        "1.190,– €",
        "€1,190.00",
        "1190€",
        "-1190",
      ],
    ],
    [[1], ["1 190,00", "1\u00a0190", "1\u202f190,00\u00a0€", "1'190.00", "1’190.-", "$1,190.000", "−1.190,00"]],
    [
      [3, 1],
      ["1,190", "1.190"],
    ],
    [[2], ["1190.5", "1190,50", "1,190.50", "1.190,50", "1 190,50", "1'190.50", "€1190.50"]],
    [[3], ["1.19", "1,19", "01.19"]],
    [[5], ["1190000", "1,190,000.00", "1.190.000", "1 190 000,00"]],
    [[7], ["1000.05", "1.000,05"]],
    [[4], ["59.5", "59,50", "-59.50"]],
    [[], ["1190.51", "119.0", "11,90", "1190 59.5", "1,19,0", "1190.5.0", "1190.5000", "595", "0,019", "0.019"]],
  ])("%j are found by %j", async (counters, searches) => {
    for (const search of searches) expect(await found(books, search), search).toEqual(counters);
  });

  test("are the total and what the client pays, in the invoice's currency, whatever was paid or credited", async () => {
    const { acme } = await openBooks(memoryStore());
    const disbursements = [{ description: "Fee", amount: 12, reference: "F" }];
    const first = await acme.issue(order({ disbursements }));
    await acme.recordPayment(first.id, { amount: 100 });
    await acme.credit(first.id, { reason: "returned", lines: [{ line: 1, netAmount: 50 }] });
    await acme.issue(order({ currency: "USD", exchangeRate: { rate: 0.9, date: "2026-11-19", source: "ECB" } }));
    await acme.issue(order({ roundingAmount: -0.5, prepaidAmount: 300 }));
    await acme.cancel((await acme.issue(order({ reference: "238,00" }))).id);
    expect(await found({ acme }, "238")).toEqual([4, 3, 2, 1]);
    expect(await found({ acme }, "250.00")).toEqual([1]);
    expect(await found({ acme }, "237,5")).toEqual([3]);
    expect(await found({ acme }, "238,00 inv")).toEqual([4, 3, 2, 1]);
    for (const amount of ["150", "100", "59.5", "178.5", "214.2", "-62", "61.5"])
      expect(await found({ acme }, amount), amount).toEqual([]);
  });
});

describe("lists", () => {
  test("combine a search with all other filters, with pages and with after", async () => {
    const { acme, clock } = await openBooks(memoryStore());
    for (const day of ["20", "21"]) {
      clock.set(`2026-11-${day}T12:00:00.000Z`);
      await acme.issueMany(oneTo(3).map((place) => order({ clientName: `Müller ${place}`, dueDate: "2026-12-01" })));
    }
    await acme.issue(order({ clientName: "Müller 3", reference: "R" }));
    await acme.cancel((await acme.list()).data[1]!.id);
    const books = { acme };
    expect(await found(books, "muller", { to: "2026-11-20" })).toEqual([3, 2, 1]);
    expect(await found(books, "muller", { from: "2026-11-21", client: "müller 3" })).toEqual([7, 6]);
    expect(await found(books, "muller", { status: "CANCELLED" })).toEqual([6]);
    expect(await found(books, "muller 3", { due: true })).toEqual([7, 3]);
    expect(await found(books, "muller", { reference: "R" })).toEqual([7]);
    expect(await found(books, "muller", { dueBefore: "2026-12-02", status: "SENT" })).toEqual([5, 4, 3, 2, 1]);
    const part = await acme.list({ search: "muller", limit: 3, page: 2 });
    expect([part.total, part.data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4)))]).toEqual([7, [4, 3, 2]]);
    expect(part).not.toHaveProperty("totalIsAtLeast");
    const after = await acme.list({ search: "muller", limit: 2, after: part.data[2]!.invoiceNumber });
    expect([after.total, after.data.map(({ invoiceNumber }) => invoiceNumber)]).toEqual([7, ["INV-202611-0001"]]);
  });

  test("count to 10,000, and say if there are more; pages and listAll go on", async () => {
    const { acme } = await openBooks(memoryStore());
    for (const _ of oneTo(10)) await acme.issueMany(oneTo(1000).map((place) => order({ reference: `R${place}` })));
    const exact = await acme.list({ search: "inv" });
    expect([exact.total, exact.totalIsAtLeast]).toEqual([10_000, undefined]);
    await acme.issue(order());
    expect(await acme.list({ search: "inv" })).toMatchObject({ total: 10_000, totalIsAtLeast: true });
    const last = await acme.list({ search: "inv", limit: 100, page: 101 });
    expect(last).toMatchObject({ total: 10_000, totalIsAtLeast: true, data: [{ invoiceNumber: "INV-202611-0001" }] });
    const after = await acme.list({ search: "inv", after: "INV-202611-0002" });
    expect(after).toMatchObject({ total: 10_000, totalIsAtLeast: true, data: [{ invoiceNumber: "INV-202611-0001" }] });
    expect((await acme.list({ search: "r777 exem" })).total).toBe(10);
    const all: string[] = [];
    for await (const { invoiceNumber } of acme.listAll({ search: "exem" })) all.push(invoiceNumber);
    expect([new Set(all).size, all[0], all.at(-1)]).toEqual([10_001, "INV-202611-10001", "INV-202611-0001"]);
  });

  test.each([
    ...["", "  ", "&", "- –", "€", "…", "\u0301", "\u00ad"],
    ...["x".repeat(201), "a\0b", "\ud800a", null, 42, {}],
  ])("refuse the search %j by its name", async (search) => {
    const { acme } = await openBooks(memoryStore());
    const refusal = { code: "request_invalid", errors: [{ parameter: "search" }] };
    await expect(acme.list({ search } as object)).rejects.toMatchObject(refusal);
    await expect(
      acme
        .listAll({ search } as object)
        [Symbol.asyncIterator]()
        .next(),
    ).rejects.toMatchObject(refusal);
  });
});

describe("invoicing.index", () => {
  /** A store that has so many invoices to index in each company, ten in a step; `faulty` fails. */
  function indexing(left: Record<string, number>, faulty?: string): InvoicingStore {
    const store = memoryStore();
    const index = async (companyId: string) => {
      if (companyId === faulty) throw new Error("disk full");
      const before = left[companyId] ?? 0;
      left[companyId] = Math.max(0, before - 10);
      return before - left[companyId];
    };
    return Object.assign(store, { search: { index } });
  }

  async function openIndexing(left: Record<string, number>, faulty?: string) {
    const invoicing = createInvoicing({ store: indexing(left, faulty) });
    for (const companyId of Object.keys(left)) {
      await invoicing.company(companyId).saveProfile(germanProfile());
      await invoicing.company(companyId).issue(order());
    }
    return invoicing;
  }

  test("indexes all companies, step by step, until nothing is left", async () => {
    const left = { acme: 25, other: 0, third: 10 };
    const invoicing = await openIndexing(left);
    expect(await invoicing.index()).toEqual({ indexed: 35, failed: [] });
    expect(left).toEqual({ acme: 0, other: 0, third: 0 });
    expect(await invoicing.index()).toEqual({ indexed: 0, failed: [] });
  });

  test("indexes only the companies that are named", async () => {
    const left = { acme: 5, other: 6, third: 7 };
    const invoicing = await openIndexing(left);
    expect(await invoicing.index({ companyIds: ["other", "nobody", "other"] })).toEqual({ indexed: 6, failed: [] });
    expect(left).toMatchObject({ acme: 5, other: 0, third: 7 });
  });

  test("goes on after a company that fails, and reports it", async () => {
    const invoicing = await openIndexing({ acme: 5, other: 6, third: 7 }, "other");
    const heard: unknown[] = [];
    const onError = (error: unknown, companyId: string) => {
      heard.push(companyId);
      throw error;
    };
    const failed = [{ companyId: "other", error: new Error("disk full") }];
    expect(await invoicing.index({ onError })).toEqual({ indexed: 12, failed });
    expect(heard).toEqual(["other"]);
  });

  test("stops after the step in progress once the signal is aborted or the invoicing closes", async () => {
    for (const stop of ["abort", "close"]) {
      const left = { acme: 100, other: 100 };
      const invoicing = await openIndexing(left);
      const control = new AbortController();
      const running = invoicing.index({ signal: control.signal });
      if (stop === "abort") control.abort();
      else await invoicing.close();
      expect((await running).indexed).toBeLessThan(200);
      expect(left.other).toBe(100);
    }
    const invoicing = await openIndexing({ acme: 100 });
    expect(await invoicing.index({ signal: AbortSignal.abort() })).toEqual({ indexed: 0, failed: [] });
  });

  test("a store in memory has nothing to index", async () => {
    const { invoicing, acme } = await openBooks(memoryStore());
    await acme.issue(order());
    expect(await invoicing.index()).toEqual({ indexed: 0, failed: [] });
  });

  test.each([
    ["companyIds", "acme"],
    ["company id", [""]],
    ["company id", [7]],
    ["signal", {}],
    ["onError", "log"],
    ["companies", []],
  ])("a wrong %s is a TypeError that names it", async (name, value) => {
    const { invoicing } = await openBooks(memoryStore());
    const option = name === "company id" ? "companyIds" : name;
    await expect(invoicing.index({ [option]: value } as object)).rejects.toThrow(name);
    await expect(invoicing.index({ [option]: value } as object)).rejects.toThrow(TypeError);
  });
});
