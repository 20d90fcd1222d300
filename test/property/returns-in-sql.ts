/** Sums of documents that the database computes from their JSON: a second opinion on VAT reports. */

/** The SQL that differs between the databases. */
interface Dialect {
  /** A field of a JSON object, as text; `NULL` if it is absent. */
  readonly text: (json: string, field: string) => string;
  /** A field of a JSON object, as JSON; `NULL` if it is absent. */
  readonly json: (json: string, field: string) => string;
  /** A number of a JSON object in units of 10^-`digits`, as a whole number. */
  readonly whole: (json: string, path: readonly string[], digits: number) => string;
  /** The elements of a list, as rows with the column `value`. */
  readonly each: (json: string, field: string, alias: string) => string;
  readonly later: string;
  readonly earlier: string;
  /** The 15th of the month after a day. */
  readonly fifteenth: (day: string) => string;
  /** The rows of the books: `(SELECT id, doc, cancelled …)` and `(SELECT invoice_id, doc …)`. */
  readonly invoices: string;
  readonly notes: string;
  /** The first day on which each invoice was paid: `(SELECT invoice_id, day)`. The test pays invoices in full. */
  readonly payments: string;
  /** The day on which each invoice was lost: `(SELECT invoice_id, day)`. */
  readonly losses: string;
}

export const SQLITE: Dialect = {
  json: (json, field) => `json_extract(${json}, '$.${field}')`,
  text: (json, field) => `json_extract(${json}, '$.${field}')`,
  whole: (json, path, digits) => `CAST(round(json_extract(${json}, '$.${path.join(".")}') * 1e${digits}) AS INTEGER)`,
  each: (json, field, alias) => `json_each(${json}, '$.${field}') AS ${alias}`,
  later: "max",
  earlier: "min",
  fifteenth: (day) => `date(${day}, 'start of month', '+1 month', '+14 days')`,
  invoices: "SELECT id, document AS doc, substr(cancelled_at, 1, 10) AS cancelled FROM faktura_invoices",
  notes: "SELECT invoice_id, document AS doc FROM faktura_journal WHERE kind = 'credit_note.issued'",
  payments:
    "SELECT invoice_id, min(json_extract(document, '$.paidOn')) AS day FROM faktura_journal WHERE kind = 'payment.recorded' GROUP BY 1",
  losses:
    "SELECT invoice_id, json_extract(document, '$.on') AS day FROM faktura_journal WHERE kind = 'invoice.written_off'",
};

export const postgresIn = (schema: string): Dialect => ({
  json: (json, field) => `(${json} -> '${field}')`,
  text: (json, field) => `(${json} ->> '${field}')`,
  whole: (json, path, digits) => `((${json} #>> '{${path.join(",")}}')::numeric * 1e${digits})::bigint`,
  each: (json, field, alias) => `jsonb_array_elements(${json} -> '${field}') AS ${alias} (value)`,
  later: "greatest",
  earlier: "least",
  fifteenth: (day) => `to_char(date_trunc('month', ${day}::date) + interval '1 month 14 days', 'YYYY-MM-DD')`,
  invoices: `SELECT id, document::jsonb AS doc, substr(cancelled_at, 1, 10) AS cancelled FROM ${schema}.faktura_invoices`,
  notes: `SELECT invoice_id, document::jsonb AS doc FROM ${schema}.faktura_journal WHERE kind = 'credit_note.issued'`,
  payments: `SELECT invoice_id, min(document::jsonb ->> 'paidOn') AS day FROM ${schema}.faktura_journal WHERE kind = 'payment.recorded' GROUP BY 1`,
  losses: `SELECT invoice_id, document::jsonb ->> 'on' AS day FROM ${schema}.faktura_journal WHERE kind = 'invoice.written_off'`,
});

