import { type FieldError, Refusal } from "../refusal.ts";
import type { EinvoiceGap } from "./document-format.ts";

/** The refusal of a document with gaps. Its errors name the fields and the rules. */
export function incompleteRefusal(gaps: readonly EinvoiceGap[], specification: string): Refusal {
  const [{ rule, detail }] = gaps as [EinvoiceGap];
  const others = gaps.length > 1 ? ` ${gaps.length - 1} more in errors.` : "";
  return new Refusal(
    "einvoice_incomplete",
    `The document breaks rules of ${specification}. ${rule}: ${detail}${others}`,
    gaps.map(gapError),
  );
}

/** Fields of the order are pointers into the body; those of the profile are not. */
function gapError({ rule, field, detail }: EinvoiceGap): FieldError {
  const text = `${rule}: ${detail}`;
  if (field.startsWith("seller.")) return { parameter: field, detail: text };
  return { pointer: `/${field.replace("[].", "/*/").replaceAll(".", "/")}`, detail: text };
}
