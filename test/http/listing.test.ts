import { memoryStore } from "faktura/memory";
import { beforeEach, describe, expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { STORES } from "../support/stores.ts";
import { openService, type Service } from "./client.ts";

describe.each(STORES)("GET /invoices on $name", ({ open }) => {
  let service: Service;
  beforeEach(async () => {
    service = await openService(await open());
    for (const day of ["18", "19", "20"]) {
      service.clock.set(`2026-11-${day}T12:00:00.000Z`);
      await service.issue({ clientName: `Client of ${day}` });
    }
    return () => service.invoicing.close();
  });

  const list = async (query: string) => {
    const { status, body } = await service.call(`GET /invoices${query}`, { key: "acme:read:invoices" });
    expect(status).toBe(200);
    return { ...body, numbers: body.data.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-4))) };
  };

  test("lists newest number first, twenty to a page", async () => {
    expect(await list("")).toMatchObject({ numbers: [3, 2, 1], page: 1, limit: 20, total: 3 });
  });

  test("pages by `page` and `limit`; a page beyond the end is empty", async () => {
    expect(await list("?limit=2")).toMatchObject({ numbers: [3, 2], page: 1, limit: 2, total: 3 });
    expect(await list("?limit=2&page=2")).toMatchObject({ numbers: [1], page: 2, total: 3 });
    expect(await list("?page=9007199254740&limit=100")).toMatchObject({ numbers: [], total: 3 });
  });

  test("`from` and `to` are both inclusive, on the issue date", async () => {
    expect((await list("?from=2026-11-19")).numbers).toEqual([3, 2]);
    expect((await list("?to=2026-11-19")).numbers).toEqual([2, 1]);
    expect((await list("?from=2026-11-19&to=2026-11-19")).numbers).toEqual([2]);
  });

  test("`status` filters, alone and with the rest", async () => {
    const [newest, middle] = (await service.call("GET /invoices")).body.data;
    await service.call(`POST /invoices/${newest!.id}/cancel`);
    await service.invoicing.company("acme").recordPayment(middle!.id, { amount: middle!.total });
    expect((await list("?status=CANCELLED")).numbers).toEqual([3]);
    expect((await list("?status=PAID")).numbers).toEqual([2]);
    expect(await list("?status=SENT&to=2026-11-20&limit=1")).toMatchObject({ numbers: [1], total: 1 });
  });

  test("`after` goes on with older invoices and `dueBefore` filters; `after` is refused with `page` and if unknown", async () => {
    const [newest, middle] = (await service.call("GET /invoices")).body.data;
    expect(await list(`?after=${newest!.invoiceNumber}`)).toMatchObject({ numbers: [2, 1], page: 1, total: 3 });
    expect((await list(`?after=${middle!.invoiceNumber}&limit=1`)).numbers).toEqual([1]);
    await service.issue({ dueDate: "2026-12-01" });
    expect((await list("?dueBefore=2026-12-02")).numbers).toEqual([4]);
    expect((await list("?dueBefore=2026-12-01")).numbers).toEqual([]);
    for (const [query, parameter] of [
      [`?after=${newest!.invoiceNumber}&page=1`, "page"],
      ["?after=INV-202611-9999", "after"],
      ["?after=", "after"],
      ["?dueBefore=soon", "dueBefore"],
    ]) {
      const { status, body } = await service.call(`GET /invoices${query}`);
      expect([status, body]).toMatchObject([422, { code: "request_invalid", errors: [{ parameter }] }]);
    }
  });

  test("`client` is the beginning of the client's name, `reference` exact, alone and with the rest", async () => {
    await service.issue({ clientName: "Åkerö & Søn", reference: "R 1/a" });
    expect((await list("?client=client%20OF%201")).numbers).toEqual([2, 1]);
    expect((await list("?client=%C3%A5KER%C3%96+%26")).numbers).toEqual([4]);
    expect((await list("?client=of")).numbers).toEqual([]);
    expect((await list("?reference=R%201/a")).numbers).toEqual([4]);
    expect((await list("?reference=R%201")).numbers).toEqual([]);
    expect((await list("?reference=R+1/a&client=%C3%A5&status=SENT&from=2026-11-20&limit=1")).numbers).toEqual([4]);
    expect(await list("?client=client&limit=2&page=2")).toMatchObject({ numbers: [1], total: 3 });
  });

  test("`series` names one series, alone and with the rest; without it, all are listed in the order of issue", async () => {
    const series = { "branch 1": { prefix: "B" } };
    await service.invoicing.company("acme").saveProfile(germanProfile({ series }));
    await service.issue({ series: "branch 1", reference: "R" });
    await service.issue();
    await service.issue({ series: "branch 1" });
    expect((await list("")).data.map(({ invoiceNumber }) => invoiceNumber).slice(0, 4)).toEqual([
      ...["B-202611-0002", "INV-202611-0004", "B-202611-0001", "INV-202611-0003"],
    ]);
    expect(await list("?series=branch%201")).toMatchObject({ numbers: [2, 1], total: 2 });
    expect(await list("?series=branch+1&reference=R")).toMatchObject({ numbers: [1], total: 1 });
    expect(await list("?series=branch%202")).toMatchObject({ numbers: [], total: 0 });
    const unknown = await service.call("POST /invoices", { json: order({ series: "branch 2" }) });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ pointer: "/series", detail: 'must be a series of the company\'s profile: "branch 1"' }],
    ]);
  });

  test.each(["client", "reference", "search"])(
    "an empty, blank, long or repeated `%s` is refused by name",
    async (name) => {
      for (const [query, detail] of [
        [`${name}=`, "must not be blank"],
        [`${name}=%20`, "must not be blank"],
        [`${name}=${"x".repeat(201)}`, "must be at most 200 characters long"],
        [`${name}=%00`, "must not contain a NUL character"],
        [`${name}=a&${name}=b`, "must be given only once"],
      ]) {
        const { status, body } = await service.call(`GET /invoices?${query}`);
        expect([status, body["code"], body["errors"]]).toEqual([422, "request_invalid", [{ parameter: name, detail }]]);
      }
    },
  );

  test("shows nothing of another company", async () => {
    await service.issue({}, "plain");
    expect((await list("")).total).toBe(3);
    const { body } = await service.call("GET /invoices", { key: "plain" });
    expect(body.data.map(({ invoiceNumber }) => invoiceNumber)).toEqual(["PL-202611-0001"]);
  });
});