/** The rates of states in the years in which the test issues. */
const RATES: Readonly<Record<string, readonly string[]>> = {
  DE: ["19", "7.8", "7", "5.5"],
  AT: ["20", "13", "10", "4.9"],
  FR: ["20", "13", "10", "8.5", "5.5", "2.1", "1.75", "1.05", "0.9"],
  PL: ["23", "8", "5"],
};
const isRateOf = (state: string) => {
  const cases = Object.entries(RATES).map(([code, rates]) => `WHEN '${code}' THEN rated IN ('${rates.join("', '")}')`);
  return `CASE ${state} ${cases.join(" ")} ELSE TRUE END`;
};
/** Whether a rate by hand is none of a state's. */
const isUnlawfulIn = (state: string) => `(treatment = 'manual' AND category = 'S' AND NOT ${isRateOf(state)})`;

/** A sum as the database returns it. PostgreSQL returns whole numbers as text. */
export interface SqlSum {
  readonly section: string;
  /** The fields by which the section lists its lines. */
  readonly detail: string;
  readonly currency: string;
  /** The state whose number the document shows; `null` if it is the company's own. */
  readonly registration: string | null;
  /** The value of one unit of the currency in that of the state's VAT, times 10,000; `null` if the document has no rate. */
  readonly rate: number | string | null;
  /** In cents. */
  readonly amount: number | string;
}

/**
 * SQL that sums what the documents of a German company with a number in Poland declare between two days: net amounts of lines, or the VAT of
 * groups. It knows only the kinds of sales that the test issues.
 */
