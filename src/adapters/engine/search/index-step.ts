import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvoiceDocument } from "../../../domain/invoice/generated/invoice.ts";
import { parseInvoice } from "../../../domain/invoice/stored-document.ts";
import { foldCase } from "../../../domain/letter-case.ts";
import { hasDigit, hasLetterOrDigit, searchedWords } from "../../../domain/search.ts";
import {
  type AppendStep,
  BLOCK_SIZE,
  FIRST_OFFSET,
  type IssuedDocument,
  type SearchDialect,
  type SearchEntry,
  type SearchStep,
  type TermKind,
} from "./dialect.ts";

/** The most invoices of a step. */
const STEP_SIZE = 2048;

/** In how many invoices of a step a word with digits is, such as the number of an article, to be kept as a word. */
const OFTEN = 4;

/** How many documents are read at once. More would block the event loop, because SQLite is read synchronously. */
export const READ_TOGETHER = 256;

/** A search leaves it to a later one to index fewer invoices than these, and scans them. */
export const LEAST_BEHIND = 256;

/**
 * Indexes the company's oldest invoices that are not indexed yet, in one block, and returns how many. Returns 0 if there
 * are fewer than `least`.
 */
export async function indexStep(
  dialect: Pick<SearchDialect, "head" | "documents">,
  append: AppendStep,
  least = 1,
): Promise<number> {
  const { blocks, last } = await dialect.head();
  const head = blocks.at(-1);
  const through = head?.through ?? 0;
  if (last - through < least) return 0;
  const gathered = new Gathered();
  for (let after = through; ; ) {
    const range = { after, before: Number.MAX_SAFE_INTEGER, limit: READ_TOGETHER, isNewestFirst: false };
    const rows = await dialect.documents(range);
    const isWhole = rows.every((row) => gathered.add(row));
    if (!isWhole || rows.length < READ_TOGETHER || gathered.size >= STEP_SIZE) break;
    after = rows.at(-1)!.counter;
    await nextTurn();
  }
  if (gathered.size === 0) return 0;
  const isAppended = await append(gathered.step(head?.block === gathered.block ? through : undefined));
  if (isAppended) return gathered.size;
  // If nobody has indexed it meanwhile, somebody has changed the index by hand, and searches scan the rest.
  const isMoved = ((await dialect.head()).blocks.at(-1)?.through ?? 0) > through;
  return isMoved ? indexStep(dialect, append, least) : 0;
}

/** The offsets of each text. */
type Offsets = Map<string, string>;

/** The entries of some invoices of one block. */
class Gathered {
  block: number | undefined;
  size = 0;
  readonly #days: string[] = [];
  readonly #offsets: Readonly<Record<TermKind | "number", Offsets>> = {
    client: new Map(),
    word: new Map(),
    number: new Map(),
    amount: new Map(),
  };
  #through = 0;

  /** Returns `false`, and adds nothing, if the invoice is in another block than the first one. */
  add({ counter, issueDate, document: text }: IssuedDocument): boolean {
    this.block ??= blockOf(counter);
    if (blockOf(counter) !== this.block) return false;
    const offset = String.fromCharCode(FIRST_OFFSET + (counter % BLOCK_SIZE));
    const { client, word, number, amount } = this.#offsets;
    const document = parseInvoice(text);
    const name = foldedClient(document);
    if (name !== "") addTo(client, name, offset);
    const { words, amounts } = searchedWords(document);
    for (const each of words) {
      if (hasDigit(each)) addTo(number, each, offset);
      for (const part of each.split(/\p{Nd}+/u)) if (hasLetterOrDigit(part)) addTo(word, part, offset);
    }
    for (const each of amounts) addTo(amount, each, offset);
    this.#days.push(issueDate);
    this.#through = counter;
    this.size += 1;
    return true;
  }

  step(after: number | undefined): SearchStep {
    const { client, word, number, amount } = this.#offsets;
    for (const [text, offsets] of number) {
      if (offsets.length < OFTEN) continue;
      for (const offset of offsets) addTo(word, text, offset);
      number.delete(text);
    }
    const days = this.#days.toSorted();
    return {
      ...{ block: this.block!, through: this.#through, firstDay: days[0]!, lastDay: days.at(-1)!, after },
      entries: [...entriesOf("amount", grouped(amount)), ...entriesOf("client", client), ...entriesOf("word", word)],
      text: textOf(number),
    };
  }
}

/** The most characters of a name that a list by client asks for. Other writers' names may be longer than a key may be. */
const NAME_LENGTH = 200;

/** The client's name as lists by client compare it; empty if a writer has inserted the document without it. */
export function foldedClient({ clientName }: Partial<InvoiceDocument>): string {
  if (typeof clientName !== "string") return "";
  return foldCase(clientName.length > NAME_LENGTH ? [...clientName].slice(0, NAME_LENGTH).join("") : clientName);
}

export function blockOf(counter: number): number {
  return Math.floor(counter / BLOCK_SIZE);
}

/** Into how many groups amounts are divided, so that a search reads few of them. Nearly each invoice has an amount of its own. */
const AMOUNT_GROUPS = 256;

/** The group of an amount: a term that is no prefix of another one. */
export function amountGroup(amount: string): string {
  let hash = 0;
  for (let place = 0; place < amount.length; place += 1) hash = (hash * 31 + amount.charCodeAt(place)) % AMOUNT_GROUPS;
  return String(hash).padStart(3, "0");
}

/** What comes before the offsets of an amount in the text of its group. */
export function amountMark(amount: string): string {
  return `\n${amount}=`;
}

function grouped(amounts: Offsets): Offsets {
  const groups: Offsets = new Map();
  for (const [amount, offsets] of amounts) {
    const group = amountGroup(amount);
    groups.set(group, `${groups.get(group) ?? ""}${amountMark(amount)}${offsets}`);
  }
  return groups;
}

/** A line for each word, with the offsets of its invoices behind it, after an empty one. */
function textOf(words: Offsets): string {
  let text = "\n";
  for (const [word, offsets] of words) text += `${word}${offsets}\n`;
  return text;
}

/** A word may be twice in one invoice, because two words may have the same part between their digits. */
function addTo(found: Offsets, text: string, offset: string): void {
  const before = found.get(text);
  if (before?.endsWith(offset)) return;
  found.set(text, before === undefined ? offset : before + offset);
}

function entriesOf(kind: TermKind, found: Offsets): SearchEntry[] {
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([term, offsets]) => ({ kind, term, offsets }));
}
