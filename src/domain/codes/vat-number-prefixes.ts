import { codeList } from "./code-list.ts";

/**
 * Whether a VAT number may begin with these two characters in an electronic invoice: the codes of countries in ISO 3166-1,
 * `EL` (Greece), `XI` (Northern Ireland) and `1A` (Kosovo).
 *
 * @see EN 16931: BR-CO-09, validation artefacts 1.3.16
 */
export const isVatNumberPrefix = codeList(
  "1:A A:DEFGILMOQRSTUWXZ B:ABDEFGHIJLMNOQRSTVWYZ C:ACDFGHIKLMNORUVWXYZ D:EJKMOZ E:CEGHLRST F:IJKMOR " +
    "G:ABDEFGHILMNPQRSTUWY H:KMNRTU I:DELMNOQRST J:EMOP K:EGHIMNPRWYZ L:ABCIKRSTUVY M:ACDEFGHKLMNOPQRSTUVWXYZ " +
    "N:ACEFGILOPRUZ O:M P:AEFGHKLMNRSTWY Q:A R:EOSUW S:ABCDEGHIJKLMNORTVXYZ T:CDFGHJKLMNORTVWZ U:AGMSYZ V:ACEGINU " +
    "W:FS X:I Y:ET Z:AMW",
);
