import type { Dialect } from "./archive-rows.ts";

/** How many invoices the last year has, whatever the size of the books: the same ones. The others are of ten years before. */
export const LAST_YEAR = 10_000;

const DAYS_BEFORE = 3652;

/** Of each so many, one is late. */
const LATE = 50;

/** The day of issue, in days after 1 January 2026, for SQL and for JavaScript. Both divide integers. */
function issueDay(counter: string, size: number, divide: (quotient: string) => string): string {
  const before = size - LAST_YEAR;
  const inLastYear = divide(`(${counter} - ${before}) * 364 / ${LAST_YEAR}`);
  if (before === 0) return inLastYear;
  const earlier = divide(`${counter} * ${DAYS_BEFORE} / ${before}`);
  return `(CASE WHEN ${counter} <= ${before} THEN ${earlier} - ${DAYS_BEFORE} - 1 ELSE ${inLastYear} END)`;
}

const text = (day: string) => `CAST(${day} AS TEXT)`;

function lateness(counter: string, isLate: boolean): string {
  return isLate ? `(CASE WHEN ${counter} % ${LATE} = 0 THEN ${counter} * 7 % 300 ELSE 0 END)` : "0";
}

/**
 * Statements that fill books with copies of their first invoice, of 1 January 2016. With `isLate`, every fiftieth has its tax
 * point up to 300 days before it was issued. Every second one is paid, 30 days later. An audit would fail, because the
 * digests are not computed.
 */
export function reportRows(
  { prefix, lastTwelve, day }: Dialect,
  size: number,
  isLate: boolean,
  first: { readonly id: string; readonly invoiceNumber: string },
): string[] {
  const invoices = `${prefix}faktura_invoices`;
  const issued = issueDay("n.counter", size, (quotient) => `(${quotient})`);
  const id = `substr(i.id, 1, 24) || ${lastTwelve("'00000000000' || n.counter")}`;
  const number = "'INV-202601-' || n.counter";
  const replaced = [
    [`'${first.id}'`, id],
    [`'${first.invoiceNumber}'`, number],
    [`'"issueDate":"2016-01-01"'`, `'"issueDate":"' || ${text(day(issued))} || '"'`],
    [
      `'"taxPointDate":"2016-01-01"'`,
      `'"taxPointDate":"' || ${text(day(`${issued} - ${lateness("n.counter", isLate)}`))} || '"'`,
    ],
  ].reduce((text, [from, to]) => `replace(${text}, ${from}, ${to})`, "i.document");
  const paid = `${invoices} AS i WHERE i.counter % 2 = 0`;
  const paidOn = day(`${issueDay("i.counter", size, (quotient) => `(${quotient})`)} + 30`);
  const payment = `'{"amount":284.5,"id":"paid-' || i.counter || '","invoiceId":"' || i.id
    || '","method":null,"paidOn":"' || ${text(paidOn)} || '","reference":null}'`;
  return [
    `INSERT INTO ${invoices} (company_id, counter, id, invoice_number, issue_date, document, journal_position, digest)
     WITH RECURSIVE n (counter) AS (SELECT CAST(2 AS bigint) UNION ALL SELECT counter + 1 FROM n WHERE counter < ${size})
     SELECT i.company_id, n.counter, ${id}, ${number}, ${day(issued)}, ${replaced}, n.counter, i.digest
     FROM n CROSS JOIN (SELECT * FROM ${invoices} WHERE counter = 1) AS i ORDER BY n.counter`,
    `INSERT INTO ${prefix}faktura_journal (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
     SELECT i.company_id, ${size} + i.counter / 2, 'payment.recorded', i.id, 'api', ${text(paidOn)} || 'T12:00:00.000Z', ${payment}, i.digest
     FROM ${paid} ORDER BY i.counter`,
    `INSERT INTO ${prefix}faktura_payments (company_id, invoice_id, position, id, amount, paid_on)
     SELECT i.company_id, i.id, 1, 'paid-' || i.counter, '284.5', ${paidOn} FROM ${paid}`,
    `UPDATE ${invoices} SET status = 'PAID', amount_paid = '284.5', amount_due = '0' WHERE counter % 2 = 0`,
  ];
}

/** How many of these invoices have their tax point within days after 1 January 2026. */
export function countWithin(size: number, isLate: boolean, from: number, to: number): number {
  const before = size - LAST_YEAR;
  let found = 0;
  for (let counter = 1; counter <= size; counter += 1) {
    const earlier = Math.floor((counter * DAYS_BEFORE) / before) - DAYS_BEFORE - 1;
    const issued = counter <= before ? earlier : Math.floor(((counter - before) * 364) / LAST_YEAR);
    // The first one is not a copy.
    const day = counter === 1 ? -1 - DAYS_BEFORE : issued - (isLate && counter % LATE === 0 ? (counter * 7) % 300 : 0);
    if (day >= from && day <= to) found += 1;
  }
  return found;
}
