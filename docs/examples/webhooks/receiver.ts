import { createServer, type IncomingMessage, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import type { JournalCloudEvent } from "faktura";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

/**
 * A server that accepts webhooks signed with `secret`. `handle` is called for each of them. If it rejects, the answer is
 * 500, and the sender repeats the webhook.
 */
export function createReceiver(secret: string, handle: (event: JournalCloudEvent) => Promise<void>): Server {
  const webhook = new Webhook(secret);
  return createServer(async (request, response) => {
    response.statusCode = await statusFor(request, webhook, handle);
    response.end();
  });
}

async function statusFor(
  request: IncomingMessage,
  webhook: Webhook,
  handle: (event: JournalCloudEvent) => Promise<void>,
): Promise<number> {
  try {
    const body = await buffer(request); // the bytes as they were sent, because the signature covers them
    const event = webhook.verify(body, request.headers as Record<string, string>) as JournalCloudEvent;
    await handle(event);
    return 204;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    console.error("webhook", error);
    return 500;
  }
}
