import type { SpanishRecord } from "../../domain/generated/national.ts";
import type { PortalRefusal } from "../../domain/invoice/generated/invoice.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { type EinvoiceDocument, isCreditNote } from "../document.ts";
import type { EinvoiceGap } from "../rules/gap-rule.ts";
import { isSimplified } from "./verifactu-invoice.ts";

/** The portal of the tax agency, as `recordPortalRefusal` names it. */
export const VERIFACTU_PORTAL = "verifactu";

/** What a record that corrects says of the one before. */
export interface RecordMarks {
  /** `Subsanacion`. */
  readonly corrects?: "S" | undefined;
  /** `RechazoPrevio`: whether the record before was refused; `X` if the agency has no record of the document at all. */
  readonly refusedBefore?: "N" | "S" | "X" | undefined;
  /** `SinRegistroPrevio` of a cancellation: the agency has no record of the document. */
  readonly withoutRecord?: "S" | undefined;
}

/** What a code of the tax agency means for the record that it is about. */
type Outcome = "refused" | "absent" | "held" | { readonly step: string };

const CORRECTIVE =
  "is about what the document itself says, which no record can correct. Issue a corrective invoice: credit it, and issue another one";

const NO_CANCELLATION: Outcome = { step: "is no code of a cancellation" };

/**
 * The first row that matches decides. A combination without a row has no code.
 *
 * @see AEAT, list of errors of Veri*factu, of 2026-09
 */
const OUTCOMES: readonly (readonly [codes: RegExp, registration: Outcome, cancellation: Outcome])[] = [
  [/^(?:4\d{3}|35\d\d)$/, ...both("is about the whole message. Correct that, and send the same records again")],
  [/^2004$/, ...both("is about the clock, and needs no correction")],
  // The number and the day identify the record; the amounts are those of the document.
  [/^(?:1104|1105|1112|1130|1133|1152|1287)$/, { step: CORRECTIVE }, "refused"],
  // Amounts; days of the operation; rates of VAT and of the surcharge.
  [/^(?:1140|114[234]|1210|1216|126[67]|200[56])$/, { step: CORRECTIVE }, NO_CANCELLATION],
  [/^(?:1125|1134)$/, { step: CORRECTIVE }, NO_CANCELLATION],
  [/^(?:1124|1127|1132|1135|116[02-9]|1170|1194|123[56]|1277)$/, { step: CORRECTIVE }, NO_CANCELLATION],
  [/^(?:1129|124[13]|1256|1288)$/, ...both("is a fault of the agency's own system. Send the same record again later")],
  [/^(?:1248|1250|1261|127[012]|1285)$/, ...both("is about a query of the agency, not about a record")],
  [/^200\d$/, "held", { step: "means that the cancellation was accepted, and needs no correction" }],
  [/^3000$/, "held", { step: "means that the agency has this cancellation already" }],
  [/^3001$/, ...both("means that the agency has the cancellation of this document already")],
  [/^3002$/, "absent", "absent"],
  [/^300[34]$/, ...both("is about who may change the record. Correct it as the sender, or by the agency's own form")],
  [/^1[12]\d\d$/, "refused", "refused"],
];

function both(step: string): [Outcome, Outcome] {
  return [{ step }, { step }];
}

function outcomeOf({ code, ofCancellation }: PortalRefusal): Outcome {
  const [, registration, cancellation] = OUTCOMES.find(([codes]) => codes.test(code)) ?? [];
  const step = "must be a code of the tax agency for a record, such as 1109 or 2001";
  return (ofCancellation ? cancellation : registration) ?? { step };
}

/**
 * The marks of the record that the last of these refusals needs; `undefined` if it needs none. They are all refusals of a
 * document, or all of its cancellation, oldest first. The record after each is taken as accepted until the next one.
 */
