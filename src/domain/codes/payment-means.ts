import { codeList } from "./code-list.ts";

/**
 * Whether a means of payment (EN 16931 BT-81) is in UNTDID 4461, such as `30` (credit transfer), `58` (SEPA credit
 * transfer), `59` (SEPA direct debit) or `54` (credit card).
 *
 * @see EN 16931: BR-CL-16, validation artefacts 1.3.16
 */
export const isPaymentMeans = codeList(
  ":123456789 1:0123456789 2:0123456789 3:0123456789 4:0123456789 5:0123456789 6:0123456789 7:045678 9:12345678 " +
    "ZZ:Z",
);
