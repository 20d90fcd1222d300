import type { SaleKind } from "./sale-kind.ts";
import type { VatNumber } from "./vat-number.ts";
import type { VatSale } from "./vat-sale.ts";
import type { AutomaticTreatment } from "./vat-table.ts";
import type { VatWarning, VatWarningCode } from "./vat-warning.ts";

/** The codes that a sale by itself can give rise to. */
type SaleWarningCode = Exclude<VatWarningCode, "vat_number_unverified" | "exchange_rate_missing">;

/** The detail of a warning that is due; nothing where it is not. */
type Detail = (
  kind: SaleKind,
  treatment: AutomaticTreatment,
  vatNumber: VatNumber | undefined,
  idleVatNumber: VatNumber | undefined,
) => string | undefined | false;

/** When each warning is given, in the order of `VAT_WARNING_CODES`: its detail, or nothing. */
const DETAILS: Record<SaleWarningCode, Detail> = {
  vat_number_of_another_state: ({ vatRegistered, client }, _, vatNumber, idleVatNumber) => {
    const given = vatNumber ?? idleVatNumber;
    if (given === undefined || !vatRegistered || given.country === client.numbersOf) return undefined;
    return `The VAT number begins with ${given.prefix}, but the client is in ${client.name}; check which is right.`;
  },
  vat_number_of_a_consumer: ({ isCompany }, _, vatNumber) =>
    vatNumber !== undefined &&
    isCompany === false &&
    "The client is said to be no company, but has a VAT number; the number decided.",
  vat_number_checksum_failed: (_kind, _, vatNumber) =>
    vatNumber?.checksum === "failed" &&
    `The VAT number ${written(vatNumber)} does not pass its state's check; a digit may be mistyped.`,
  seller_vat_number_missing: ({ sellerHasVatNumber }, treatment) =>
    (treatment === "reverse-charge" || treatment === "intra-community-supply") &&
    !sellerHasVatNumber &&
    "The invoice must show the seller's own VAT number, which is missing or cannot be read (Directive 2006/112/EC, article 226(3)).",
  oss_without_registration: ({ vatRegistered, ossRegistered }) =>
    ossRegistered &&
    !vatRegistered &&
    "The seller is said to use OSS without being registered for VAT; no VAT was charged. Correct the profile.",
  oss_threshold: ({ supply }, treatment) =>
    treatment === "origin" &&
    supply !== "services" &&
    "The seller's own rate is right only while its goods and digital services to consumers of other member states stay " +
      "within EUR 10,000 a year (Directive 2006/112/EC, article 59c); above that, register for OSS.",
  services_to_a_consumer_outside_the_eu: ({ supply, isCompany, sellerInEu, client }, treatment) =>
    treatment === "outside-scope" &&
    sellerInEu &&
    supply === "services" &&
    isCompany === false &&
    `Services to a consumer in ${client.name} are outside the scope only where article 59 lists them; others are taxed ` +
      "where the seller is (Directive 2006/112/EC, article 45). Order with autoVat: false where that is so.",
  digital_services_from_outside_the_eu: (
    { supply, sellerInEu, clientInEu, clientHasVatNumber, isCompany },
    treatment,
  ) =>
    treatment === "outside-scope" &&
    supply === "digital" &&
    !sellerInEu &&
    clientInEu &&
    !clientHasVatNumber &&
    isCompany !== true &&
    "Digital services to consumers in the EU are taxed where the consumer is, wherever the seller is (Directive " +
      "2006/112/EC, article 58); register for OSS.",
  one_vat_territory_outside_the_eu: ({ seller, client }, treatment) =>
    (treatment === "export" || treatment === "outside-scope") &&
    isSwissVatArea(seller.id) &&
    isSwissVatArea(client.id) &&
    "Switzerland and Liechtenstein are one territory under Swiss VAT law, so Swiss VAT may be due; order with " +
      "autoVat: false where it is.",
  regional_rate: ({ seller, client }, treatment) => {
    if (treatment === "domestic" && seller.rateCountry === "PT" && seller.ratesId !== client.ratesId) {
      return (
        "Portugal's regional rate is that of the place of supply: for goods where their transport begins, for services " +
        `to a business where the client is. The rate of ${seller.rateName} was taken; order with autoVat: false for ` +
        `that of ${client.rateName}.`
      );
    }
    if (treatment !== "oss" || client.rateCountry !== "AT" || client.area === undefined) return undefined;
    return (
      `Austria's law grants the rate of ${client.name} to sellers established there (UStG § 10 Abs. 4); order with ` +
      "autoVat: false where its tax office wants the rate of the rest of Austria."
    );
  },
};

const NONE: readonly VatWarning[] = Object.freeze([]);
const CODES = Object.keys(DETAILS) as SaleWarningCode[];

/** What the host should look at about one sale. Frozen, because decisions share it. */
export function saleWarnings({ kind, vatNumber, idleVatNumber }: VatSale): readonly VatWarning[] {
  const warnings: VatWarning[] = [];
  for (const code of CODES) {
    const detail = DETAILS[code](kind, kind.row.treatment, vatNumber, idleVatNumber);
    if (detail) warnings.push(Object.freeze({ code, detail }));
  }
  return warnings.length === 0 ? NONE : Object.freeze(warnings);
}

function isSwissVatArea(territory: string): boolean {
  return territory === "CH" || territory === "LI";
}

function written({ prefix, number }: VatNumber): string {
  return prefix + number;
}
