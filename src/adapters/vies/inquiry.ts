import { setTimeout as sleep } from "node:timers/promises";
import type { VatNumberInquiry, VatNumberVerdict } from "../../ports/vat-number-verifier.ts";
import { readReply } from "./answer.ts";
import { exchange, TIMED_OUT } from "./exchange.ts";
import { type Fault, finalFault } from "./fault.ts";
import { isServed, requireQuestion, type ViesQuestion, withoutRequester } from "./question.ts";
import type { ViesSettings } from "./settings.ts";

/** Asks until there is a verdict, asking again is no use, or the attempts or the time are used up. */
export async function verify(settings: ViesSettings, inquiry: VatNumberInquiry): Promise<VatNumberVerdict> {
  let question = requireQuestion(inquiry);
  if (!isServed(question)) return unavailable("VIES: British numbers are not in it, except Northern Ireland's (XI)");
  const endsAt = performance.now() + settings.deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask(settings, question, endsAt - performance.now());
    if ("status" in outcome) return outcome;
    if (outcome.next === "ask-without-requester" && question.requesterNumber !== undefined) {
      question = withoutRequester(question);
      attempt -= 1; // the same attempt: VIES is at work, it only does not want the one who asks
      continue;
    }
    const waitMs = Math.max(backoffOf(settings, attempt), outcome.retryAfterMs);
    const isLast = outcome.next !== "ask-again" || attempt >= settings.attempts;
    if (isLast || waitMs >= endsAt - performance.now()) return unavailable(outcome.detail);
    await sleep(waitMs);
  }
}

async function ask(settings: ViesSettings, question: ViesQuestion, leftMs: number): Promise<VatNumberVerdict | Fault> {
  const reply = await exchange(settings, question, Math.min(settings.timeoutMs, leftMs));
  if (!("next" in reply)) return readReply(reply, question);
  // Timers may be a little early, so the clock alone would leave time for an attempt that has none.
  return reply === TIMED_OUT && leftMs <= settings.timeoutMs ? finalFault("no answer before the deadline") : reply;
}

/** Half of it is chance, so that servers which failed together do not all come back together. */
function backoffOf({ backoffMs }: ViesSettings, attempt: number): number {
  return backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function unavailable(detail: string): VatNumberVerdict {
  return { status: "unavailable", detail };
}
