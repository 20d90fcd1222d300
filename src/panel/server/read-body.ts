import type { MiddlewareHandler } from "hono";

/**
 * Reads the body of a call, and refuses one of more than so many bytes. Later code gets a request of Node's own class,
 * because those of adapters between a server and the panel cannot be copied.
 */
export function readBody(most: number): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    const { method, url, headers, body } = raw;
    if (["GET", "HEAD"].includes(method)) return next();
    const bytes = body === null ? new Uint8Array() : await readAtMost(body, most);
    if (bytes === undefined) return context.text("The body is too large.", 413);
    context.req.raw = new Request(url, { method, headers: [...headers], ...(bytes.length > 0 && { body: bytes }) });
    return next();
  };
}

/** The bytes of a stream; `undefined` if there are more than `most`. */
async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(chunks));
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}
