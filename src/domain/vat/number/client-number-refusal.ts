import { Refusal } from "../../refusal.ts";
import type { SaleFacts } from "../sale-facts.ts";
import { isTerritoryInEu, vatTerritoryOf } from "../territory/territory.ts";
import type { VatOptions } from "../types.ts";
import { vatNumberForm } from "./form.ts";
import { parseVatNumber, type VatNumber } from "./parse.ts";

const CORRECT = "correct it, or leave it out to charge VAT";

/**
 * The client's VAT number, parsed. Only for sales whose treatment the number decides.
 *
 * @throws Refusal `vat_number_invalid` if the number is malformed, of no member state, from Northern Ireland for
 *   anything but goods, or fails its checksum and the host refuses such numbers
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
    throw vatNumberInvalid(whyNot(parsed?.prefix, vatNumber, country));
  }
  if (failedChecksum === "refuse" && parsed.checksum === "failed") {
    throw vatNumberInvalid(`fails its state's checksum; ${CORRECT}`);
  }
  return parsed;
}

function whyNot(prefix: string | undefined, vatNumber: string, country: string): string {
  if (prefix === "XI") return 'begins with XI, which counts for goods only; set supply to "goods", or leave it out';
  if (prefix === "GB") return `is British; only those of Northern Ireland (XI) count, and only for goods; ${CORRECT}`;
  const form = vatNumberForm(vatNumber.trim().slice(0, 2).toUpperCase()) ?? vatNumberForm(country);
  return `is not a VAT number ${form === undefined ? "of an EU member state" : `with ${form}`}; ${CORRECT}`;
}

/** The refusal of a client's VAT number. `detail` continues "The client's VAT number", such as "is …". */
export function vatNumberInvalid(detail: string): Refusal {
  return new Refusal("vat_number_invalid", `The client's VAT number ${detail}.`, [
    { pointer: "/clientVatNumber", detail },
  ]);
}

/** Whether the number is of a member state. Northern Ireland's numbers count as such for goods, never for services. */
function counts({ country, prefix }: VatNumber, { client, on, supply }: SaleFacts, clientInEu: boolean): boolean {
  if (prefix === "XI") return isTerritoryInEu(vatTerritoryOf(country, "BT1"), on, supply);
  // Nearly all numbers are from the client's own state, which has been looked up already.
  if (country === client.id && client.area === undefined) return clientInEu;
  return isTerritoryInEu(vatTerritoryOf(country), on, supply);
}
