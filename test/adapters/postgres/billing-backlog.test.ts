import { createInvoicing } from "faktura";
import { postgresStore } from "faktura/postgres";
import { expect, test } from "vitest";
import { germanProfile, order } from "../../support/fixtures.ts";
import { freshSchema, pool } from "../../support/postgres.ts";

const BACKLOG = 10_000;

test("a backlog is delivered before PostgreSQL has statistics of it", async () => {
  const schema = await freshSchema();
  const company = createInvoicing({ store: postgresStore(pool, { schema }) }).company("firma");
  await company.saveProfile(germanProfile());
  for (let issued = 0; issued < BACKLOG; issued += 1000) {
    await company.issueMany(Array.from({ length: 1000 }, () => order()));
  }
  // An acknowledgement that compares each of the batch with the whole backlog takes several seconds.
  const invoicing = createInvoicing({ store: postgresStore(pool, { schema, lockTimeoutMs: 2000 }) });
  const drained = await invoicing.drainBilling({ deliver: async () => undefined, batchSize: 1000 });
  expect(drained).toMatchObject({ delivered: BACKLOG, failed: [] });
  await invoicing.close();
});
