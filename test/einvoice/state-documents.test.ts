/**
 * Goal: the profiles of France, Romania and Croatia write extreme documents too, and are required and warned about as others.
 * Method: an ordinary order of each state, with the most lines, with characters that XML forbids, and incomplete.
 */
import type { CompanyProfile, CreditNote, Invoice, InvoiceOrder } from "faktura";
import { describe, expect, test } from "vitest";
import { NO_NATIONAL_RULES } from "../en16931/rules.ts";
import { openBooks } from "../service/books.ts";
import { describeUnless } from "../support/skipping.ts";
import { gapRules, judge, SYNTAXES, type Syntax, structureOf, written } from "./official.ts";
import { STATE_ORDERS } from "./state-orders.ts";

const STATES = Object.entries(STATE_ORDERS) as [string, (typeof STATE_ORDERS)[keyof typeof STATE_ORDERS]][];

type Changes = (order: InvoiceOrder) => Partial<InvoiceOrder>;
const eachLine = (count: number, changes: (index: number) => object): Changes => {
  return ({ items: [line] }) => ({
    items: Array.from({ length: count }, (_, index) => ({ ...line!, ...changes(index) })),
  });
};

const MOST_LINES = eachLine(999, (index) => ({ unitPrice: index / 100 }));

const EXTREMES: [name: string, Changes][] = [
  [
    "characters that XML forbids",
    eachLine(1, () => ({ description: "\u0001 <&>\"' ]]>\r\n\uFFFF 🧾", note: "a\u0008b" })),
  ],
  ["a long name and description", eachLine(1, () => ({ description: `${"ž".repeat(100)}\n${"ž".repeat(200)}` }))],
];

/** The invoice and its credit note. */
async function documentsOf(
  { seller, order }: (typeof STATE_ORDERS)[keyof typeof STATE_ORDERS],
  changes: Changes,
): Promise<(Invoice | CreditNote)[]> {
  const { acme } = await openBooks(undefined, seller as Partial<CompanyProfile>);
  const invoice = await acme.issue({ ...order, ...changes(order) });
  return [invoice, await acme.credit(invoice.id, { reason: "\u0002 <x>" })];
}

const syntaxesOf = (state: string): readonly Syntax[] => (state === "FR" ? SYNTAXES : ["ubl"]);

describe.each(STATES)("an order of %s", (state, given) => {
  test.each([["999 lines", MOST_LINES] as const, ...EXTREMES])("with %s has no gap", async (_, changes) => {
    for (const document of await documentsOf(given, changes))
      for (const syntax of syntaxesOf(state)) expect(gapRules(document, given.profile, syntax)).toEqual([]);
  });

  test("is refused if it lacks what the profile requires, and its credit note warns", async () => {
    const { acme } = await openBooks(undefined, {
      ...(given.seller as Partial<CompanyProfile>),
      requires: given.profile,
    });
    const { id } = await acme.issue(given.order);
    expect(await acme.credit(id, { reason: "x", lines: [{ line: 1, quantity: 1 }] })).not.toHaveProperty("warnings");
    const incomplete = {
      ...given.order,
      isCompany: true,
      clientAddress: undefined,
      clientElectronicAddress: undefined,
    };
    await expect(acme.issue(incomplete)).rejects.toMatchObject({ code: "einvoice_incomplete" });
    const other = await acme.issue({ ...incomplete, requires: false });
    const { warnings = [] } = await acme.credit(other.id, { reason: "x" });
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(["einvoice_incomplete"]));
  });
});

describeUnless(NO_NATIONAL_RULES)("the official rules and schemas find nothing in", () => {
  // The rules need half a minute for each.
  test.each(STATES)("the structure of 999 lines of %s", async (state, given) => {
    for (const document of await documentsOf(given, MOST_LINES))
      for (const syntax of syntaxesOf(state))
        expect(structureOf(written(document, given.profile, syntax), given.profile)).toEqual([]);
  });

  const cases = STATES.flatMap((state) =>
    EXTREMES.map((extreme) => [state[0], extreme[0], state[1], extreme[1]] as const),
  );
  test.each(cases)("%s: %s", async (state, _, given, changes) => {
    for (const document of await documentsOf(given, changes))
      for (const syntax of syntaxesOf(state)) {
        const { fatal, structure } = judge(written(document, given.profile, syntax), given.profile, syntax);
        expect({ fatal, structure }).toEqual({ fatal: [], structure: [] });
      }
  });
});
