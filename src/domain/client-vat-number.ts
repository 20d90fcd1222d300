import { Refusal } from "./refusal.ts";
import type { SaleFacts } from "./sale-kind.ts";
import type { VatOptions } from "./vat-decision.ts";
import { parseVatNumber, type VatNumber } from "./vat-number.ts";
import { isTerritoryInEu, vatTerritoryOf } from "./vat-territory.ts";

const CORRECT = "correct it, or leave it out to charge VAT";

/**
 * The VAT number of the client of a sale that it decides.
 *
 * @throws Refusal `vat_number_invalid` when it is not one that counts: malformed, of no member state, of the seller's own
 *   state, Northern Ireland's for anything but goods, or with a failed check where the host refuses those
 */
export function requireClientVatNumber(
  vatNumber: string,
  country: string,
  facts: SaleFacts,
  clientInEu: boolean,
  failedChecksum: VatOptions["failedChecksum"],
): VatNumber {
  const parsed = parseVatNumber(vatNumber, country);
  if (parsed === undefined || !counts(parsed, facts, clientInEu)) {
    throw vatNumberInvalid(whyNot(parsed?.prefix));
  }
  if (parsed.country === facts.seller.id) {
    throw vatNumberInvalid("is a number of the seller's own state, from which no reverse charge follows; leave it out");
  }
  if (failedChecksum === "refuse" && parsed.checksum === "failed") {
    throw vatNumberInvalid(`does not pass its state's check; ${CORRECT}`);
  }
  return parsed;
}

function whyNot(prefix: string | undefined): string {
  if (prefix === "XI") return 'begins with XI, which counts for goods alone; say supply "goods", or leave it out';
  if (prefix === "GB") return `is British, of which only Northern Ireland's count, for goods, as XI; ${CORRECT}`;
  return `is not the VAT number of an EU member state; ${CORRECT}`;
}

/** The refusal of a client's VAT number. `detail` follows the field's name: "is …". */
export function vatNumberInvalid(detail: string): Refusal {
  return new Refusal("vat_number_invalid", `The client's VAT number ${detail}.`, [
    { pointer: "/clientVatNumber", detail },
  ]);
}

/** Northern Ireland's numbers are for the goods that move under EU rules there, never for services. */
function counts({ country, prefix }: VatNumber, { client, on, supply }: SaleFacts, clientInEu: boolean): boolean {
  if (prefix === "XI") return isTerritoryInEu(vatTerritoryOf(country, "BT1"), on, supply);
  // Of the client's own state, as nearly all: that was looked up already.
  if (country === client.id && client.area === undefined) return clientInEu;
  return isTerritoryInEu(vatTerritoryOf(country), on, supply);
}