export function sumsInSql(d: Dialect, what: "net" | "vat", from: string, to: string): string {
  // Allowances are taken off what is declared, charges are added.
  const parts: readonly [list: string, factor: number][] =
    what === "net"
      ? [
          ["items", 1],
          ["allowances", -1],
          ["charges", 1],
        ]
      : [["vatBreakdown", 1]];
  const category = what === "net" ? "vatCategory" : "category";
  const of = (field: string) => d.text("doc", field);
  const own = (field: string) => d.text("p.value", field);
  const sameGroup = `${d.text("i.value", "vatCategory")} = ${own("category")} AND ${d.text("i.value", "taxRate")} = ${own("taxRate")}`;
  // A group has the supply of one of its lines. Groups in which only some lines state it have no VAT.
  const supply =
    what === "net"
      ? `coalesce(${own("supply")}, ${of("supply")})`
      : `coalesce(${of("supply")}, (SELECT min(${d.text("i.value", "supply")}) FROM ${d.each("doc", "items", "i")} WHERE ${sameGroup}))`;
  const country =
    what === "net"
      ? `coalesce(${own("rateCountry")}, (SELECT min(${d.text("g.value", "rateCountry")}) FROM ${d.each("doc", "vatBreakdown", "g")} WHERE ${d.text("g.value", "taxRate")} = ${own("taxRate")}))`
      : own("rateCountry");
  // A group has the place of its lines: at home, several can share one.
  const place =
    what === "net"
      ? `coalesce(${own("placeOfSupply")}, ${of("placeOfSupply")})`
      : `coalesce(${of("placeOfSupply")}, (SELECT min(${d.text("i.value", "placeOfSupply")}) FROM ${d.each("doc", "items", "i")} WHERE ${sameGroup}))`;
  const supplied = `coalesce(${of("supplyDate")}, ${of("taxPointDate")})`;
  const asGoods = `${d.later}(${supplied}, ${d.earlier}(issued, ${d.fifteenth(supplied)}))`;
  const quarter = (day: string) => `substr(${day}, 1, 4) || '-Q' || ((CAST(substr(${day}, 6, 2) AS INTEGER) + 2) / 3)`;
  // The end of the month after the quarter.
  const ossDueDay = (day: string) => `CASE (CAST(substr(${day}, 6, 2) AS INTEGER) + 2) / 3
    WHEN 1 THEN substr(${day}, 1, 4) || '-04-30' WHEN 2 THEN substr(${day}, 1, 4) || '-07-31'
    WHEN 3 THEN substr(${day}, 1, 4) || '-10-31' ELSE (CAST(substr(${day}, 1, 4) AS INTEGER) + 1) || '-01-31' END`;
  const partsOf = (
    list: string,
    factor: number,
  ) => `SELECT what, noted, ${own(category)} AS category, ${own("taxRate")} AS taxed, CAST(${own("taxRate")} AS TEXT) AS rated, ${country} AS country, ${supply} AS supply, ${place} AS place,
        ${of("registrationCountry")} AS registration, coalesce(${of("registrationCountry")}, 'DE') AS own,
        ${what === "net" ? `coalesce(${own("dispatchedFrom")}, ${of("dispatchedFrom")})` : of("dispatchedFrom")} AS dispatch,
        CASE WHEN ${supply} = 'goods' THEN coalesce(${d.text(d.json("doc", "deliverTo"), "country")}, ${of("clientCountry")}) ELSE ${of("clientCountry")} END AS gone,
        ${of("vatTreatment")} AS treatment, ${of("clientCountry")} AS client, ${of("clientVatNumber")} AS number,
        ${of("triangular")} IS NOT NULL AS triangular, ${of("documentType")} AS kind, ${of("replaces")} IS NOT NULL AS replacing, ${of("currency")} AS currency,
        ${d.whole("doc", ["exchangeRate", "rate"], 4)} AS rate, ${of("taxPointDate")} AS point, issued, paid, ${asGoods} AS goods,
        ${factor} * sign * ${d.whole("p.value", [what === "net" ? "netAmount" : "taxAmount"], 2)} AS amount
      FROM entry CROSS JOIN ${d.each("doc", list, "p")}`;
  return `
    WITH invoice AS (SELECT i.*, paid.day AS paid, lost.day AS lost FROM (${d.invoices}) AS i
      LEFT JOIN (${d.payments}) AS paid ON paid.invoice_id = i.id LEFT JOIN (${d.losses}) AS lost ON lost.invoice_id = i.id),
    note AS (${d.notes}),
    noted AS (SELECT n.doc, i.doc AS invoiced, i.cancelled, i.paid, i.lost FROM note AS n JOIN invoice AS i ON i.id = n.invoice_id),
    entry (what, sign, doc, noted, issued, cancelled, paid) AS (
      -- An advance is paid at once, or never.
      SELECT 'sale', 1, doc, '', ${of("issueDate")}, cancelled, paid FROM invoice
        WHERE cancelled IS NULL AND (${of("documentType")} <> '386' OR paid IS NOT NULL)
      UNION ALL SELECT 'sale', -1, first.doc, ${d.text("other.doc", "issueDate")}, ${d.text("first.doc", "issueDate")}, first.cancelled, NULL
        FROM invoice AS first JOIN invoice AS other ON ${d.text("other.doc", "replaces")} = ${d.text("first.doc", "invoiceNumber")}
      UNION ALL SELECT 'sale', -1, doc, ${of("issueDate")}, ${of("issueDate")}, NULL, NULL FROM note
        WHERE NOT EXISTS (SELECT 1 FROM invoice WHERE invoice.id = note.invoice_id)
      UNION ALL SELECT 'sale', -1, doc, ${of("issueDate")}, ${d.text("invoiced", "issueDate")}, cancelled, NULL FROM noted
      UNION ALL SELECT 'sale', 1, doc, '', ${d.text("invoiced", "issueDate")}, cancelled, paid FROM noted WHERE cancelled IS NOT NULL
      UNION ALL SELECT 'rest', 1, doc, '', ${of("issueDate")}, cancelled, paid FROM invoice WHERE cancelled > '${to}'
      UNION ALL SELECT 'rest', -1, doc, '', ${d.text("invoiced", "issueDate")}, cancelled, paid FROM noted WHERE cancelled > '${to}'
      -- The test pays in full or not at all, and credits nothing before it pays.
      UNION ALL SELECT 'lost', -1, doc, lost, ${of("issueDate")}, cancelled, NULL FROM invoice WHERE lost IS NOT NULL AND cancelled IS NULL
      UNION ALL SELECT 'lost', 1, doc, paid, ${of("issueDate")}, cancelled, NULL FROM invoice WHERE lost IS NOT NULL AND cancelled IS NULL AND paid IS NOT NULL
      UNION ALL SELECT 'lost', 1, doc, ${d.later}(lost, ${of("issueDate")}), ${d.text("invoiced", "issueDate")}, cancelled, NULL FROM noted
        WHERE lost IS NOT NULL AND cancelled IS NULL AND paid IS NULL
    ),
    part AS (
      ${parts.map(([list, factor]) => partsOf(list, factor)).join("\n      UNION ALL ")}
    ),
    placed AS (
      SELECT part.*, CASE
        WHEN category = 'O' THEN CASE WHEN treatment = 'manual' AND client <> own AND place IS NULL AND supply IS NULL THEN 'unplaced' ELSE 'outsideScope' END
        WHEN category = 'G' THEN CASE WHEN supply IS NULL AND treatment <> 'manual' THEN 'unplaced' ELSE 'exports' END
        WHEN category = 'K' OR triangular THEN 'recapitulative'
        WHEN place = own THEN CASE WHEN ${isUnlawfulIn("own")} THEN 'unplaced' ELSE 'domestic' END
        WHEN place IS NOT NULL THEN CASE WHEN country = place AND NOT ${isUnlawfulIn("place")} THEN 'oss' WHEN category = 'AE' THEN 'outsideScope' ELSE 'unplaced' END
        WHEN category = 'AE' AND supply = 'goods' AND dispatch <> own THEN 'outsideScope'
        WHEN category = 'AE' AND client <> own THEN CASE WHEN supply IS NULL THEN 'unplaced' ELSE 'recapitulative' END
        WHEN category IN ('E', 'Z') AND treatment = 'manual' AND supply <> 'goods' AND client <> own AND number IS NOT NULL THEN 'outsideScope'
        WHEN country = gone AND gone <> own THEN CASE WHEN supply IS NULL OR ${isUnlawfulIn("gone")} THEN 'unplaced' ELSE 'oss' END
        WHEN ${isUnlawfulIn("own")} THEN 'unplaced'
        ELSE 'domestic' END AS home
      FROM part WHERE what <> 'lost' OR CAST(rated AS DECIMAL) > 0
    ),
    dated AS (
      SELECT placed.*, CASE WHEN kind = '386' THEN paid WHEN category = 'K' OR triangular THEN goods
        WHEN paid < point AND home IN ('domestic', 'oss', 'recapitulative') THEN paid ELSE point END AS due,
        CASE WHEN what = 'rest' AND (category <> 'K' OR number IS NOT NULL) THEN 'cancelled' ELSE home END AS section
      FROM placed
    ),
    counted AS (
      SELECT dated.*, CASE WHEN home = 'oss' AND (noted = '' OR what = 'lost') AND issued > ${ossDueDay("due")} THEN ${d.later}(noted, issued)
        WHEN replacing THEN ${d.later}(issued, due) ELSE ${d.later}(noted, due) END AS counted
      FROM dated
    ),
    named AS (
      SELECT counted.*, CASE
        WHEN section = 'domestic' THEN category || ' ' || taxed
        WHEN section = 'oss' AND ${quarter("counted")} = ${quarter("due")}
          THEN ${quarter("due")} || ' ' || coalesce(place, gone) || ${what === "net" ? "CASE WHEN supply = 'goods' THEN ' goods ' ELSE ' services ' END" : "' '"} || taxed || coalesce(' ' || registration, '')
        WHEN section = 'oss' THEN 'corrects ' || ${quarter("counted")} || ' ' || ${quarter("due")} || ' ' || coalesce(place, gone)
        WHEN section = 'recapitulative'
          THEN number || CASE WHEN triangular THEN ' triangular' WHEN category = 'K' THEN ' goods' ELSE ' services' END
        WHEN section = 'outsideScope' AND category = 'O' AND treatment = 'manual' AND supply = 'services' AND client = 'FR' AND number IS NULL THEN coalesce(place, 'DE')
        WHEN category = 'AE' AND section = 'outsideScope' THEN coalesce(place, dispatch)
        WHEN section IN ('exports', 'outsideScope') THEN coalesce(place, gone)
        ELSE '' END AS detail
      FROM counted
    )
    SELECT section, CASE WHEN section IN ('oss', 'unplaced', 'cancelled') THEN detail ELSE coalesce(registration || ' ', '') || detail END AS detail,
      registration, currency, rate, sum(amount) AS amount
    FROM named WHERE counted BETWEEN '${from}' AND '${to}' GROUP BY 1, 2, 3, 4, 5`;
}
