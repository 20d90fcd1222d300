/**
 * Reports the invoices of a company to NAV Online Számla 3.0: exchanges a token, signs the request and sends one report after the
 * other. Copy it and change what you need.
 */
import { createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Company } from "faktura";
import { type NavOptions, type NavReport, navReports } from "faktura/einvoice/hu";

/** What the company's technical user in NAV's portal has, and who made the program. */
export interface NavAccount {
  /** Such as `https://api.onlineszamla.nav.gov.hu/invoiceService/v3`. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly signKey: string;
  /** 16 characters, with which the token is encrypted. */
  readonly exchangeKey: string;
  /** The first 8 digits of the company's tax number. */
  readonly taxNumber: string;
  /** The elements of `software`, by name and in their order. */
  readonly software: Readonly<Record<string, string>>;
}

/** Where a run begins, and what it keeps of each report. */
export interface NavProgress {
  /** The last report that was kept. */
  readonly last: NavReport | undefined;
  /** Stores the report as the last one, and the id of its transaction. */
  readonly keep: (report: NavReport, transactionId: string) => Promise<void>;
}

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex").toUpperCase();

/** The signature of a request: over its id, its time, the key, and of each report the hash of operation and Base64. */
export function requestSignature(
  {
    requestId,
    timestamp,
    signKey,
  }: { readonly requestId: string; readonly timestamp: string; readonly signKey: string },
  operations: readonly { readonly operation: string; readonly base64: string }[] = [],
): string {
  const time = timestamp.replace(/\.\d+|\D/g, "");
  const hashes = operations.map(({ operation, base64 }) => hash("sha3-512", operation + base64));
  return hash("sha3-512", requestId + time + signKey + hashes.join(""));
}

/** Reports what is new, one report in each request, in their order. A later run continues after the last one that was kept. */
export async function reportNew(
  company: Company,
  account: NavAccount,
  { last, keep }: NavProgress,
  options: Omit<NavOptions, "after"> = {},
): Promise<void> {
  for await (const report of navReports(company, { ...options, after: last })) {
    const token = await exchangeToken(account);
    const base64 = Buffer.from(report.xml).toString("base64");
    const hashed = report.electronicInvoiceHash;
    const answer = await send(
      account,
      "ManageInvoiceRequest",
      [{ operation: report.operation, base64 }],
      `<exchangeToken>${token}</exchangeToken><invoiceOperations><compressedContent>false</compressedContent>` +
        `<invoiceOperation><index>1</index><invoiceOperation>${report.operation}</invoiceOperation>` +
        `<invoiceData>${base64}</invoiceData>` +
        (hashed === undefined ? "" : `<electronicInvoiceHash cryptoType="SHA3-512">${hashed}</electronicInvoiceHash>`) +
        "</invoiceOperation></invoiceOperations>",
    );
    await keep(report, textOf(answer, "transactionId"));
  }
}

/** A token for one `manageInvoice`. It is valid for five minutes. */
async function exchangeToken(account: NavAccount): Promise<string> {
  const answer = await send(account, "TokenExchangeRequest");
  const decipher = createDecipheriv("aes-128-ecb", account.exchangeKey, null);
  const encoded = Buffer.from(textOf(answer, "encodedExchangeToken"), "base64");
  return Buffer.concat([decipher.update(encoded), decipher.final()]).toString("utf8");
}

/** Sends a request. `rest` is what follows after the elements that all requests have. */
async function send(
  { url, login, password, signKey, taxNumber, software }: NavAccount,
  request: "TokenExchangeRequest" | "ManageInvoiceRequest",
  operations: readonly { readonly operation: string; readonly base64: string }[] = [],
  rest = "",
): Promise<string> {
  const requestId = `RID${randomBytes(12).toString("hex")}`;
  const timestamp = new Date().toISOString();
  const body =
    `<?xml version="1.0" encoding="UTF-8"?><${request} xmlns="http://schemas.nav.gov.hu/OSA/3.0/api"` +
    ' xmlns:common="http://schemas.nav.gov.hu/NTCA/1.0/common">' +
    `<common:header><common:requestId>${requestId}</common:requestId><common:timestamp>${timestamp}</common:timestamp>` +
    "<common:requestVersion>3.0</common:requestVersion><common:headerVersion>1.0</common:headerVersion></common:header>" +
    `<common:user><common:login>${login}</common:login>` +
    `<common:passwordHash cryptoType="SHA-512">${hash("sha512", password)}</common:passwordHash>` +
    `<common:taxNumber>${taxNumber}</common:taxNumber><common:requestSignature cryptoType="SHA3-512">` +
    `${requestSignature({ requestId, timestamp, signKey }, operations)}</common:requestSignature></common:user>` +
    `<software>${Object.entries(software)
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join("")}</software>` +
    `${rest}</${request}>`;
  const call = request === "TokenExchangeRequest" ? "tokenExchange" : "manageInvoice";
  const headers = { "content-type": "application/xml", accept: "application/xml" };
  const response = await fetch(`${url}/${call}`, { method: "POST", headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(`NAV answered ${response.status}: ${answer}`);
  return answer;
}

/** The text of an element of an answer, whatever the prefix of its name. */
function textOf(answer: string, name: string): string {
  const text = new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(answer)?.[1];
  if (text === undefined) throw new Error(`NAV answered without ${name}: ${answer}`);
  return text;
}
