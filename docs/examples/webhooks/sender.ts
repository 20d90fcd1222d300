import type { DrainEventsOptions } from "faktura";
import { Webhook } from "standardwebhooks";

/** The URL for a company's webhooks, and the secret that it shares with you. */
export interface Endpoint {
  readonly url: string;
  /** Begins with `whsec_`, followed by 24 to 64 random bytes in Base64. */
  readonly secret: string;
}

/**
 * The `deliver` of `drainEvents` that sends each event as a webhook, signed as Standard Webhooks says. `endpointOf` finds
 * the company's endpoint in your settings; the events of a company without one are dropped.
 */
export function sendWebhooks(
  endpointOf: (companyId: string) => Promise<Endpoint | undefined>,
): DrainEventsOptions["deliver"] {
  return async (events, { companyId, signal }) => {
    const endpoint = await endpointOf(companyId);
    if (endpoint === undefined) return;
    const webhook = new Webhook(endpoint.secret);
    for (const event of events) {
      const [body, now] = [JSON.stringify(event), new Date()];
      const response = await fetch(endpoint.url, {
        method: "POST",
        headers: {
          "content-type": "application/cloudevents+json",
          "webhook-id": event.id,
          "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
          "webhook-signature": webhook.sign(event.id, now, body),
        },
        body,
        redirect: "error", // a redirect must not take the event to another server
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the receiver answered ${response.status} to ${event.id}`);
    }
  };
}
