import { HttpFault } from "./problem.ts";

/** The largest body that is accepted, in bytes. */
export const MAX_BODY_BYTES = { absent: 2 ** 20, least: 2 ** 10, most: 2 ** 26, unit: "bytes" };

/** How much of a body that is too large is still read and discarded, so that the client receives the response. */
const DISCARDED = 32;

/** Adapters pass `{}` on from a body parser as an empty body. It takes at most this many bytes, with some blanks. */
const EMPTY_OBJECT_BYTES = 5;

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** A mistake in the server: other code read the body before the handler. */
export class BodyReadBeforeError extends TypeError {
  constructor() {
    super(
      "the request's body was read before it reached faktura; mount the handler before the body parser, or use an " +
        "adapter that passes a parsed body on (see the guide on mounting)",
    );
  }
}

/**
 * The request's JSON body, of at most so many bytes; `undefined` if it is empty and `required` is false.
 *
 * @throws HttpFault `unsupported_media_type`, `body_too_large`, `malformed_json`, in this order
 * @throws BodyReadBeforeError if other code has read the body
 */
export async function readJson(
  request: Request,
  { required }: { readonly required: boolean },
  most: number,
): Promise<unknown> {
  if (required) requireJson(request);
  const bytes = await readAtMost(request, most);
  if (!required) {
    if (bytes?.byteLength === 0) return undefined;
    requireJson(request);
  }
  return parseJson(requireWhole(bytes, most));
}

/** The request's body, of at most so many bytes. @throws HttpFault `body_too_large` and BodyReadBeforeError, as {@link readJson} */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  return new Uint8Array(requireWhole(await readAtMost(request, most), most));
}

function requireWhole<Bytes>(bytes: Bytes | undefined, most: number): Bytes {
  if (bytes !== undefined) return bytes;
  throw new HttpFault("body_too_large", `The body is larger than ${most} bytes; send a smaller one.`);
}

function parseJson(bytes: Uint8Array | ArrayBuffer): unknown {
  if (bytes.byteLength === 0) throw new HttpFault("malformed_json", "The body is empty; send a JSON object.");
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch (error) {
    const cause = error instanceof SyntaxError ? error.message : "it contains bytes that are not UTF-8";
    throw new HttpFault("malformed_json", `The body is not valid JSON in UTF-8: ${cause}.`);
  }
}

export function isJson({ headers }: Request): boolean {
  return headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

function requireJson(request: Request): void {
  if (isJson(request)) return;
  throw new HttpFault("unsupported_media_type", "Send the body as JSON, with Content-Type: application/json.", {
    Accept: "application/json",
  });
}

/** The whole body; `undefined` if it is too large. */
async function readAtMost(request: Request, most: number): Promise<Uint8Array | ArrayBuffer | undefined> {
  const declaredLength = Number(request.headers.get("Content-Length") ?? 0);
  if (declaredLength > 0 && declaredLength <= most && !request.headers.has("Transfer-Encoding")) {
    return readDeclared(request, declaredLength, most);
  }
  requireUnread(request);
  if (request.body === null) return declaredLength > most ? undefined : readPassedOn(request, most);
  return readStream(request.body.getReader(), declaredLength, most);
}

function requireUnread(request: Request): void {
  if (request.bodyUsed || request.body?.locked) throw new BodyReadBeforeError();
}

/**
 * A body with a declared length, which the server enforces. Adapters collect such a body for a fraction of the cost of a
 * stream, and some of them create the stream only when `body` is accessed.
 */
async function readDeclared(
  request: Request,
  declaredLength: number,
  most: number,
): Promise<Uint8Array | ArrayBuffer | undefined> {
  if (request.bodyUsed) requireUnread(request);
  let bytes: Uint8Array | ArrayBuffer | undefined;
  try {
    bytes = await request.arrayBuffer();
  } catch {
    // If the body is still unused, other code holds its reader.
    if (!request.bodyUsed) requireUnread(request);
    throw brokenOff();
  }
  if (bytes.byteLength < declaredLength && request.body === null) bytes = await readPassedOn(request, most);
  // Servers report a body that breaks off, and adapters give an empty stream if a parser has read it.
  if (bytes?.byteLength === 0 && declaredLength > EMPTY_OBJECT_BYTES) throw new BodyReadBeforeError();
  return bytes !== undefined && bytes.byteLength > most ? undefined : bytes;
}

async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  declaredLength: number,
  most: number,
): Promise<Uint8Array | undefined> {
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  let tooLarge = declaredLength > most;
  try {
    // The declared length may be missing or wrong, so the received bytes are counted too.
    while (!tooLarge) {
      const { done, value } = await reader.read();
      if (done) return bytes.subarray(0, length);
      tooLarge = length + value.length > most;
      if (!tooLarge) bytes = append(bytes, length, value);
      length += value.length;
    }
  } catch {
    throw brokenOff();
  }
  void discard(reader, DISCARDED * most);
  return undefined;
}

/**
 * Appends a chunk to `bytes`, whose first `length` bytes are used. If there is no room, copies into a buffer of twice
 * the size. One-byte chunks, if kept as they came, would take two hundred times their size.
 */
function append(bytes: Uint8Array, length: number, chunk: Uint8Array): Uint8Array {
  const needed = length + chunk.length;
  let room = bytes;
  if (needed > bytes.length) {
    room = new Uint8Array(length === 0 ? needed : 2 * needed);
    room.set(bytes.subarray(0, length));
  }
  room.set(chunk, length);
  return room;
}

function brokenOff(): HttpFault {
  return new HttpFault("malformed_json", "The body ended before it was complete.");
}

/**
 * Reads and discards the rest of the body, even after the response. Servers reset a connection whose body is cancelled
 * or left unread, and the client would not see the response. Beyond a limit the body is cancelled anyway.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<void> {
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > most) return await reader.cancel();
    }
  } catch {
    // The client hung up, so there is nothing left to read.
  }
}

/** An adapter behind a body parser has no stream left. It passes the parsed body on as text. */
async function readPassedOn(request: Request, most: number): Promise<Uint8Array | undefined> {
  const bytes = new TextEncoder().encode(await request.text());
  return bytes.length > most ? undefined : bytes;
}
