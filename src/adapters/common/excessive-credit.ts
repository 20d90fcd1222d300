/** Why a store refuses what a credit note takes off an invoice. */
export const EXCESSIVE_CREDIT = "credit notes must not exceed their invoice, nor credit a cancelled one";
