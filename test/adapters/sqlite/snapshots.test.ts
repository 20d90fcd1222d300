import { createInvoicing } from "faktura";
import { type SqliteConnection, sqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshFile, interceptedConnection, SQLITE_DRIVERS } from "../../support/stores.ts";
import { insertCopy, journaled } from "../raw-books.ts";

/** Runs an action between two statements of a read: once, after the first statement that matches. */
interface Interruption {
  readonly after: RegExp;
  readonly happens: () => void;
}

describe.each(SQLITE_DRIVERS)("on $name", ({ connect }) => {
  let stranger: SqliteConnection;
  let interruption: Interruption | undefined;
  let invoicing: ReturnType<typeof createInvoicing>;
  const acme = () => invoicing.company("acme");

  beforeEach(async () => {
    const path = freshFile();
    invoicing = createInvoicing({ store: sqliteStore(() => interrupted(connect(path))) });
    await acme().saveProfile(germanProfile());
    await acme().issue(order());
    stranger = connect(path);
  });

  afterEach(async () => {
    stranger.close();
    await invoicing.close();
  });

  function interrupted(connection: SqliteConnection): SqliteConnection {
    return interceptedConnection(connection, (sql, send) => {
      const result = send();
      if (interruption?.after.test(sql)) {
        const { happens } = interruption;
        interruption = undefined;
        happens();
      }
      return result;
    });
  }

  /** Another process records a payment of 38 on invoice 1. */
  const pay = () =>
    stranger.exec(
      `BEGIN IMMEDIATE;
       ${journaled("payment.recorded", `'{"id":"payment"}'`)};
       INSERT INTO faktura_payments SELECT company_id, id, 1, 'payment', '38', issue_date, NULL, NULL FROM faktura_invoices;
       UPDATE faktura_invoices SET amount_paid = '38', amount_due = '200';
       COMMIT`,
    );

  /** Another process issues invoice 2 and cancels invoice 1. */
  const issueAndCancel = () => {
    const open = { journal_position: "NULL", digest: "NULL" };
    const copy = { where: "counter = 1", counter: "2", id: "'another'", ...open };
    stranger.exec(
      `BEGIN IMMEDIATE;
       ${insertCopy(stranger, "faktura_invoices", "INSERT", copy)};
       ${journaled("invoice.cancelled", `'{"cancelledAt":"2026-11-20"}'`)};
       UPDATE faktura_invoices SET status = 'CANCELLED', amount_due = '0', cancelled_at = '2026-11-20' WHERE counter = 1;
       COMMIT`,
    );
  };

  test("an invoice and its payments are read in one snapshot, whatever is paid in between", async () => {
    const { id } = (await acme().list()).data[0]!;
    interruption = { after: /FROM faktura_invoices AS i WHERE i\.company_id = \? AND i\.id IN /, happens: pay };
    const before = await acme().get(id);
    expect(interruption).toBeUndefined();
    expect([before.amountPaid, before.payments]).toEqual([0, []]);
    const after = await acme().get(id);
    expect([after.amountPaid, after.payments.map(({ amount }) => amount)]).toEqual([38, [38]]);
  });

  test.each([/min\(counter\)/, /ORDER BY counter LIMIT 1/, /count\(\*\)/])(
    "a page and its total are read in one snapshot, whatever changes after %s",
    async (after) => {
      const open = { status: "SENT", from: "2000-01-01" } as const;
      const [first] = (await acme().list(open)).data;
      interruption = { after, happens: issueAndCancel };
      expect(await acme().list(open)).toMatchObject({ total: 1, data: [{ id: first!.id }] });
      expect(interruption).toBeUndefined();
      expect((await acme().list({ status: "CANCELLED" })).data).toMatchObject([{ id: first!.id }]);
      expect(await acme().list()).toMatchObject({ total: 2 });
    },
  );
});
