/** The SQL that differs between the databases. */
export interface Dialect {
  /** The prefix of table names. */
  readonly prefix: string;
  /** SQL of the last twelve characters of a text. */
  readonly lastTwelve: (text: string) => string;
  /** SQL of the day that is `days` days after the first one. */
  readonly day: (days: string) => string;
}

export const DAYS = 100;

/** An archive begins on 1 January 2026. */
export const SQLITE: Dialect = {
  prefix: "",
  lastTwelve: (text) => `substr(${text}, -12)`,
  day: (days) => `date('2026-01-01', (${days}) || ' days')`,
};

export const postgresIn = (schema: string): Dialect => ({
  prefix: `${schema}.`,
  lastTwelve: (text) => `right(${text}, 12)`,
  day: (days) => `date '2026-01-01' + (${days})::integer`,
});

/**
 * Statements that fill an archive with copies of its first invoice, each with its own id, number and day. Every second
 * one is paid; the others, except the oldest, are cancelled, with their journal entries. The guards check all of it.
 * But an audit would fail, because the documents keep the first invoice's day, and the digests are not recomputed.
 */
export function archiveRows(dialect: Dialect, size: number, first: { id: string; invoiceNumber: string }): string[] {
  const [paid, cancelled] = ["counter % 2 = 0", "counter % 2 = 1 AND counter > 1"];
  const of = (table: string) => `${dialect.prefix}faktura_${table}`;
  return [
    copiesOfFirst(dialect, size, first),
    entries(of, "payment.recorded", paid, size, PAYMENT),
    `INSERT INTO ${of("payments")} (company_id, invoice_id, position, id, amount, paid_on)
     SELECT company_id, id, 1, 'paid-' || counter, '284.5', '2026-04-10' FROM ${of("invoices")} WHERE ${paid}`,
    `UPDATE ${of("invoices")} SET status = 'PAID', amount_paid = '284.5' WHERE ${paid}`,
    entries(of, "invoice.cancelled", cancelled, size + Math.floor(size / 2), CANCELLATION),
    `UPDATE ${of("invoices")} SET status = 'CANCELLED', cancelled_at = '${SETTLED_AT}' WHERE ${cancelled}`,
  ];
}

const SETTLED_AT = "2026-04-10T12:00:00.000Z";
const PAYMENT = `'{"amount":284.5,"id":"paid-' || counter || '","invoiceId":"' || id
  || '","method":null,"paidOn":"2026-04-10","reference":null}'`;
const CANCELLATION = `'{"cancellationReason":null,"cancelledAt":"${SETTLED_AT}","invoiceId":"' || id || '"}'`;

function copiesOfFirst(
  { prefix, lastTwelve, day }: Dialect,
  size: number,
  first: { id: string; invoiceNumber: string },
): string {
  const table = `${prefix}faktura_invoices`;
  const id = `substr(i.id, 1, 24) || ${lastTwelve("'00000000000' || n.counter")}`;
  const number = "'INV-202604-' || n.counter";
  const date = day(`(n.counter * ${DAYS - 1} / ${size})`);
  return `
    INSERT INTO ${table} (company_id, counter, id, invoice_number, issue_date, document, journal_position, digest)
    WITH RECURSIVE n (counter) AS (SELECT 2 UNION ALL SELECT counter + 1 FROM n WHERE counter < ${size})
    SELECT i.company_id, n.counter, ${id}, ${number}, ${date}, replace(replace(i.document,
      '${first.id}', ${id}), '${first.invoiceNumber}', ${number}), n.counter, i.digest
    FROM n CROSS JOIN (SELECT * FROM ${table} WHERE counter = 1) AS i ORDER BY n.counter`;
}

/** SQL that inserts journal entries for some of the invoices, after a position. */
function entries(of: (table: string) => string, kind: string, which: string, after: number, document: string): string {
  return `
    INSERT INTO ${of("journal")} (company_id, position, kind, invoice_id, source, recorded_at, document, digest)
    SELECT company_id, ${after} + row_number() OVER (ORDER BY counter), '${kind}', id, 'api', '${SETTLED_AT}', ${document}, digest
    FROM ${of("invoices")} WHERE ${which} ORDER BY counter`;
}