test("`search` finds parts of words, alone and with the rest, and is refused without a letter or a digit", async () => {
  const service = await openService(memoryStore());
  for (const clientName of ["Autohaus Müller GmbH", "Ada", "Müller & Söhne"]) await service.issue({ clientName });
  const list = (query: string) => service.call(`GET /invoices?${query}`);
  const { body } = await list("search=muller&limit=1");
  expect([body, body.data[0]!.invoiceNumber]).toMatchObject([{ total: 2, limit: 1 }, "INV-202611-0003"]);
  expect(body).not.toHaveProperty("totalIsAtLeast");
  expect((await list("search=m%C3%BCller+auto&status=SENT")).body).toMatchObject({ total: 1 });
  expect((await list("search=238,00%20%E2%82%AC")).body.total).toBe(3);
  for (const search of ["%26", "-", "%E2%82%AC"]) {
    const { status, body } = await list(`search=${search}`);
    const detail = "must have a letter or a digit, such as müller or 0042";
    expect([status, body.errors]).toEqual([422, [{ parameter: "search", detail }]]);
  }
});

test("another company's invoice is answered as if there were none", async () => {
  const service = await openService();
  const { id } = await service.issue();
  for (const request of [`GET /invoices/${id}`, `POST /invoices/${id}/cancel`]) {
    const theirs = await service.call(request, { key: "plain" });
    const nobodys = await service.call(request.replace(id, "01890000-0000-7000-8000-000000000000"), { key: "plain" });
    expect([theirs.status, theirs.body.code]).toEqual([404, "invoice_not_found"]);
    expect(theirs.body).toEqual(nobodys.body);
  }
  expect((await service.call(`GET /invoices/${id}`)).body.status).toBe("SENT");
});

test("a company without a profile is 404 company_not_found, and its list is empty", async () => {
  const service = await openService();
  for (const request of ["GET /company", "GET /vat-suggestion?clientCountry=DE"]) {
    const { status, body } = await service.call(request, { key: "ghost" });
    expect([status, body.code]).toEqual([404, "company_not_found"]);
  }
  const issued = await service.call("POST /invoices", { key: "ghost", json: { clientName: "A", items: [line] } });
  expect([issued.status, issued.body.code]).toEqual([404, "company_not_found"]);
  expect((await service.call("GET /invoices", { key: "ghost" })).body.total).toBe(0);
});

const line = { description: "Work", quantity: 1, unitPrice: 1 };
