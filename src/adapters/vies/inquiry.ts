import { setTimeout as sleep } from "node:timers/promises";
import type { VatNumberInquiry, VatNumberVerdict, VerifyOptions } from "../../ports/vat-number-verifier.ts";
import { readAnswer } from "./answer.ts";
import { exchange, TIMED_OUT } from "./exchange.ts";
import { type Fault, finalFault } from "./fault.ts";
import { isServed, requireQuestion, type ViesQuestion, withoutRequester } from "./question.ts";
import type { ViesSettings } from "./settings.ts";

/**
 * Asks until there is a verdict, until asking again cannot help, until the attempts or the time run out, or until the
 * signal is aborted.
 */
export async function answerInquiry(
  settings: ViesSettings,
  inquiry: VatNumberInquiry,
  { signal }: VerifyOptions = {},
): Promise<VatNumberVerdict> {
  let question = requireQuestion(inquiry);
  if (!isServed(question))
    return unavailable("VIES: British numbers are not available, except those of Northern Ireland (XI)");
  const endsAt = performance.now() + settings.deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask(settings, question, endsAt - performance.now(), signal);
    if ("status" in outcome) return outcome;
    if (outcome.next === "ask-without-requester" && question.requesterNumber !== undefined) {
      question = withoutRequester(question);
      attempt -= 1; // does not count as an attempt: VIES works and only refuses the requester
      continue;
    }
    const waitMs = Math.max(backoffOf(settings, attempt), outcome.retryAfterMs);
    const isLast = outcome.next !== "ask-again" || attempt >= settings.attempts;
    if (isLast || waitMs >= endsAt - performance.now()) return unavailable(outcome.detail);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) return unavailable("VIES: the inquiry was ended before the next attempt");
  }
}

async function ask(
  settings: ViesSettings,
  question: ViesQuestion,
  leftMs: number,
  signal: AbortSignal | undefined,
): Promise<VatNumberVerdict | Fault> {
  const reply = await exchange(settings, question, Math.min(settings.timeoutMs, leftMs), signal);
  if (!("next" in reply)) return readAnswer(reply, question);
  if (signal?.aborted) return finalFault("the inquiry was ended before the answer");
  // A timer may fire a little early, so do not rely on the clock to notice that the deadline has passed.
  return reply === TIMED_OUT && leftMs <= settings.timeoutMs ? finalFault("no answer before the deadline") : reply;
}

/**
 * The wait before the next attempt. Half of it is random, so that servers that failed together do not retry together.
 */
function backoffOf({ backoffMs }: ViesSettings, attempt: number): number {
  return backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function unavailable(detail: string): VatNumberVerdict {
  return { status: "unavailable", detail };
}
