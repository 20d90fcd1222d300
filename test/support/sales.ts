import { determineVat, isRefusal, type Refusal, type VatClient, type VatCompany, type VatOptions } from "faktura/vat";

/** The day of these tests. */
export const TODAY = "2026-11-20";

/** A seller that is registered for VAT but not for OSS and has a VAT number, unless changed. */
export function seller(country: string, changes: Partial<VatCompany> = {}): VatCompany {
  return { country, vatRegistered: true, ossRegistered: false, vatNumber: "DE136695976", ...changes };
}

/** The refusal of {@link determineVat}. Fails if it does not refuse. */
export function refusalOf(company: VatCompany, client: VatClient, options: VatOptions): Refusal {
  try {
    determineVat(company, client, options);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
