import type { ViesAnswer } from "./answer.ts";
import { type Fault, transportFault } from "./fault.ts";
import type { ViesQuestion } from "./question.ts";
import type { ViesSettings } from "./settings.ts";

/** An answer has about 600 bytes, or a few thousand with a long name and address. */
const MAX_ANSWER_BYTES = 65_536;

/** The fault of an attempt that timed out. */
export const TIMED_OUT = transportFault("no answer in time");

/** Sends one request and reads the whole reply. Never rejects, and never leaves a timer or a connection behind. */
export async function exchange(
  { endpoint, fetch }: ViesSettings,
  question: ViesQuestion,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ViesAnswer | Fault> {
  const abort = new AbortController();
  const end = () => abort.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    const response = await Promise.race([
      aborted(abort.signal),
      fetch(endpoint, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(question),
        redirect: "manual", // the service never redirects, so a redirect comes from something else
        signal: abort.signal,
      }),
    ]);
    const text = await Promise.race([aborted(abort.signal), readText(response.body)]);
    return { status: response.status, text, retryAfterMs: retryAfterMsOf(response.headers.get("Retry-After")) };
  } catch (error) {
    return abort.signal.aborted ? TIMED_OUT : transportFault("the connection failed", codeOf(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** Rejects when the signal is aborted, so that the timeout also works with a host's `fetch` that ignores the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return undefined; // returning cancels the stream
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** `Retry-After` as a number of seconds or a date; 0 if it is neither, or in the past. */
function retryAfterMsOf(header: string | null): number {
  if (header === null) return 0;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return waitMs > 0 ? waitMs : 0;
}

/** The code of the error that `fetch` wraps, such as `ECONNREFUSED`. */
function codeOf(error: unknown): unknown {
  return (error as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
}
