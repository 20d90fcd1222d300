import { headOf, ORDER, posted } from "./watched-service.ts";

/** Bytes that no client of good will sends, and the status of each answer to them. Absent: any, or none at all. */
export interface HostileRequest {
  readonly name: string;
  readonly pieces: readonly (string | Uint8Array)[];
  readonly statuses?: readonly number[];
  /** Whether the client hangs up when it has written. */
  readonly leaves?: true;
}

const JSON_TYPE = "Content-Type: application/json";
const LENGTH = `Content-Length: ${ORDER.length}`;
const CHUNKED = "Transfer-Encoding: chunked";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const inChunks = (...headers: readonly string[]) => headOf("POST /invoices", JSON_TYPE, CHUNKED, ...headers);
/** A whole request that issues, to be smuggled in as what follows another's body. */
const HIDDEN = `POST /invoices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer acme\r\n${JSON_TYPE}\r\n${LENGTH}\r\n\r\n${ORDER}`;
const post = (...headers: readonly string[]) => headOf("POST /invoices", JSON_TYPE, ...headers);

/** Requests whose end two readers could see in different places: what follows must not be run as a second request. */
const SMUGGLING: readonly HostileRequest[] = [
  { name: "two lengths", pieces: [post("Content-Length: 0", LENGTH), ORDER], statuses: [400] },
  { name: "a length and chunks", pieces: [inChunks(LENGTH), `0\r\n\r\n${HIDDEN}`], statuses: [400] },
  { name: "chunks and a length", pieces: [post(LENGTH, CHUNKED), `0\r\n\r\n${HIDDEN}`], statuses: [400] },
  { name: "a length of 0 before a request", pieces: [post("Content-Length: 0"), HIDDEN], statuses: [400] },
  { name: "chunks that are not the last coding", pieces: [post(`${CHUNKED}, identity`), ORDER], statuses: [400] },
  { name: "an unknown coding", pieces: [post("Transfer-Encoding: xchunked"), `0\r\n\r\n${HIDDEN}`], statuses: [400] },
  { name: "a blank before the colon", pieces: [post("Transfer-Encoding : chunked"), HIDDEN], statuses: [400] },
  { name: "a folded header", pieces: [post("X: y\r\n Transfer-Encoding: chunked"), HIDDEN], statuses: [400] },
  { name: "a length in hexadecimal", pieces: [post("Content-Length: 0x10"), HIDDEN], statuses: [400] },
  { name: "a negative length", pieces: [post("Content-Length: -1"), HIDDEN], statuses: [400] },
  { name: "a length beyond 2^64", pieces: [post(`Content-Length: ${"9".repeat(30)}`), ORDER], statuses: [400] },
  { name: "a chunk beyond 2^64", pieces: [inChunks(), `${"F".repeat(20)}\r\n${ORDER}`], statuses: [400] },
  { name: "a chunk that is no number", pieces: [inChunks(), `x\r\n${ORDER}\r\n0\r\n\r\n`], statuses: [400] },
  { name: "a chunk that goes on", pieces: [inChunks(), `1\r\n{${HIDDEN}`], statuses: [400] },
  { name: "line breaks without a return", pieces: [post(LENGTH).replaceAll("\r", ""), ORDER], statuses: [400] },
];

const NODE = Number.parseInt(process.versions.node, 10);

const blocks = (size: number) => Array.from({ length: size }, (_, place) => `X-${place}: ${"x".repeat(100)}`);
const names = (count: number) => Array.from({ length: count }, (_, place) => place.toString(36)).join("&");

const HEADS: readonly HostileRequest[] = [
  // Of an over-long head a server may hang up on the rest, and its answer is then lost on the way.
  { name: "headers of 2 MiB", pieces: [headOf("GET /company", ...blocks(20_000))] },
  { name: "an over-long path", pieces: [headOf(`GET /${"x".repeat(2 ** 21)}`)] },
  { name: "five hundred headers", pieces: [headOf("GET /company", ...blocks(500))], statuses: [200] },
  // From Node 22 on, Node itself refuses as many.
  {
    name: "five thousand headers",
    pieces: [headOf("GET /company", ...blocks(5000))],
    statuses: [NODE < 22 ? 200 : 431],
  },
  { name: "an id of half a mebibyte", pieces: [headOf(`GET /invoices/${"%00".repeat(2 ** 18 / 3)}`)], statuses: [404] },
  { name: "slashes", pieces: [headOf(`GET ${"/".repeat(2 ** 19)}`)], statuses: [404] },
  { name: "percent signs", pieces: [headOf(`GET /${"%".repeat(2 ** 19)}`)], statuses: [404] },
  { name: "many query parameters", pieces: [headOf(`GET /invoices?${names(150_000)}`)], statuses: [422] },
  { name: "one parameter many times", pieces: [headOf(`GET /invoices?${"page&".repeat(1e5)}`)], statuses: [422] },
  {
    name: "a key of blanks",
    pieces: [
      `GET /company HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer${" ".repeat(5e5)}x y\r\n\r\n`,
    ],
    statuses: [401],
  },
  { name: "a NUL in a header", pieces: [headOf("GET /company", "X: a\0b")], statuses: [400] },
  { name: "nothing but bytes", pieces: [new Uint8Array(2 ** 16).fill(0x80)], statuses: [400] },
  { name: "TLS", pieces: [Buffer.from("16030100c8010000c40303", "hex")], statuses: [400] },
  { name: "HTTP/2", pieces: ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] },
  { name: "an unknown expectation", pieces: [post(LENGTH, "Expect: wine"), ORDER], statuses: [417] },
  { name: "an upgrade", pieces: [headOf("GET /company", "Upgrade: websocket", "Connection: Upgrade")] },
  { name: "CONNECT", pieces: [headOf("CONNECT localhost:1")] },
];

const TOO_LARGE = 2 ** 21;

const BODIES: readonly HostileRequest[] = [
  {
    name: "one byte at a time",
    pieces: [...Buffer.from(posted(ORDER))].map((byte) => Buffer.of(byte)),
    statuses: [201],
  },
  { name: "one byte a chunk", pieces: [inChunks(), ...[...ORDER].map(chunk), "0\r\n\r\n"], statuses: [201] },
  { name: "a declared body of 2 MiB", pieces: [posted(" ".repeat(TOO_LARGE))], statuses: [413] },
  { name: "chunks of 2 MiB", pieces: [inChunks(), chunk(" ".repeat(TOO_LARGE)), "0\r\n\r\n"], statuses: [413] },
  { name: "a terabyte that is only announced", pieces: [post("Content-Length: 1000000000000"), "{"], leaves: true },
  { name: "a body that stops half-way", pieces: [posted(ORDER).subarray(0, -9)], leaves: true },
  { name: "chunks that stop half-way", pieces: [inChunks(), chunk(ORDER)], leaves: true },
  { name: "a head that stops half-way", pieces: ["POST /invoices HTTP/1.1\r\nHost"], leaves: true },
  { name: "an order whose client leaves", pieces: [posted(ORDER)], leaves: true },
];

/** Everything but what its body makes hostile. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [...SMUGGLING, ...HEADS, ...BODIES];
