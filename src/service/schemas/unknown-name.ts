import { z } from "zod";
import { nearestName, nearestNameHint } from "../../domain/known-names.ts";
import { hintsOf } from "./hints.ts";
import { isTelling, keyOf, type Meaning, meaningOf } from "./meaning.ts";
import { innermost, objectAt } from "./object-at.ts";

/** Where an unknown name is: the path of its object, and what that object is. */
interface UnknownName {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly path: readonly PropertyKey[];
  /** The object that has the name. */
  readonly given: object;
}

/**
 * What is wrong with an unknown name, after `is not a known field`: what was meant by it, or what to do instead. A name
 * of our own that is misspelt is found by its letters, one of another system by what its words mean.
 */
export function unknownNameHint({ name, schema, path, given }: UnknownName): string {
  const object = objectAt(schema, path);
  if (object === undefined) return "; leave it out";
  const known = Object.keys(object.shape);
  const same = known.find((each) => plain(each) === plain(name));
  if (same !== undefined) return `; did you mean ${same}?`;
  const asked = { name, meaning: meaningOf(name), object, given };
  const here = answerFor(asked);
  if (here !== undefined) return `; ${here}`;
  const near = isMisspelt(asked) ? nearestName(name, known) : undefined;
  if (near !== undefined) return `; did you mean ${near}?`;
  const elsewhere = meantElsewhere(schema, path, asked);
  if (elsewhere !== undefined) return ` here; did you mean ${elsewhere}?`;
  const part = answerForPart(asked);
  if (part !== undefined) return `; ${part}`;
  const isOfTrade = [...asked.meaning.all].some((each) => isTelling(each) && !asked.meaning.unknown.includes(each));
  const step = known.includes("metadata") && !isOfTrade ? "; leave it out, or keep it in metadata" : "; leave it out";
  return nearestNameHint(name, known) || step;
}

/** An unknown name in an object. */
interface Asked {
  readonly name: string;
  readonly meaning: Meaning;
  readonly object: z.ZodObject;
  readonly given: object;
}

/** A name without case, `_` and `-`: `issue_date` is meant as `issueDate` is. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/** Whether a word of the name is neither one of the trade nor one of a field. */
function isMisspelt({ meaning, object }: Asked): boolean {
  const fields = [...namesOf(object).meanings.values()];
  return meaning.unknown.some((word) => !fields.some((all) => all.has(word)));
}

/** What the names of an object mean. */
interface Names {
  /** What needs no saying in this object, as that the name in an order is the client's. */
  readonly about: ReadonlySet<string>;
  /** What each field means. */
  readonly meanings: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields by what they mean. */
  readonly fields: Keyed;
  /** The fields by what they mean beside {@link about}. */
  readonly shorter: Keyed;
  /** What to say about other names, by what they mean. */
  readonly guesses: ReadonlyMap<string, string>;
  /** The same for names that say this and more. */
  readonly parts: readonly (readonly [meanings: readonly string[], answer: string])[];
}

/** Fields by what they mean. */
type Keyed = ReadonlyMap<string, readonly string[]>;

const NAMES = new WeakMap<z.ZodObject, Names>();

function namesOf(object: z.ZodObject): Names {
  const found = NAMES.get(object);
  if (found !== undefined) return found;
  const hints = hintsOf(object);
  const about = meaningOf(hints?.about ?? "").all;
  const meanings = new Map(Object.keys(object.shape).map((field) => [field, meaningOf(field).all]));
  const [fields, shorter] = [0, 1].map((index) => byKey(meanings, (all) => keysOf(all, about)[index])) as [
    Keyed,
    Keyed,
  ];
  const entries = Object.entries(hints?.guesses ?? {}).flatMap(([answer, names]) =>
    names.split(" ").map((name) => ({ all: [...meaningOf(name).all], answer, isPart: name.endsWith("*") })),
  );
  const guesses = new Map(entries.map(({ all, answer }) => [keyOf(all), answer]));
  const parts = entries.flatMap(({ all, answer, isPart }) => (isPart ? [[all, answer] as const] : []));
  const names = { about, meanings, fields, shorter, guesses, parts };
  NAMES.set(object, names);
  return names;
}

function byKey(
  meanings: ReadonlyMap<string, ReadonlySet<string>>,
  keyFor: (all: ReadonlySet<string>) => string | undefined,
): Keyed {
  const fields = new Map<string, string[]>();
  for (const [field, all] of meanings) {
    const key = keyFor(all);
    if (key !== undefined) fields.set(key, [...(fields.get(key) ?? []), field]);
  }
  return fields;
}

/** What a name means, as it is and without what needs no saying. */
function keysOf(meanings: ReadonlySet<string>, about: ReadonlySet<string>): string[] {
  const all = [...meanings].filter((meaning) => meaning !== "cents");
  const rest = all.filter((meaning) => !about.has(meaning));
  return rest.length === 0 || rest.length === all.length ? [keyOf(all)] : [keyOf(all), keyOf(rest)];
}

