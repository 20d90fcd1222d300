import type { TemplateResult } from "lit-html";
import { texts } from "../texts/language.ts";
import { inputField } from "./fields.ts";

const words = texts.newInvoice;

/** The parts of an address, and what the most characters of each are. */
const PARTS = {
  line1: [words.street, 200],
  line2: [words.addressLine2, 200],
  line3: [words.addressLine3, 200],
  postalCode: [words.postalCode, 20],
  city: [words.city, 100],
  region: [words.region, 100],
} as const;

/** The names of the parts of an address. */
export const ADDRESS_PARTS = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

/** The fields of an address below this pointer: what they contain, and how they are called beside other addresses. */
export function addressFields(
  at: string,
  value: (pointer: string) => string | undefined = () => undefined,
  labelOf: (part: string) => string = (part) => part,
): TemplateResult[] {
  return ADDRESS_PARTS.map((part) => {
    const [label, maxLength] = PARTS[part];
    const pointer = `${at}/${part}`;
    return inputField({ pointer, label: labelOf(label), maxLength, value: value(pointer) });
  });
}
