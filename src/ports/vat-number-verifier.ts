/** A VAT number to ask a register about. */
export interface VatNumberInquiry {
  /** The number's prefix, two letters: `EL` for Greece, `XI` for Northern Ireland. */
  readonly prefix: string;
  /** The part after the prefix, without separators. */
  readonly number: string;
  /**
   * The requester's own VAT number, with its prefix. Registers give evidence of the inquiry only to taxable persons who
   * identify themselves. If it is absent or the register refuses it, the answer has no consultation number.
   */
  readonly requester?: string | undefined;
}

/**
 * The answer of a register. `invalid` is the register's own answer, and the order is refused. `unavailable` means that
 * nothing is known about the number, never that it is invalid.
 */
export type VatNumberVerdict =
  | {
      /** Whether the number is in force. */
      readonly status: "valid" | "invalid";
      /** The register's reference for the inquiry, which is evidence of it; `undefined` if it gave none. */
      readonly consultationNumber: string | undefined;
    }
  | {
      /** The register did not say. */
      readonly status: "unavailable";
      /** The reason, for people, such as the register's own code. */
      readonly detail: string;
    };

/** What `verify` receives in addition to the inquiry. */
export interface VerifyOptions {
  /** Aborted if the invoicing closes and cannot wait any longer. Absent: nobody ends the inquiry. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a register of VAT numbers whether one is in force.
 *
 * - **Guarantee**: it never rejects because of an outage, a time-out, a refused inquiry or an answer that it does not
 *   understand. In those cases it returns `unavailable`.
 * - **Condition**: the number is well formed.
 * - **Cost**: a network call, which may take seconds, so it is made before the company's sequence is locked.
 */
export interface VatNumberVerifier {
  /** @throws TypeError if the number is not well formed. `issue` rejects with any error thrown here */
  /** Asks the register whether the number is in force. */
  verify(inquiry: VatNumberInquiry, options?: VerifyOptions): Promise<VatNumberVerdict>;
}
