import { codeList } from "./code-list.ts";

/**
 * Whether a list of goods and services (EN 16931 BT-158-1) is in UNTDID 7143, such as `HS` (Harmonised System), `STI` (CPV) or
 * `TST` (UNSPSC).
 *
 * @see EN 16931: BR-CL-13, validation artefacts 1.3.16
 */
export const isClassificationList = codeList(
  "A:ABCDEFGHIJKLMNOPQRSTUVWXYZ B:ABCDEFGHIJKLMNOPQRSTUVWXYZ C:CGLRV D:RW E:CFN EMD FS G:BNS GMN HS I:BNSTZ M:AFNP " +
    "NB ON P:DLOV PPI QS R:CNUY S:AGKNST SR:STUVWXYZ SS:ABCDEFGHIJKLMNOPQRSTUVWXYZ ST:ABCDEFGHIJKLMNOPQRSTUVWXYZ " +
    "SU:ABCDEFGHIJKLM TG TS:NOPQRSTU U:AP V:NPSX ZZZ",
);
