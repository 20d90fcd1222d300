import { problemOf } from "faktura/http";
import { books } from "../../../books.ts";

/** Issues the invoice of an order. A repeat answers the same one. In your application, a session says whose order it is. */
export async function PUT(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { invoicing } = await books();
  try {
    // Clients of the endpoints choose keys for the same company. The prefix keeps ours apart.
    const idempotencyKey = `order:${(await params).id}`;
    const order = await request.json().catch(() => null); // what is no JSON is refused as null is
    const { invoiceNumber } = await invoicing.company("firma").issue(order, { idempotencyKey });
    return Response.json({ invoiceNumber });
  } catch (error) {
    const known = problemOf(error);
    if (known === undefined) throw error;
    return new Response(JSON.stringify(known.problem), known);
  }
}
