/**
 * Goal: the example shows in OpenTelemetry what an operator looks for: queue time, lock contention, commit size, retries.
 * Method: OpenTelemetry's own SDK, which keeps what it gets; real databases, whose lock another connection holds, and
 * which report a conflict once.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Context, context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createInvoicing, type InvoicingOptions } from "faktura";
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { observeInvoicing } from "../../docs/examples/telemetry/opentelemetry.ts";
import { germanProfile, oneTo, order } from "../support/fixtures.ts";
import { freshSchema, pool } from "../support/postgres.ts";
import { connectRaw, freshFile } from "../support/stores.ts";

beforeEach(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterEach(() => context.disable());

/** Observes with an SDK that keeps what it gets. */
function observe() {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("test");
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 2 ** 31 - 1 });
  const meters = new MeterProvider({ readers: [reader] });
  const stop = observeInvoicing({ tracer, meter: meters.getMeter("test") });
  onTestFinished(async () => {
    stop();
    await meters.shutdown();
  });
  const metric = async (name: string) => {
    await meters.forceFlush();
    const all =
      measured
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
    return all.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  };
  const histogram = async (name: string) => (await metric(name))[0]?.value as Histogram | undefined;
  const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);
  return { tracer, spans, metric, histogram, stop };
}

async function openBooks(options: InvoicingOptions) {
  const invoicing = createInvoicing(options);
  onTestFinished(() => invoicing.close());
  const company = invoicing.company("firma");
  await company.saveProfile(germanProfile());
  return { invoicing, company };
}

const idOf = (span: ReadableSpan) => span.spanContext().spanId;

test("calls are below the host's span, and each commit is linked to its calls", async () => {
  const { company } = await openBooks({ store: await openSqliteStore(freshFile()) });
  const { tracer, spans } = observe();
  const request = tracer.startSpan("POST /orders");
  const inside: Context = trace.setSpan(ROOT_CONTEXT, request);
  await context.with(inside, () => Promise.all(oneTo(5).map(() => company.issue(order()))));
  request.end();
  const calls = spans("faktura.issue");
  expect(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    Array(5).fill(request.spanContext().spanId),
  );
  const commits = spans("faktura.commit");
  const linked = commits.flatMap(({ links }) => links.map((link) => link.context.spanId));
  expect(linked.sort()).toEqual(calls.map(idOf).sort());
  for (const { parentSpanContext, attributes } of commits) {
    expect(parentSpanContext).toBeUndefined();
    expect(attributes).toMatchObject({ "faktura.company_id": "firma", "db.system.name": "sqlite" });
  }
});

test("a lock that another process holds, the queue behind it and the size of commits are measured", async () => {
  const file = freshFile();
  const store = await openSqliteStore(file, { lockTimeoutMs: 60_000 });
  const { company } = await openBooks({ store, maxWritesPerCommit: 2 });
  const { spans, histogram } = observe();
  const other = connectRaw(file);
  other.exec("BEGIN IMMEDIATE");
  const began = performance.now();
  const issued = Promise.all(oneTo(3).map(() => company.issue(order())));
  while (performance.now() - began < 50) await nextTurn();
  other.exec("ROLLBACK");
  other.close();
  await issued;
  const [first, second] = spans("faktura.commit").map(({ attributes }) => attributes);
  expect([first!["faktura.invoices"], second!["faktura.invoices"]]).toEqual([2, 1]);
  expect(first!["faktura.locked_ms"]).toBeGreaterThan(25);
  expect(second!["faktura.waited_ms"]).toBeGreaterThan(25);
  expect(second!["faktura.locked_ms"]).toBeLessThan(first!["faktura.locked_ms"] as number);
  expect(await histogram("faktura.commit.invoices")).toMatchObject({ count: 2, sum: 3, max: 2 });
  expect((await histogram("faktura.commit.locked"))!.max).toBe(first!["faktura.locked_ms"]);
  expect((await histogram("faktura.commit.waited"))!.max).toBe(second!["faktura.waited_ms"]);
  expect((await histogram("faktura.commit.took"))!.max).toBeGreaterThan(25);
});

test("a conflict that makes PostgreSQL's store repeat its work is a retry", async () => {
  const schema = await freshSchema();
  const { company } = await openBooks({ store: postgresStore(pool, { schema }) });
  // A sequence does not go back with the transaction, so only the first insert fails.
  await pool.query(`
    CREATE SEQUENCE ${schema}.inserts;
    CREATE FUNCTION ${schema}.conflict_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('${schema}.inserts') = 1 THEN RAISE 'conflict' USING ERRCODE = 'serialization_failure'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER host_conflict BEFORE INSERT ON ${schema}.faktura_invoices
      FOR EACH ROW EXECUTE FUNCTION ${schema}.conflict_once()`);
  const { spans, metric } = observe();
  await company.issue(order());
  const [commit] = spans("faktura.commit");
  expect(commit!.attributes).toMatchObject({
    "db.system.name": "postgresql",
    "faktura.retries": 1,
    "faktura.outcome": "ok",
  });
  const attributes = { "db.system.name": "postgresql", "faktura.outcome": "ok" };
  expect(await metric("faktura.commit.retries")).toMatchObject([{ value: 1, attributes }]);
});

test("a refusal is no error, a failure is one, and deliveries are counted", async () => {
  const { company, invoicing } = await openBooks({ store: await openSqliteStore(freshFile()) });
  const { spans, metric, stop } = observe();
  await company.get("none").catch(() => undefined);
  await company.issue(order());
  await invoicing.drainEvents({ deliver: async () => {} });
  await invoicing.drainBilling({ deliver: () => Promise.reject(new Error("the receiver is away")) });
  const [refused] = spans("faktura.get");
  expect([refused!.status.code, refused!.attributes["error.type"]]).toEqual([
    SpanStatusCode.UNSET,
    "invoice_not_found",
  ]);
  expect(spans("faktura.deliver").map(({ status }) => status.code)).toEqual([
    SpanStatusCode.UNSET,
    SpanStatusCode.ERROR,
  ]);
  expect(await metric("faktura.delivery.events")).toMatchObject([
    { value: 1, attributes: { "faktura.consumer": "default", "faktura.outcome": "ok" } },
    { value: 1, attributes: { "faktura.consumer": "billing", "faktura.outcome": "failed" } },
  ]);
  stop();
  await company.issue(order());
  expect(spans("faktura.issue")).toHaveLength(1);
});