export function marksAfter(refusals: readonly PortalRefusal[]): RecordMarks | undefined {
  let marks: RecordMarks | undefined;
  let isNeeded = false;
  for (const refusal of refusals) {
    const outcome = outcomeOf(refusal);
    isNeeded = typeof outcome === "string";
    if (typeof outcome !== "string") continue;
    marks = refusal.ofCancellation ? cancellationMarks(outcome, marks) : registrationMarks(outcome, marks);
  }
  return isNeeded ? marks : undefined;
}

function registrationMarks(outcome: Outcome, before: RecordMarks | undefined): RecordMarks {
  if (outcome === "held") return { corrects: "S", refusedBefore: "N" };
  const isFirst = before === undefined || before.refusedBefore === "X";
  return { corrects: "S", refusedBefore: outcome === "absent" || isFirst ? "X" : "S" };
}

function cancellationMarks(outcome: Outcome, before: RecordMarks | undefined): RecordMarks {
  return { refusedBefore: "S", withoutRecord: outcome === "absent" ? "S" : before?.withoutRecord };
}

/** A document as its record describes it. What the record says otherwise is in no document. */
export function asRecorded<Document extends EinvoiceDocument>(
  document: Document,
  { clientName = document.clientName, lines = [], ...order }: SpanishRecord = {},
): Document {
  const { national, items } = document;
  const recordedItems = items.map((item, index) => {
    const { line: _, ...stated } = lines.find(({ line }) => line === index + 1) ?? { line: 0 };
    return { ...item, national: { ...item.national, es: { ...item.national?.es, ...stated } } };
  });
  return {
    ...document,
    clientName,
    items: recordedItems,
    national: { ...national, es: { ...national?.es, ...order } },
  };
}

/**
 * The field of a record that contradicts what the page says: whether the invoice is a simplified one, and the client's number.
 *
 * @see Real Decreto 1619/2012, artículos 6(1)(d), 7 and 15(1)
 */
function contradictionOf(document: EinvoiceDocument, record: SpanishRecord = {}): string | undefined {
  if (record.invoiceType !== undefined && isSimplified(asRecorded(document, record)) !== isSimplified(document))
    return "invoiceType";
  const [own, other] = [document.clientVatNumber, record.clientId?.id].map(compact);
  const isOther = own !== undefined && other !== undefined && !own.endsWith(other) && !other.endsWith(own);
  return isOther ? "clientId/id" : undefined;
}

const compact = (number: string | undefined) => number?.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/**
 * Why no record corrects the document, or its cancellation, after this refusal. `gapsOf` are the gaps of the document as the
 * record describes it.
 */
export function correctionFaults(
  document: EinvoiceDocument,
  refusal: PortalRefusal,
  gapsOf: (recorded: EinvoiceDocument) => readonly EinvoiceGap[],
): FieldError[] {
  const outcome = outcomeOf(refusal);
  if (typeof outcome !== "string") return [{ pointer: "/code", detail: outcome.step }];
  const { record, ofCancellation } = refusal;
  if (ofCancellation) {
    const detail = "must be left out, because the record of a cancellation only names the document";
    return record === undefined ? [] : [{ pointer: "/record", detail }];
  }
  const lines = record?.lines ?? [];
  const wrong = lines.findIndex(
    ({ line }, index) => line > document.items.length || lines.findIndex((each) => each.line === line) !== index,
  );
  if (wrong !== -1) {
    const detail = `must be a line of the ${isCreditNote(document) ? "credit note" : "invoice"}, each at most once`;
    return [{ pointer: `/record/lines/${wrong}/line`, detail }];
  }
  const contradiction = contradictionOf(document, record);
  if (contradiction !== undefined) return [{ pointer: `/record/${contradiction}`, detail: CORRECTIVE }];
  return gapsOf(asRecorded(document, record)).map(({ field, detail }) => {
    // The refusal adds the full stop.
    const gap = detail.replace(/\.$/, "");
    return field.includes("national.es")
      ? { pointer: "/record", detail: `does not correct it. ${gap}` }
      : { pointer: "/code", detail: `${CORRECTIVE}. ${gap}` };
  });
}
