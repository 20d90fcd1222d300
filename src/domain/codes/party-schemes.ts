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

/**
 * Whether a scheme of registration numbers (EN 16931 BT-30-1, BT-47-1) is in ISO 6523's list ICD, such as `0002` (French
 * SIREN), `0060` (DUNS) or `0208` (Belgian enterprise number).
 *
 * @see EN 16931: BR-CL-11, validation artefacts 1.3.16
 */
export const isIdentifierScheme = codeList(
  "000:23456789 001:0123456789 002:0123456789 003:0123456789 004:0123456789 005:0123456789 006:0123456789 " +
    "007:0123456789 008:0123456789 009:013456789 010:012456789 011:0123456789 012:0123456789 013:0123456789 " +
    "014:0123456789 015:0123456789 016:0123456789 017:0123456789 018:03456789 019:0123456789 020:0123456789 " +
    "021:0123456789 022:0123456789 023:0123456789 024:012345678",
);
