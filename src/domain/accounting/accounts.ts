import type { Declaration } from "../returns/declaration.ts";
import type { ReportedDocument } from "../returns/reported-document.ts";
import type { VatCategory } from "../vat/category.ts";
import type { VatTreatment } from "../vat/vat-table.ts";

/** What a row is about. */
export const ACCOUNTING_KINDS = [
  "invoice",
  "credit-note",
  "cancellation",
  "write-off",
  "discount",
  "paid-sale",
  "payment",
] as const;

/**
 * `invoice`, `credit-note`, `cancellation`; `write-off` and what was paid after it; `discount` (a cash discount without a credit
 * note); `paid-sale`: what a payment declares, under cash accounting or in advance; `payment`: the money itself, or a refund.
 */
export type AccountingKind = (typeof ACCOUNTING_KINDS)[number];

type Stated<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };

/** What decides the account of a row. */
export interface AccountingFacts {
  /** What the row is about. */
  readonly kind: AccountingKind;
  /** The section of the VAT report; `null` for a payment. */
  readonly section: Declaration["section"] | null;
  /** That of the document. */
  readonly treatment: VatTreatment;
  /** EN 16931's category (BT-118); `null` for a payment. */
  readonly category: VatCategory | null;
  /** Percent; `null` for a payment. */
  readonly taxRate: number | null;
  /** That of the section or of the rate: ISO 3166-1 alpha-2, or the id of an area; `null` if there is none. */
  readonly country: string | null;
}

/** The account of the rows that have each value that is stated here. */
export interface SalesAccount extends Stated<AccountingFacts> {
  /** Such as `8400`. */
  readonly account: string;
  /** The tax key that books VAT on it, such as DATEV's BU-Schlüssel. Absent: the account books the VAT by itself, or none. */
  readonly taxKey?: string | undefined;
}

/** The account on which payments arrive. */
export interface MoneyAccount {
  /** The payments with this method, in lower or upper case. Absent: all. */
  readonly method?: string | undefined;
  /** Such as `1200`. */
  readonly account: string;
}

/** Accounts of their own for clients. */
export interface DebtorNumbers {
  /**
   * The first number, such as `10000`. Each client of the books has the next one, in the order of their first invoices, so that
   * no later invoice changes it. A client is who has the same `clientNumber`, or else the same VAT number, or else the same
   * name in the same country.
   */
  readonly first: string;
  /** The accounts of some clients, by `clientNumber`. They count in the order of numbers too. Choose others than those of it. */
  readonly clients?: Readonly<Record<string, string>> | undefined;
}

/** What DATEV's files need to know. */
export interface DatevSettings {
  /** The tax adviser's number (Beraternummer), 1001 to 9999999. */
  readonly consultant: number;
  /** The company's number there (Mandantennummer), 1 to 99999. */
  readonly client: number;
  /** The day on which the fiscal year begins, such as `07-01`. Absent: `01-01`. */
  readonly fiscalYearStart?: string | undefined;
  /** The length of accounts, 4 to 8. Those of debtors have one digit more. Absent: 4. */
  readonly accountLength?: number | undefined;
  /** The chart of accounts, such as `03` or `04`. Absent: that of the client's master data. */
  readonly chart?: string | undefined;
}

/** The accounts of a company. */
export interface AccountMap {
  /** Revenue, discounts and bad debts. The first one that applies to a row is its account. */
  readonly sales: readonly SalesAccount[];
  /** The first one that applies to a payment is its account. */
  readonly payments: readonly MoneyAccount[];
  /** One account for all clients, such as `1400`, or one for each. */
  readonly debtors: string | DebtorNumbers;
  /** Only for DATEV's files. */
  readonly datev?: DatevSettings | undefined;
}

/** The account of a row that is not a payment; `undefined` if none applies. */
export function salesAccountOf({ sales }: AccountMap, facts: AccountingFacts): SalesAccount | undefined {
  return sales.find(({ account, taxKey, ...stated }) => {
    return Object.entries(stated).every(([name, value]) => {
      return value === undefined || facts[name as keyof AccountingFacts] === value;
    });
  });
}

/** The account on which a payment arrives; `undefined` if none applies. */
export function moneyAccountOf({ payments }: AccountMap, given: string | null): string | undefined {
  const applies = (method: string | undefined) => {
    return method === undefined || method.toLowerCase() === given?.toLowerCase();
  };
  return payments.find(({ method }) => applies(method))?.account;
}

/** The accounts of clients, as {@link DebtorNumbers} says. */
export class Debtors {
  readonly #debtors: AccountMap["debtors"];
  readonly #places = new Map<string, number>();

  constructor(debtors: AccountMap["debtors"]) {
    this.#debtors = debtors;
  }

  /** Gives the client of an invoice a number, unless it has one. */
  add(document: ReportedDocument): void {
    const client = clientOf(document);
    if (!this.#places.has(client)) this.#places.set(client, this.#places.size);
  }

  /** `null` if no invoice of the client was added. */
  accountOf(document: ReportedDocument): string | null {
    if (typeof this.#debtors === "string") return this.#debtors;
    const { first, clients = {} } = this.#debtors;
    const { clientNumber } = document;
    if (clientNumber !== undefined && Object.hasOwn(clients, clientNumber)) return clients[clientNumber]!;
    const place = this.#places.get(clientOf(document));
    return place === undefined ? null : String(Number(first) + place);
  }
}

function clientOf({ clientNumber, clientVatNumber, clientName, clientCountry }: ReportedDocument): string {
  if (clientNumber !== undefined) return `number ${clientNumber}`;
  return clientVatNumber === undefined ? `name ${clientCountry} ${clientName}` : `VAT ${clientVatNumber}`;
}
