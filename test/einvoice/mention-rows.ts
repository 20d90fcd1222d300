import type { CompanyProfile, InvoiceOrder } from "faktura";
import { isRefusal } from "faktura";
import { einvoiceGaps } from "faktura/einvoice";
import { verifactuGaps } from "faktura/einvoice/es";
import { fatturaPaGaps, toFatturaPA } from "faktura/einvoice/it";
import { ksefGaps, toKsef } from "faktura/einvoice/pl";
import { printedContent } from "faktura/pdf";
import { expect } from "vitest";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { written } from "./official.ts";

/** What a document shows: to readers in the seller's language and in English, to programs, and to the host. */
export interface Shown {
  readonly page: string;
  readonly english: string;
  readonly ubl: string;
  readonly cii: string;
  /** The file of the seller's state; empty if it has none or if there are gaps. */
  readonly file: string;
  readonly warnings: readonly string[];
  /** The gaps of the format of the state, as `rule field`. */
  readonly gaps: readonly string[];
  /** Why the order was refused, so that there is no document. */
  readonly refusal: string;
}

export interface Scene {
  readonly seller?: Partial<CompanyProfile>;
  readonly order?: Partial<InvoiceOrder>;
}

/** A mention, or a rule of a portal. */
export interface Row {
  readonly what: string;
  readonly source: string;
  readonly has: (shown: Shown) => boolean;
  readonly must: readonly Scene[];
  readonly mustNot: readonly Scene[];
}

/** The files of states that have their own. */
const FILES = {
  ES: { gapsOf: verifactuGaps, write: () => "" }, // its records are a chain
  IT: { gapsOf: fatturaPaGaps, write: toFatturaPA },
  PL: { gapsOf: ksefGaps, write: toKsef },
} as const;

const NOTHING = { page: "", english: "", ubl: "", cii: "", file: "", warnings: [], gaps: [] };

export async function show({ seller = {}, order: changes = {} }: Scene): Promise<Shown> {
  const { acme } = await openBooks(undefined, seller);
  const ordered = acme.issue(order({ clientCountry: seller.country ?? "DE", ...changes }));
  const document = await ordered.catch((error: unknown) => {
    if (isRefusal(error)) return JSON.stringify(error.errors);
    throw error;
  });
  if (typeof document === "string") return { ...NOTHING, refusal: document };
  const profile = seller.country === "FR" ? "ctc-fr" : "factur-x";
  const { gapsOf, write } = FILES[seller.country as keyof typeof FILES] ?? {
    gapsOf: (of: typeof document) => einvoiceGaps(of, { profile }),
    write: () => "",
  };
  const gaps = gapsOf(document).map(({ rule, field }) => `${rule} ${field}`);
  return {
    page: JSON.stringify(await printedContent(document)),
    english: JSON.stringify(await printedContent(document, { language: "en" })),
    ubl: written(document, profile === "factur-x" ? "en16931" : profile, "ubl"),
    cii: written(document, profile, "cii"),
    file: gaps.length === 0 ? write(document) : "",
    warnings: document.warnings.map(({ code }) => code),
    gaps,
    refusal: "",
  };
}

/** Whether all of several things are there that belong together. */
export function together(...facts: readonly boolean[]): boolean {
  if (new Set(facts).size !== 1) throw new Error(`only a part of what belongs together: ${facts.join(", ")}`);
  return facts[0]!;
}

export async function judge({ has, must, mustNot }: Row): Promise<void> {
  for (const scene of must) expect([scene, has(await show(scene))]).toEqual([scene, true]);
  for (const scene of mustNot) expect([scene, has(await show(scene))]).toEqual([scene, false]);
}
