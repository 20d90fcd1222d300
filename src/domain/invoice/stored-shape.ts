import { type CalendarDay, isCalendarDay } from "../calendar.ts";
import { TAX_POINT_CODES } from "../codes/tax-point-codes.ts";
import { PRICES } from "../money/totals-input.ts";
import { VAT_CATEGORIES } from "../vat/category.ts";
import { SUPPLIES } from "../vat/vat-table.ts";
import { CREDIT_NOTE_TYPES, CREDITED_BY, DOCUMENT_TYPES } from "./document-types.ts";

/**
 * The fields of a stored record by their kind, separated by spaces. A kind is one of {@link KINDS} or the name of another
 * record. With `[]` it is a list, and with `?` the fields are optional.
 */
export type StoredShape = Readonly<Record<string, string>>;

/** Something in a stored text that is missing or has another type than the library writes. */
export interface StoredFault {
  /** JSON Pointer (RFC 6901) into the text, such as `/items/0/netAmount`; `""` is the whole text. */
  readonly pointer: string;
  /** The end of a sentence that begins with the field, such as `must be a number`. */
  readonly detail: string;
}

/** A JSON object. Its members may be anything. */
export type StoredObject = Readonly<Record<string, unknown>>;

interface Kind {
  readonly isValid: (value: unknown) => boolean;
  readonly detail: string;
}

function oneOf(values: readonly unknown[]): Kind {
  const known = new Set(values);
  return { isValid: (value) => known.has(value), detail: `must be one of ${values.join(", ")}` };
}

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** The kinds of values that are not records. */
const KINDS: Readonly<Record<string, Kind>> = {
  string: { isValid: isString, detail: "must be a string" },
  "string|null": { isValid: (value) => value === null || isString(value), detail: "must be a string or null" },
  number: { isValid: isNumber, detail: "must be a number" },
  positive: { isValid: (value) => isNumber(value) && value > 0, detail: "must be a number above 0" },
  whole: { isValid: Number.isSafeInteger, detail: "must be a whole number" },
  boolean: { isValid: (value) => typeof value === "boolean", detail: "must be true or false" },
  day: { isValid: (value) => isCalendarDay(value as CalendarDay), detail: "must be a calendar day (YYYY-MM-DD)" },
  version: oneOf([1]),
  supply: oneOf(SUPPLIES),
  prices: oneOf(PRICES),
  vatCategory: oneOf(VAT_CATEGORIES),
  documentType: oneOf(DOCUMENT_TYPES),
  creditNoteType: oneOf(CREDIT_NOTE_TYPES),
  taxPointCode: oneOf(TAX_POINT_CODES),
  creditedBy: oneOf(CREDITED_BY),
  warning: {
    isValid: (value) => isObject(value) && isString(value["code"]) && isString(value["detail"]),
    detail: "must be a warning with a code and a detail",
  },
  metadata: {
    isValid: (value) => isObject(value) && Object.values(value).every(isString),
    detail: "must be an object of strings",
  },
};

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is StoredObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MOST_NAMED = 5;

/** The faults of a stored text, for people: the first of them, and how many more there are. */
export function describeFaults(faults: readonly StoredFault[]): string {
  const named = faults.slice(0, MOST_NAMED).map(({ pointer, detail }) => `${pointer || "it"} ${detail}`);
  const more = faults.length - named.length;
  return named.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** Checks values of one kind or shape. Most values are sound, so this is checked first. */
interface Check {
  readonly isSound: (value: unknown) => boolean;
  /** Returns a faulty value without its faulty optional fields, and adds its faults. `pointer` is the value's own. */
  readonly repair: (value: unknown, pointer: string, faults: StoredFault[]) => unknown;
}

interface StoredField {
  readonly check: Check;
  readonly isOptional: boolean;
}

/**
 * Checks records of these shapes, which may contain each other. Returns the record without its faulty optional fields,
 * at any depth, and all of its faults. Required fields stay as they are. A record without faults is not copied.
 */
export function shapeChecker<Name extends string>(shapes: Readonly<Record<Name, StoredShape>>) {
  const checks = new Map<string, Check>();

  /** Shapes are prepared when they are first needed. */
  function checkOf(name: string): Check {
    const known = checks.get(name);
    if (known !== undefined) return known;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    const check = kind === undefined ? recordCheck(fieldsOf(shapes[name as Name])) : valueCheck(kind);
    checks.set(name, check);
    return check;
  }

  function fieldsOf(shape: StoredShape): ReadonlyMap<string, StoredField> {
    const fields = Object.entries(shape).flatMap(([kind, names]) => {
      const [, name, list, optional] = /^(.+?)(\[\])?(\?)?$/.exec(kind)!;
      const check = list === undefined ? checkOf(name!) : listCheck(checkOf(name!));
      return names.split(" ").map((each) => [each, { check, isOptional: optional !== undefined }] as const);
    });
    return new Map(fields);
  }

  return (name: Name, record: StoredObject) => {
    const { isSound, repair } = checkOf(name);
    const faults: StoredFault[] = [];
    return { record: isSound(record) ? record : (repair(record, "", faults) as StoredObject), faults };
  };
}

function valueCheck({ isValid, detail }: Kind): Check {
  return { isSound: isValid, repair: (value, pointer, faults) => withFault(value, { pointer, detail }, faults) };
}

function listCheck(member: Check): Check {
  return {
    isSound: (value) => Array.isArray(value) && value.every(member.isSound),
    repair(value, pointer, faults) {
      if (!Array.isArray(value)) return withFault(value, { pointer, detail: "must be an array" }, faults);
      return value.map((each, index) =>
        member.isSound(each) ? each : member.repair(each, `${pointer}/${index}`, faults),
      );
    },
  };
}

function recordCheck(fields: ReadonlyMap<string, StoredField>): Check {
  const required = [...fields].filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    isSound(value) {
      if (!isObject(value)) return false;
      let present = 0;
      // Most documents have only a few of the fields, so this iterates over those that exist.
      for (const name in value) {
        const field = fields.get(name);
        if (field === undefined) continue;
        if (!field.check.isSound(value[name])) return false;
        if (!field.isOptional) present += 1;
      }
      return present === required.length;
    },
    repair(value, pointer, faults) {
      if (!isObject(value)) return withFault(value, { pointer, detail: "must be an object" }, faults);
      const record: Record<string, unknown> = { ...value };
      for (const [name, { check, isOptional }] of fields) {
        const own = `${pointer}/${name}`;
        if (value[name] === undefined) {
          if (!isOptional) faults.push({ pointer: own, detail: "is missing" });
        } else if (!check.isSound(value[name])) {
          const before = faults.length;
          record[name] = check.repair(value[name], own, faults);
          if (isOptional && faults[before]?.pointer === own) delete record[name];
        }
      }
      return record;
    },
  };
}

function withFault(value: unknown, fault: StoredFault, faults: StoredFault[]): unknown {
  faults.push(fault);
  return value;
}
