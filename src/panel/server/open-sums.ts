import Big from "big.js";
import { type Company, type InvoiceEntry, overdueAmount } from "faktura";
import { AGEING_DAYS, type CurrencyAgeing, type CurrencySum, type OpenSums } from "../wire.ts";
import type { CompanyFigures } from "./book-figures.ts";
import { daysBetween, dependsOnSending } from "./invoice-state.ts";
import { compareTexts } from "./lists/invoice-list.ts";

/** An invoice on which something is due. */
export interface Debt {
  readonly invoice: InvoiceEntry;
  /** How much of what is due is overdue; 0 if nothing. */
  readonly overdue: number;
}

/** How many of the debts that are open for longest are named. */
const OLDEST = 10;

/** How many debts are looked up to say what to send. */
export const MOST_LOOKED_UP = 1000;

/** What clients owe. Of large books it is kept, so it has few of the invoices. */
export interface Debts {
  readonly sums: OpenSums;
  /** Those that are open for longest: first what is overdue. */
  readonly oldest: readonly Debt[];
  /** What is overdue, oldest first: one more than {@link MOST_LOOKED_UP} at most. */
  readonly late: readonly Debt[];
  /** What nothing was paid on, newest first: as many at most. */
  readonly unpaid: readonly Debt[];
}

/** What clients owe today, by the company's books. */
export function debtsOf(figures: CompanyFigures, today: string): Promise<Debts> {
  return figures.read(`debts ${today}`, async (company) => {
    const debts = await readDebts(company, today);
    const oldestFirst = [...debts].reverse().sort((a, b) => compareTexts(dueDay(a), dueDay(b)));
    const late = oldestFirst.filter(({ overdue }) => overdue > 0);
    return {
      sums: openSums(debts, today),
      oldest: [...late, ...oldestFirst.filter(({ overdue }) => overdue === 0)].slice(0, OLDEST),
      late: late.slice(0, MOST_LOOKED_UP + 1),
      unpaid: debts.filter(({ invoice }) => dependsOnSending(invoice)).slice(0, MOST_LOOKED_UP + 1),
    };
  });
}

/** Invoices without a day come last. */
const dueDay = ({ invoice }: Debt) => invoice.dueDate ?? "9999-12-31";

/** All invoices on which something is due, newest first. */
async function readDebts(company: Company, today: string): Promise<Debt[]> {
  const debts: Debt[] = [];
  for await (const invoice of company.listEntries({ due: true })) {
    // Rows of another writer have no amount yet by which the library could look for them.
    if (invoice.amountDue > 0) debts.push({ invoice, overdue: overdueAmount(invoice, today) });
  }
  return debts;
}

/** What clients owe, and how much of it is overdue, and for how long. */
function openSums(debts: readonly Debt[], today: string): OpenSums {
  const ageing = ageingOf(debts, today);
  const sumOf = (of: (amounts: readonly number[]) => readonly number[]) =>
    sumsByCurrency(ageing.flatMap(({ currency, amounts }) => of(amounts).map((amount) => ({ currency, amount }))));
  return {
    open: { count: debts.length, sums: sumOf((amounts) => amounts) },
    overdue: {
      count: debts.filter(({ overdue }) => overdue > 0).length,
      sums: sumOf((amounts) => amounts.slice(1)).filter(({ amount }) => amount > 0),
    },
    ageing,
  };
}

/** What is due by how long it is overdue, in each currency, by its code. */
function ageingOf(debts: readonly Debt[], today: string): CurrencyAgeing[] {
  const sums = new Map<string, Big[]>();
  for (const { invoice, overdue } of debts) {
    const { currency, amountDue, dueDate = today } = invoice;
    const own = sums.get(currency) ?? [new Big(0), ...AGEING_DAYS.map(() => new Big(0)), new Big(0)];
    sums.set(currency, own);
    if (overdue < amountDue) own[0] = own[0]!.plus(amountDue).minus(overdue);
    if (overdue === 0) continue;
    const days = daysBetween(dueDate, today);
    const place = 1 + AGEING_DAYS.filter((most) => days > most).length;
    own[place] = own[place]!.plus(overdue);
  }
  return [...sums]
    .map(([currency, own]) => ({ currency, amounts: own.map((sum) => sum.toNumber()) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The sum of the amounts in each currency, by its code. */
export function sumsByCurrency(amounts: readonly CurrencySum[]): CurrencySum[] {
  const sums = new Map<string, Big>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return [...sums]
    .map(([currency, sum]) => ({ currency, amount: sum.toNumber() }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
