import type { Reply } from "./answer.ts";
import { type Fault, transportFault } from "./fault.ts";
import type { ViesQuestion } from "./question.ts";
import type { ViesSettings } from "./settings.ts";

/** An answer has some 600 bytes, with a long name and address a few thousand. */
const MAX_ANSWER_BYTES = 65_536;

/** The fault of an attempt that took too long. */
export const TIMED_OUT = transportFault("no answer in time");

/** Asks once and takes the whole reply; never rejects. Nothing of it is left behind, whichever way it ends. */
export async function exchange(
  { endpoint, fetch }: ViesSettings,
  question: ViesQuestion,
  timeoutMs: number,
): Promise<Reply | Fault> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await Promise.race([
      aborted(abort.signal),
      fetch(endpoint, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(question),
        redirect: "manual", // the service has none; what leads elsewhere is not the service
        signal: abort.signal,
      }),
    ]);
    const text = await Promise.race([aborted(abort.signal), readText(response.body)]);
    return { status: response.status, text, retryAfterMs: retryAfterMsOf(response.headers.get("Retry-After")) };
  } catch (error) {
    return abort.signal.aborted ? TIMED_OUT : transportFault("the connection failed", codeOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the abort, for a host's own fetch that does not heed it: nobody waits beyond the time-out. */
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
    if (size > MAX_ANSWER_BYTES) return undefined; // leaving the loop cancels the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Seconds or a date; 0 where it is neither, or past. */
function retryAfterMsOf(header: string | null): number {
  if (header === null) return 0;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return waitMs > 0 ? waitMs : 0;
}

/** Such as `ECONNREFUSED`, which fetch wraps. */
function codeOf(error: unknown): unknown {
  return (error as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
}
