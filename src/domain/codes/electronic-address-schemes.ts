import { codeList } from "./code-list.ts";

/**
 * Whether a scheme of electronic addresses (EN 16931 BT-34-1, BT-49-1) is in the list EAS, such as `0088` (GLN), `0208`
 * (Belgian enterprise number) or `9930` (German VAT number).
 *
 * @see EN 16931: BR-CL-25, validation artefacts 1.3.16
 */
export const isElectronicAddressScheme = codeList(
  "000:279 003:7 006:0 008:8 009:67 010:6 013:05 014:27 015:148 017:07 018:348 019:012345689 020:01234589 " +
    "021:012356789 022:015 023:05 024:024568 991:034589 992:023456789 993:0123456789 994:0123456789 995:012379 A:NQSU " +
    "E:M",
);
