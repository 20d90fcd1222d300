/**
 * Goal: several servers on one database never credit or refund more of an invoice than there is, and share one series.
 * Method: two servers credit, pay and refund the same paid invoice at once, each through its own store.
 */
import { createInvoicing, type InvoicingStore, isRefusal } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { expect, test } from "vitest";
import { germanProfile, oneTo, order } from "../../support/fixtures.ts";
import { freshSchema, onPostgres, pool } from "../../support/postgres.ts";
import { freshFile } from "../../support/stores.ts";

const DATABASES: readonly { name: string; openTwo: () => Promise<InvoicingStore[]> }[] = [
  {
    name: "SQLite",
    openTwo: async () => {
      const path = freshFile();
      return [await openSqliteStore(path), await openSqliteStore(path)];
    },
  },
  ...onPostgres({
    name: "PostgreSQL",
    openTwo: async () => {
      const schema = await freshSchema();
      return [postgresStore(pool, { schema }), postgresStore(pool, { schema })];
    },
  }),
];

test.each(DATABASES)(
  "two servers on $name credit and refund an invoice up to its total, and no further",
  async ({ openTwo }) => {
    const stores = await openTwo();
    const servers = stores.map((store) => createInvoicing({ store }).company("acme"));
    const [acme] = servers as [(typeof servers)[number]];
    await acme.saveProfile(germanProfile());
    const { id } = await acme.issue(order());
    await acme.recordPayment(id, { amount: 238 });
    const lines = [{ line: 1, netAmount: 30 }];
    const calls = oneTo(20).flatMap((place) => {
      const server = servers[place % servers.length]!;
      return [server.credit(id, { reason: "x", lines }), server.recordPayment(id, { amount: -30 })];
    });
    const outcomes = await Promise.allSettled(calls);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    const codes = refusals.map((error) => (isRefusal(error) ? error.code : String(error)));
    // 6 × 30 fit into 200, and 7 × 30 into 238.
    expect(codes.filter((code) => code === "credit_exceeds_invoice")).toHaveLength(14);
    expect(codes.filter((code) => code === "refund_exceeds_amount_paid")).toHaveLength(13);
    expect(codes).toHaveLength(27);
    expect(await acme.get(id)).toMatchObject({ creditedTotal: 214.2, amountPaid: 28, status: "PAID" });
    const { data } = await acme.creditNotes();
    expect(data.map(({ creditNoteNumber }) => Number(creditNoteNumber.slice(-4)))).toEqual(oneTo(6).reverse());
    expect((await acme.audit()).findings).toEqual([]);
    await Promise.all(stores.map((store) => store.close()));
  },
);
