import { type FieldError, isRefusal, REFUSAL_CODES, Refusal } from "../../refusal.ts";
import type { InvoiceOrder } from "../generated/order.ts";
import { nameOfPart, type OrderPart, orderParts, pointerOfPart } from "./order-parts.ts";

/**
 * What `decide` gives for each part of an order: see {@link orderParts}.
 *
 * @throws Refusal the first of `REFUSAL_CODES` that `decide` throws; if it is about fields of parts, it names all of them
 */
export function eachPart<Result>(order: InvoiceOrder, decide: (part: OrderPart, index: number) => Result): Result[] {
  const refusals: { readonly refusal: Refusal; readonly errors: readonly FieldError[]; readonly part: OrderPart }[] =
    [];
  const results = orderParts(order).flatMap((part, index) => {
    try {
      return [decide(part, index)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push({ refusal: error, errors: error.errors.map((each) => ofPart(order, part, each)), part });
      return [];
    }
  });
  if (refusals.length === 0) return results;
  const code = REFUSAL_CODES.find((each) => refusals.some(({ refusal }) => refusal.code === each))!;
  const alike = refusals.filter(({ refusal }) => refusal.code === code);
  const [first] = alike as [(typeof alike)[number]];
  if (first.errors.every((error, at) => error === first.refusal.errors[at])) throw first.refusal;
  const errors = alike.flatMap((each) => each.errors);
  const message = `${nameOfPart(order, first.part)}: ${first.refusal.message}`;
  throw new Refusal(code, errors.length === 1 ? message : `${message} ${errors.length - 1} more in errors.`, errors);
}

/** The error of a part as one of the order, if the part itself states the field. */
function ofPart(order: InvoiceOrder, part: OrderPart, error: FieldError): FieldError {
  const field = "pointer" in error ? error.pointer.split("/")[1]! : "";
  return "pointer" in error && Object.hasOwn(part, field)
    ? { ...error, pointer: `${pointerOfPart(order, part)}${error.pointer}` }
    : error;
}
