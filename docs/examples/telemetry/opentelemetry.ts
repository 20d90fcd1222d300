/** Traces and metrics for OpenTelemetry, from the tracing channels of faktura. It needs `@opentelemetry/api` only. */
import { tracingChannel } from "node:diagnostics_channel";
import {
  type Attributes,
  type Meter,
  metrics,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Traced, TracedCall, TracedCommit, TracedDelivery } from "faktura";

/** Where spans and measurements go. Absent: to the global providers, which your SDK registers. */
export interface Telemetry {
  readonly tracer?: Tracer;
  readonly meter?: Meter;
}

/**
 * Subscribes to the channels, and returns a function that ends this. Call it once, after your SDK has started.
 *
 * - Each call is a span, below the span in which you make it, such as that of the HTTP request.
 * - Each commit is a span with links to the spans of the calls that it commits, because it belongs to all of them.
 * - The company is an attribute of spans only. As one of metrics, each company would make time series of its own.
 */
export function observeInvoicing({ tracer, meter }: Telemetry = {}): () => void {
  const spans = spansIn(tracer ?? trace.getTracer("faktura"));
  const measure = measuresIn(meter ?? metrics.getMeter("faktura"));
  const ends = [
    subscribe<TracedCall>("faktura:call", {
      start: (call) => spans.start(call, `faktura.${call.method}`, { "faktura.company_id": call.companyId }),
      end: (call) => spans.end(call),
    }),
    subscribe<TracedCommit>("faktura:commit", {
      start: (commit) => {
        const { companyId, database } = commit;
        spans.start(commit, "faktura.commit", { "faktura.company_id": companyId, "db.system.name": database }, true);
      },
      end: (commit) => {
        measure.commit(commit);
        spans.link(commit, commit.calls);
        spans.end(commit, attributesOf(commit));
      },
    }),
    subscribe<TracedDelivery>("faktura:delivery", {
      start: (delivery) => spans.start(delivery, "faktura.deliver", { "faktura.company_id": delivery.companyId }),
      end: (delivery) => {
        measure.delivery(delivery);
        spans.end(delivery, { "faktura.consumer": delivery.consumer, "faktura.events": delivery.events });
      },
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

interface Phases<Message> {
  readonly start: (message: Message) => void;
  readonly end: (message: Message) => void;
}

/** `asyncEnd` is the end of what is traced; `end` only that its first synchronous part has returned. */
function subscribe<Message extends object>(name: string, { start, end }: Phases<Message>): () => void {
  const nothing = () => undefined;
  const channel = tracingChannel<unknown, Message>(name);
  const phases = { start, asyncEnd: end, end: nothing, asyncStart: nothing, error: nothing };
  channel.subscribe(phases);
  return () => channel.unsubscribe(phases);
}

/** The spans of messages. All phases have the same object, which the commits name too. */
function spansIn(tracer: Tracer) {
  const spans = new WeakMap<object, Span>();
  return {
    start(message: Traced, name: string, attributes: Attributes, root = false): void {
      spans.set(message, tracer.startSpan(name, { attributes, root }));
    },
    link(message: Traced, others: readonly Traced[]): void {
      const found = others.flatMap((other) => spans.get(other) ?? []);
      spans.get(message)?.addLinks(found.map((span) => ({ context: span.spanContext() })));
    },
    end(message: Traced, attributes: Attributes = {}): void {
      const span = spans.get(message);
      span?.setAttributes({ ...attributes, "faktura.outcome": message.outcome, "error.type": message.code });
      // A refusal is an answer. Only what failed is an error of the server's.
      if (message.outcome === "failed") span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
  };
}

function attributesOf({ writes, invoices, waited, locked, retries }: TracedCommit): Attributes {
  return {
    "faktura.writes": writes,
    "faktura.invoices": invoices,
    "faktura.waited_ms": waited,
    "faktura.locked_ms": locked,
    "faktura.retries": retries,
  };
}

function measuresIn(meter: Meter) {
  const duration = (name: string, description: string) => meter.createHistogram(name, { unit: "ms", description });
  const waited = duration("faktura.commit.waited", "How long the oldest write of a commit was in the queue");
  const locked = duration("faktura.commit.locked", "How long a commit waited for the company's lock");
  const took = duration("faktura.commit.took", "How long a commit took, with the wait for the lock");
  const invoices = meter.createHistogram("faktura.commit.invoices", { description: "Invoices in a commit" });
  const retries = meter.createCounter("faktura.commit.retries", { description: "Work that a store ran again" });
  const delivered = meter.createCounter("faktura.delivery.events", { description: "Events that were passed on" });
  return {
    commit(commit: TracedCommit): void {
      const attributes = { "db.system.name": commit.database, "faktura.outcome": commit.outcome };
      waited.record(commit.waited, attributes);
      locked.record(commit.locked, attributes);
      took.record(commit.took, attributes);
      invoices.record(commit.invoices, attributes);
      if (commit.retries > 0) retries.add(commit.retries, attributes);
    },
    delivery({ consumer, events, outcome }: TracedDelivery): void {
      delivered.add(events, { "faktura.consumer": consumer, "faktura.outcome": outcome });
    },
  };
}
