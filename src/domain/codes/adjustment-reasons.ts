import { codeList } from "./code-list.ts";

/**
 * Whether the reason of an allowance or a discount (EN 16931 BT-98, BT-140) is in UNTDID 5189, such as `95` (discount).
 *
 * @see EN 16931: BR-CL-19, validation artefacts 1.3.16
 */
export const isAllowanceReason = codeList("4:12 6:02345678 7:01 88 95 10:02345");

/**
 * Whether the reason of a charge (EN 16931 BT-105, BT-145) is in UNTDID 7161, such as `FC` (freight).
 *
 * @see EN 16931: BR-CL-20, validation artefacts 1.3.16
 */
export const isChargeReason = codeList(
  "A:AJU AA:ACDEFHISTVYZ AB:ABCDFKLNRSTU AC:FGHIJKLMS AD:CEJKLMNOPQRTWYZ AE:ABCDFHIJKLMNOPSTUVWXYZ C:ADGST " +
    "CA:BDEFIJKLMNOPQRSTUVWXYZ DA:BDCFGHIJKLMNOPQ DL E:GPR FA:ABC F:CHI GAA HAA H:DH IA:AB I:DFRS KO L:1AF LA:AB " +
    "MAE M:IL NAA OA P:ACL PAA PRV RA:BCDF R:EFHV S:AGHMU SA:ADEI TA:BC T:TV V:12 WH XAA YY ZZZ",
);
