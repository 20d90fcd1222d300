import type { VatNumberInquiry, VatNumberVerdict, VatNumberVerifier } from "../ports/vat-number-verifier.ts";

/**
 * A verifier whose equal inquiries, while one is under way, are that one: a burst of orders for one client asks its
 * register once, and two orders under one idempotency key get one verdict.
 */
export function shareInquiries(verifier: VatNumberVerifier): VatNumberVerifier {
  const underWay = new Map<string, Promise<VatNumberVerdict>>();
  return {
    verify(inquiry: VatNumberInquiry) {
      const { prefix, number, requester = "" } = inquiry;
      const same = `${prefix}${number} ${requester}`;
      const asked = underWay.get(same) ?? ask(inquiry).finally(() => underWay.delete(same));
      underWay.set(same, asked);
      return asked;
    },
  };

  // Asynchronous, so that a verifier that throws at once is told like one that rejects.
  async function ask(inquiry: VatNumberInquiry): Promise<VatNumberVerdict> {
    return requireVerdict(await verifier.verify(inquiry));
  }
}

/** A verdict that is misread would issue what cannot be taken back, and its text is kept on the invoice for ever. */
function requireVerdict(verdict: VatNumberVerdict): VatNumberVerdict {
  const status = verdict?.status;
  if (status === "unavailable") {
    if (isText(verdict.detail, 1000)) return { status, detail: verdict.detail };
    throw new TypeError("a verifier that answers unavailable must say why: detail, a text of 1 to 1,000 characters");
  }
  if (status !== "valid" && status !== "invalid") {
    throw new TypeError("a verifier must answer with the status valid, invalid or unavailable");
  }
  const { consultationNumber } = verdict;
  if (consultationNumber === undefined || isText(consultationNumber, 100)) return { status, consultationNumber };
  throw new TypeError("consultationNumber is a text of 1 to 100 characters, or undefined where there is none");
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === "string" && /\S/.test(value) && value.length <= maxLength && isStorable(value);
}

/** Well-formed Unicode without NUL, which every store keeps as it is. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
