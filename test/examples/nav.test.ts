/**
 * Goal: the example reports every document once and in order, with requests that NAV's interface takes.
 * Method: a server on a real port that decrypts nothing it did not encrypt, checks each signature by itself and the requests by the
 * official schema; a crash between two reports.
 */
import { createCipheriv, createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { NavReport } from "faktura/einvoice/hu";
import { expect, onTestFinished, test } from "vitest";
import { type NavAccount, reportNew, requestSignature } from "../../docs/examples/nav/report-invoices.ts";
import { NO_SCHEMA, schemaErrors } from "../einvoice/hu/authority.ts";
import { ORDER, reportsOf, SELLER } from "../einvoice/hu/scenes.ts";
import { openBooks } from "../service/books.ts";

const ACCOUNT: Omit<NavAccount, "url"> = {
  ...{ login: "lwilsmn0uqdxe6u", password: "secret", signKey: "ac-ac3a-7f661bff7d342N43CYX4U9FG" },
  ...{ exchangeKey: "0123456789abcdef", taxNumber: "12345676" },
  software: {
    ...{ softwareId: "123456789123456789", softwareName: "Számlázó", softwareOperation: "LOCAL_SOFTWARE" },
    ...{ softwareMainVersion: "1.0", softwareDevName: "Programok Kft.", softwareDevContact: "info@example.com" },
  },
};

const textOf = (xml: string, name: string) => new RegExp(`<(?:common:)?${name}[^>]*>([^<]*)<`).exec(xml)?.[1] ?? "";
const sha3 = (given: string) => createHash("sha3-512").update(given, "utf8").digest("hex").toUpperCase();

/** NAV's interface, as far as the example calls it. Refuses what is not signed, and tokens that it did not give or took before. */
async function openServer() {
  const taken: { operation: string; xml: string }[] = [];
  const faults: string[] = [];
  const tokens = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (NO_SCHEMA === undefined) faults.push(...schemaErrors(body));
    const time = textOf(body, "timestamp").slice(0, 19).replace(/[-T:]/g, "");
    const [operation, data] = [/<invoiceOperation>([A-Z]+)</.exec(body)?.[1] ?? "", textOf(body, "invoiceData")];
    const hashes = data === "" ? "" : sha3(operation + data);
    const signature = sha3(textOf(body, "requestId") + time + ACCOUNT.signKey + hashes);
    const password = createHash("sha512").update(ACCOUNT.password).digest("hex").toUpperCase();
    const isSigned = textOf(body, "requestSignature") === signature && textOf(body, "passwordHash") === password;
    if (!isSigned) return void response.writeHead(400).end("<errorCode>INVALID_REQUEST_SIGNATURE</errorCode>");
    if (request.url === "/v3/tokenExchange") {
      const token = `token-${tokens.size}-${"x".repeat(30)}`;
      tokens.add(token);
      const cipher = createCipheriv("aes-128-ecb", ACCOUNT.exchangeKey, null);
      const encoded = Buffer.concat([cipher.update(token), cipher.final()]).toString("base64");
      return void response.end(
        `<TokenExchangeResponse><encodedExchangeToken>${encoded}</encodedExchangeToken></TokenExchangeResponse>`,
      );
    }
    if (!tokens.delete(textOf(body, "exchangeToken")))
      return void response.writeHead(400).end("INVALID_EXCHANGE_TOKEN");
    taken.push({ operation, xml: Buffer.from(data, "base64").toString() });
    return void response.end(
      `<ns2:ManageInvoiceResponse><ns2:transactionId>T${taken.length}</ns2:transactionId></ns2:ManageInvoiceResponse>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { taken, faults, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3` };
}

test("the signature is that of NAV's own example", () => {
  const request = { requestId: "RID896801578348", timestamp: "2019-09-11T10:55:31.440Z", signKey: ACCOUNT.signKey };
  expect(requestSignature(request)).toBe(
    "B4B5E0F197BFFD3DF69BCC98D3BE775F65FD5445EEF95C9D6B6C59425F2B81C4F6DA1FD563B0C7E7D98AF1E1725E5C63C2803B5D3A93D1C02ED354AC92F2CC94",
  );
});

test("every document is reported once and in order, also if a run ends between two of them", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  await acme.credit(invoice.id, { reason: "Visszáru", lines: [{ line: 1, quantity: 1 }] });
  await acme.issue({ ...ORDER, national: { hu: { appearance: "ELECTRONIC", reportIsInvoice: true } } });
  await acme.cancel(invoice.id);
  const { taken, faults, url } = await openServer();
  const kept: (readonly [NavReport, string])[] = [];
  const run = (most: number) =>
    reportNew(
      acme,
      { ...ACCOUNT, url },
      {
        last: kept.at(-1)?.[0],
        keep: async (report, transactionId) => {
          kept.push([report, transactionId]);
          if (kept.length === most) throw new Error("crash");
        },
      },
    );
  await expect(run(2)).rejects.toThrow("crash");
  await run(Number.POSITIVE_INFINITY);
  await run(Number.POSITIVE_INFINITY);
  const reports = await reportsOf(acme);
  expect(taken).toEqual(reports.map(({ operation, xml }) => ({ operation, xml })));
  expect(kept).toEqual(reports.map((report, index) => [report, `T${index + 1}`]));
  expect(faults).toEqual([]);
});

test("an answer other than success ends the run and keeps nothing", async () => {
  const { acme } = await openBooks(undefined, SELLER);
  await acme.issue(ORDER);
  const { url } = await openServer();
  const account = { ...ACCOUNT, url, signKey: "another" };
  const keep = () => Promise.reject(new TypeError("kept"));
  await expect(reportNew(acme, account, { last: undefined, keep })).rejects.toThrow("INVALID_REQUEST_SIGNATURE");
});
