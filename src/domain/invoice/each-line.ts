import { type FieldError, isRefusal, REFUSAL_CODES, Refusal } from "../refusal.ts";
import type { OrderItem } from "./generated/order.ts";

/**
 * What `decide` gives for each line.
 *
 * @throws Refusal the first of `REFUSAL_CODES` that `decide` throws; if it is about fields of lines, it names all of them
 */
export function eachLine<Result>(
  items: readonly OrderItem[],
  decide: (item: OrderItem, index: number) => Result,
): Result[] {
  const refusals: { readonly refusal: Refusal; readonly errors: readonly FieldError[]; readonly index: number }[] = [];
  const results = items.flatMap((item, index) => {
    try {
      return [decide(item, index)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push({ refusal: error, errors: error.errors.map((each) => ofLine(item, index, each)), index });
      return [];
    }
  });
  if (refusals.length === 0) return results;
  const code = REFUSAL_CODES.find((each) => refusals.some(({ refusal }) => refusal.code === each))!;
  const alike = refusals.filter(({ refusal }) => refusal.code === code);
  const [first] = alike as [(typeof alike)[number]];
  if (first.errors.every((error, at) => error === first.refusal.errors[at])) throw first.refusal;
  const errors = alike.flatMap((each) => each.errors);
  const message = `Line ${first.index + 1}: ${first.refusal.message}`;
  throw new Refusal(code, errors.length === 1 ? message : `${message} ${errors.length - 1} more in errors.`, errors);
}

/** The error of a line as one of the order, if the line itself states the field. */
function ofLine(item: OrderItem, index: number, error: FieldError): FieldError {
  const field = "pointer" in error ? error.pointer.split("/")[1]! : "";
  return "pointer" in error && Object.hasOwn(item, field)
    ? { ...error, pointer: `/items/${index}${error.pointer}` }
    : error;
}
