import { parseReturnPeriod, type ReturnPeriod } from "../../return-period.ts";
import { monthOfYearText } from "../texts/format.ts";
import { texts } from "../texts/language.ts";

export { daysOf, laterPeriod, parseReturnPeriod, periodsWith, type ReturnPeriod } from "../../return-period.ts";

/** Its name, for people. */
export function returnPeriodText(period: ReturnPeriod): string {
  const [year, part] = (parseReturnPeriod(period) ?? "").split("-");
  if (part === undefined) return year!;
  return part.startsWith("Q") ? texts.returns.quarter(Number(part.slice(1)), Number(year)) : monthOfYearText(period);
}
