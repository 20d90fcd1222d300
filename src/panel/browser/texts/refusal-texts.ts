import type { FieldError, RefusalCode } from "faktura";
import { texts } from "./language.ts";
import { nationalText } from "./national-text.ts";

/** A refusal by the library or a failed call, as far as its text depends on it. */
export interface RefusedCall {
  /** The code of the refusal, or of the panel's own failure. Absent if nothing answered. */
  readonly code?: string | undefined;
  readonly message: string;
  readonly errors: readonly FieldError[];
}

const REFUSALS: Readonly<Record<RefusalCode, string>> = texts.refusals;
const SENTENCES: Readonly<Record<string, string>> = { ...REFUSALS, ...texts.failures };
const NAMES: Readonly<Record<string, string>> = texts.fieldNames;

/** Refusals whose sentence says all that their errors say. */
const WHOLE = [
  "vat_number_invalid",
  "client_country_required",
  "idempotency_key_reused",
  "amount_out_of_range",
  "payment_exceeds_amount_due",
  "credit_exceeds_invoice",
  "refund_exceeds_amount_paid",
  "write_off_refused",
];

/** Why a call failed, in the language of the pages, followed by the fields that are at fault. */
export function problemText({ code = "", message, errors }: RefusedCall): string {
  const named = WHOLE.includes(code) ? [] : errors;
  // Which law wants what instead is said by the refusal itself, in English.
  const detail = code === "write_off_refused" ? message : "";
  return [
    SENTENCES[code] ?? message,
    ...(detail === "" ? [] : [detail]),
    ...named.map((error) => texts.faults.ofNamed(fieldText(pathOf(error)), faultText(error, code))),
  ].join(" ");
}

/** What is wrong with a field, as the end of a sentence that begins with the field. */
export function faultText(error: FieldError, code: string): string {
  if (code === "einvoice_incomplete") return texts.faults.missing;
  const name = pathOf(error).match(/(?:allowances|charges)(?=\/\d+$)|\w+$/)?.[0] ?? "";
  return texts.faults.ofField[name] ?? texts.faults.other(error.detail);
}

/** What is wrong with a field, as a sentence of its own beside it. */
export function faultSentence(error: FieldError, code: string, isEmpty: boolean): string {
  if (code !== "request_invalid" && SENTENCES[code] !== undefined) return SENTENCES[code];
  return `${capitalised(isEmpty ? texts.faults.missing : faultText(error, code))}.`;
}

/** A field in words: "Line 2, unit price" for `/items/1/unitPrice`, "Company profile, IBAN" for `seller.iban`. */
export function fieldText(path: string): string {
  const parts = path.split(/[/.]/).filter((part) => part !== "");
  const national = parts.indexOf("national");
  const words = parts.flatMap((part, index) => {
    if (national !== -1 && index >= national)
      return index === national + 2 ? nationalFieldText(parts.slice(national + 1)) : [];
    if (part === "seller") return texts.faults.profile;
    if (/^\d+$/.test(part)) return isLine(parts, index) ? texts.words.line(Number(part) + 1) : [];
    if (/^(?:items|lines)$/.test(part)) return /^\d+$/.test(parts[index + 1] ?? "") ? [] : texts.faults.lines;
    const name = part.replace("[]", "");
    if (/^(?:items|lines)$/.test(name)) return texts.faults.lines;
    return NAMES[name] ?? name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  });
  return capitalised(words.join(", "));
}

/** Whether a number is that of a line. The form has one of each part of the whole invoice. */
function isLine(parts: readonly string[], index: number): boolean {
  return !/^(?:allowances|charges|withholdings|retentions|disbursements)$/.test(parts[index - 1] ?? "");
}

/** A state's field in words, with the number of its entry if it is in a list. */
function nationalFieldText([state = "", ...rest]: readonly string[]): string {
  const path = rest.map((part) => (/^\d+$/.test(part) ? "#" : part)).join("/");
  const entry = rest.find((part) => /^\d+$/.test(part));
  const { label } = nationalText(state, path);
  return entry === undefined ? label : texts.national.entry(label, String(Number(entry) + 1));
}

function pathOf(error: FieldError): string {
  return "parameter" in error ? error.parameter : error.pointer;
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
