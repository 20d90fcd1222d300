import fc from "fast-check";
import { headOf, ORDER } from "./watched-service.ts";

const CHUNKED = "Transfer-Encoding: chunked";
const JSON_TYPE = "Content-Type: application/json";
const LENGTH = `Content-Length: ${ORDER.length}`;
const kept = (line: string, ...headers: string[]) => headOf(line, ...headers).replace("Connection: close\r\n", "");

/** Requests as they should be, alone and one behind the other; the bytes of each are then spoilt. */
const REQUESTS = [
  headOf("GET /company"),
  headOf("GET /invoices?status=SENT&page=1&limit=2&from=2026-01-01"),
  headOf("GET /vat-suggestion?clientCountry=FR&clientVatNumber=FR40303265045"),
  headOf("POST /invoices", JSON_TYPE, LENGTH, "Idempotency-Key: same") + ORDER,
  `${headOf("POST /invoices", JSON_TYPE, CHUNKED)}${ORDER.length.toString(16)}\r\n${ORDER}\r\n0\r\n\r\n`,
  `${headOf("POST /invoices/01980000-0000-7000-8000-000000000000/cancel", JSON_TYPE, "Content-Length: 2")}{}`,
  kept("POST /invoices", JSON_TYPE, LENGTH) + ORDER + headOf("GET /company"),
  kept("GET /company") + headOf("POST /invoices", JSON_TYPE, LENGTH) + ORDER,
];

/** What means something to a reader of HTTP or JSON, at some place or other. */
const TOKENS = [
  ...[
    "\r\n",
    "\n",
    "\r",
    "\r\n\r\n",
    "\0",
    " ",
    "\t",
    ":",
    ",",
    ";",
    "%",
    "%00",
    "?",
    "#",
    "/",
    "//",
    "\\",
    "\xff",
    "\x80",
  ],
  ...["Content-Length: 5\r\n", "Content-Length: 0\r\n", `${CHUNKED}\r\n`, "Transfer-Encoding: gzip, chunked\r\n"],
  ...[
    "0\r\n\r\n",
    "5\r\n",
    "ffffffffffffffff\r\n",
    "GET /company HTTP/1.1\r\n",
    "HTTP/1.0",
    "HTTP/9.9",
    "http://evil/",
  ],
  ...[
    "Expect: 100-continue\r\n",
    "Connection: Upgrade\r\nUpgrade: h2c\r\n",
    "Content-Encoding: gzip\r\n",
    "Trailer: X\r\n",
  ],
  ...[
    '"',
    "{",
    "}",
    "[",
    "]",
    "1e999",
    "-0",
    "null",
    '"__proto__":{},',
    '"taxRate":19,',
    "\\ud800",
    "\\u0000",
    "\xc0\xaf",
  ],
];

const token = fc.oneof(
  fc.constantFrom(...TOKENS),
  fc.string({ unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
  fc
    .tuple(fc.constantFrom("x", " ", "\xff", "[", "%"), fc.constantFrom(100, 5000, 70_000))
    .map(([part, times]) => part.repeat(times)),
);

/** What happens to the bytes at a place, given in thousandths of their length. */
const change = fc.record({
  place: fc.nat({ max: 1000 }),
  removed: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 40 })),
  added: fc.oneof({ weight: 3, arbitrary: token }, fc.constant("")),
});

/** A request that something happened to, in pieces as they are written. Its characters are bytes. */
export const rawRequest: fc.Arbitrary<readonly Uint8Array[]> = fc
  .tuple(
    fc.constantFrom(...REQUESTS),
    fc.array(change, { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat({ max: 1000 }), { maxLength: 3 }),
  )
  .map(([request, changes, cuts]) => {
    let bytes = request;
    for (const { place, removed, added } of changes) {
      const at = Math.floor((place * bytes.length) / 1000);
      bytes = bytes.slice(0, at) + added + bytes.slice(at + removed);
    }
    const ends = [0, ...cuts.map((cut) => Math.floor((cut * bytes.length) / 1000)), bytes.length].sort((a, b) => a - b);
    return ends.slice(1).map((end, index) => Buffer.from(bytes.slice(ends[index], end), "latin1"));
  });
