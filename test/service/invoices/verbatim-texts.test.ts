import { createHttpHandler } from "faktura/http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../support/code-point.ts";
import { order } from "../../support/fixtures.ts";
import { STORES } from "../../support/stores.ts";
import { tries } from "../../support/tries.ts";
import { openBooks } from "../books.ts";

/** What a spreadsheet, a page, a terminal, a template or a statement would take for its own. */
const LADEN = [
  ...[
    '=HYPERLINK("https://evil.example","Pay here")',
    "=cmd|' /C calc'!A0",
    "+1",
    "-1+1",
    "@SUM(A1:A9)",
    "\t=1",
    "\r=1",
  ],
  ...["a,b;c", '"quoted"', "'quoted'", "a\tb", "a\rb", "a\nb", "a\r\nb", " leading", "trailing ", "  two  blanks  "],
  ...["<script>alert(1)</script>", "</script><!--", "<img src=x onerror=alert(1)>", "&lt;&amp;&#0;", "]]>", "{{7*7}}"],
  ...["$" + "{7*7}", "%s%n%x", "%0d%0aSet-Cookie: a=b", "\\", "\\u0000", "\\x00", "$1", "$&", "'; DROP TABLE x; --"],
  ...[
    "\u202efdp.exe",
    "\u2066a\u2069",
    "\u200f\u200e",
    "a\u2028b",
    "a\u2029b",
    "\u0085",
    "\u0001",
    "\u001b[31mred",
    "\u007f",
  ],
  ...["\ufeffmark", "a\u200bb", "a\u00adb", "e\u0301", "\u00e9", "\u1e9b\u0323", "Z\u0351\u036b\u0343a\u0308l\u0334go"],
  ...[
    "👩‍👩‍👧‍👦",
    "🇪🇺",
    "1️⃣",
    "👍🏿",
    "\u{e0041}",
    "\u{10ffff}",
    "\ufffe",
    "\uffff",
    "ﬁ",
    "ẞ",
    "İ",
    "한글",
    "עברית",
    "ไทย",
  ],
  ...["null", "undefined", "NaN", "true", "[object Object]", "__proto__", "1e999", "0x10", "007", "-0"],
];

/** Every text in every field that keeps text as it is. */
function ladenOrder(text: string) {
  const address = { line1: text, line2: text, city: text, region: text };
  return order({
    clientName: text,
    clientAddress: address,
    clientRegistrationNumber: text,
    note: text,
    reference: text,
    buyerReference: text,
    purchaseOrderReference: text,
    items: [{ description: text, quantity: 2, unitPrice: 100, unit: text }],
  });
}

const unicode = fc
  .oneof(
    fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }),
    fc.array(fc.constantFrom(...LADEN), { minLength: 1, maxLength: 3 }).map((texts) => texts.join("")),
  )
  .filter((text) => /\S/.test(text) && text.isWellFormed() && !text.includes("\0") && text.length <= 50);

describe.each(STORES)("$name", ({ open }) => {
  test("texts come back to the letter, whatever a reader could take them for", async () => {
    const { store, acme, invoicing } = await openBooks(await open());
    const authenticate = () => ({ companyId: "acme", scopes: ["read:invoices", "write:invoices"] });
    const handle = createHttpHandler(invoicing, { authenticate });
    const send = async (path: string, body?: unknown) => {
      const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const headers = { Authorization: "Bearer key", "Content-Type": "application/json" };
      const response = await handle(new Request(`http://localhost/invoices${path}`, { ...posted, headers }));
      return { type: response.headers.get("Content-Type"), body: (await response.json()) as { data: unknown[] } };
    };
    const check = async (text: string) => {
      const given = ladenOrder(text);
      const issued = await acme.issue(given);
      expect(issued).toMatchObject(given);
      const paid = await acme.recordPayment(issued.id, { amount: 1, method: text, reference: text });
      expect(paid.payments).toMatchObject([{ method: text, reference: text }]);
      const cancelled = await acme.cancel(issued.id, { reason: text });
      expect(cancelled).toMatchObject({ ...given, cancellationReason: text });
      expect(await acme.get(issued.id)).toEqual({ ...cancelled, payments: paid.payments, creditNotes: [] });
      expect((await acme.list({ limit: 1 })).data).toEqual([cancelled]);

      expect((await send("", given)).body).toMatchObject(given);
      const found = await send(`/${issued.id}`);
      expect(found).toEqual({
        type: "application/json",
        body: { ...cancelled, payments: paid.payments, creditNotes: [] },
      });
      expect((await send("?limit=1")).body.data).toMatchObject([given]);
    };
    for (const text of LADEN) await check(text);
    await fc.assert(fc.asyncProperty(unicode, check), { numRuns: tries(40) });
    await store.close();
  });

  test("a company's own name and address do too", async () => {
    const { store, acme } = await openBooks(await open());
    for (const text of LADEN) {
      const address = { line1: text, city: text };
      const profile = await acme.saveProfile({
        ...(await acme.profile()),
        name: text,
        address,
        registrationNumber: text,
      });
      expect(profile).toMatchObject({ name: text, address, registrationNumber: text });
      expect(await acme.profile()).toEqual(profile);
      expect((await acme.issue(order())).seller).toMatchObject({ name: text, address });
    }
    await store.close();
  });
});
