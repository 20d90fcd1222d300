import { requireClientVatNumber } from "./client-vat-number.ts";
import { type SaleKind, saleKindOf } from "./sale-kind.ts";
import { requireVatArguments } from "./vat-arguments.ts";
import type { VatClient, VatCompany, VatOptions } from "./vat-decision.ts";
import { parseVatNumber, type VatNumber } from "./vat-number.ts";

/** A sale that is read: all that a decision is made from, but the rates. */
export interface VatSale {
  /** What it shares with others. */
  readonly kind: SaleKind;
  /** The client's, where it decides; `undefined` where there is none or none would change anything. */
  readonly vatNumber: VatNumber | undefined;
  /** The client's, by its own prefix, where it decides nothing; `undefined` where it cannot be read. */
  readonly idleVatNumber: VatNumber | undefined;
}

/**
 * Places the parties, finds the row of the table, and reads the client's VAT number where it decides.
 *
 * @throws Refusal `request_invalid`, `vat_number_invalid`
 */
export function readSale(company: VatCompany, client: VatClient, options: VatOptions): VatSale {
  requireVatArguments(company, client, options);
  const kind = saleKindOf(company, client, options);
  if (client.vatNumber === undefined) return { kind, vatNumber: undefined, idleVatNumber: undefined };
  // A number that cannot change the treatment is refused by nobody; it is only looked at.
  if (!kind.numberDecides) return { kind, vatNumber: undefined, idleVatNumber: parseVatNumber(client.vatNumber) };
  const vatNumber = requireClientVatNumber(client.vatNumber, client.country, kind, options.failedChecksum);
  return { kind, vatNumber, idleVatNumber: undefined };
}
