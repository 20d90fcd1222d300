import type { VatCheck } from "../../wire.ts";
import { momentText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

/** The result of looking up a VAT number, with its day and the register's reference. */
export function vatCheckText({ status, checkedAt, consultationNumber }: VatCheck): string {
  const text = texts.vatChecks[status](momentText(checkedAt));
  return consultationNumber === "" ? text : `${text} ${texts.vatChecks.reference(consultationNumber)}`;
}