/** The hint about a name that means the same as a field, or as a name that the hints of the object list. */
function answerFor(asked: Asked): string | undefined {
  const { about, fields, shorter, guesses } = namesOf(asked.object);
  const all = [...asked.meaning.all];
  for (const key of keysOf(asked.meaning.all, about)) {
    const guess = guesses.get(key);
    if (guess !== undefined) return question(guess, asked);
    const meant = fields.get(key) ?? shorter.get(key);
    if (meant !== undefined) return question(listed(missingFirst(meant, asked)), asked);
  }
  return all.length > 0 && all.every((meaning) => about.has(meaning)) ? listOf(all, asked) : undefined;
}

/** The hint about a name that is only partly known. */
function answerForPart(asked: Asked): string | undefined {
  const { about, parts } = namesOf(asked.object);
  const { all } = asked.meaning;
  const part = parts.find(([meanings]) => meanings.every((meaning) => all.has(meaning)));
  if (part !== undefined) return question(part[1], asked);
  const similar = similarNames(asked);
  if (similar.length > 0) return question(listed(similar), asked);
  return listOf(
    [...all].filter((meaning) => about.has(meaning)),
    asked,
  );
}

/** An answer that begins with a field asks whether that is meant. Amounts in cents are usually a hundred times as much. */
function question(answer: string, { name, meaning, object }: Asked): string {
  if (!Object.hasOwn(object.shape, /^\w*/.exec(answer)![0])) return answer;
  const isInCents = meaning.all.has("cents") || /^unit_?amount$/i.test(name);
  return `did you mean ${answer}${isInCents ? ", which is 12.5 for 1250 cents" : ""}?`;
}

/** How many fields are listed. */
const MAX_LISTED = 3;

/** The fields about something, for a name that only says this: those of the client for `customer`. */
function listOf(meanings: readonly string[], asked: Asked): string | undefined {
  const all = [...namesOf(asked.object).meanings];
  const about = all.flatMap(([field, own]) => (meanings.some((each) => own.has(each)) ? [field] : []));
  if (about.length === 0) return undefined;
  const first = missingFirst(about, asked);
  if (about.length <= MAX_LISTED) return `did you mean ${listed(first)}?`;
  return `did you mean ${first.slice(0, MAX_LISTED).join(", ")} or another that begins with ${meanings[0]}?`;
}

/** The required fields that are missing, then the others. */
function missingFirst(fields: readonly string[], { object, given }: Asked): string[] {
  const isMissing = (field: string) =>
    !(object.shape[field] instanceof z.ZodOptional) && (given as Record<string, unknown>)[field] === undefined;
  return [...fields.filter(isMissing), ...fields.filter((field) => !isMissing(field))];
}

/** The fields that share most with what a name means, and of these the ones that mean least beside it. */
function similarNames(asked: Asked): string[] {
  const { about, meanings } = namesOf(asked.object);
  const ranked = missingFirst([...meanings.keys()], asked).flatMap((field) => {
    const all = [...meanings.get(field)!].filter((meaning) => !about.has(meaning));
    const shared = all.filter((meaning) => asked.meaning.all.has(meaning));
    return shared.some(isTelling) ? [{ field, score: shared.length - (all.length - shared.length) / 10 }] : [];
  });
  const best = Math.max(...ranked.map(({ score }) => score));
  return ranked.flatMap(({ field, score }) => (score === best ? [field] : [])).slice(0, MAX_LISTED);
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** The pointer of the field that is meant, around the object at `path` or in one that the whole request has. */
function meantElsewhere(schema: z.ZodType, path: readonly PropertyKey[], asked: Asked): string | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const around = path.slice(0, length);
    const field = fieldFor(asked, objectAt(schema, around));
    if (field !== undefined) return pointerTo([...around, field]);
  }
  const whole = objectAt(schema, []);
  for (const [field, inner] of Object.entries(whole?.shape ?? {})) {
    if (path[0] === field) continue;
    const found = fieldFor(asked, objectAt(schema, [field, 0]), whole);
    if (found !== undefined)
      return pointerTo(innermost(inner) instanceof z.ZodArray ? [field, 0, found] : [field, found]);
  }
  return undefined;
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step)}`).join("");
}

/** The field of another object that a name means; what that object and `within` are about says nothing there. */
function fieldFor({ name, meaning }: Asked, object: z.ZodObject | undefined, within?: z.ZodObject): string | undefined {
  if (object === undefined) return undefined;
  if (Object.hasOwn(object.shape, name)) return name;
  const { about, fields, shorter, guesses } = namesOf(object);
  const all = new Set([...about, ...(within === undefined ? [] : namesOf(within).about)]);
  for (const key of keysOf(meaning.all, all)) {
    const field = (fields.get(key) ?? shorter.get(key))?.[0] ?? /^\w*/.exec(guesses.get(key) ?? "")![0];
    if (Object.hasOwn(object.shape, field)) return field;
  }
  return undefined;
}
