/**
 * SQL for the largest difference that rounding of doubles can cause between sums of an invoice's payments or credit notes.
 * It depends on the total, because payments and refunds may be much larger than what is left of them. It is less than half
 * of a minor unit of any currency, because amounts have at most fifteen digits.
 */
export function leeway(document: string): string {
  return `(0.00005 + 4e-16 * abs(coalesce(json_extract(${document}, '$.total') + 0, 0)))`;
}
