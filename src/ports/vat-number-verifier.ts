/** A VAT number to ask a register about. */
export interface VatNumberInquiry {
  /** The number's prefix, two letters: `EL` for Greece, `XI` for Northern Ireland. */
  readonly prefix: string;
  /** What follows the prefix, without separators. */
  readonly number: string;
  /**
   * The VAT number of who asks, prefix included; registers give evidence of the inquiry only to a taxable person that
   * names itself. Absent, or refused by the register: the answer comes without a consultation number.
   */
  readonly requester?: string | undefined;
}

/**
 * What a register answered. `invalid` is the register's own no, and refuses the order. `unavailable` means that nothing
 * is known: never that the number is invalid.
 */
export type VatNumberVerdict =
  | {
      readonly status: "valid" | "invalid";
      /** The register's own reference of the inquiry, the evidence of having asked; `undefined` where it gave none. */
      readonly consultationNumber: string | undefined;
    }
  | {
      readonly status: "unavailable";
      /** Why, for people: such as the register's own code. */
      readonly detail: string;
    };

/**
 * Asks a register of VAT numbers whether one is in force.
 *
 * - **Guarantee**: an outage, a time-out, a refused inquiry or an answer that is not understood is `unavailable`; it
 *   never rejects for them.
 * - **Condition**: the number is well formed.
 * - **Cost**: a call over the network, seconds at worst, so it is made before the company's sequence is locked.
 */
export interface VatNumberVerifier {
  /** @throws TypeError when the number is not well formed; anything else passes through to who issues as well */
  verify(inquiry: VatNumberInquiry): Promise<VatNumberVerdict>;
}
