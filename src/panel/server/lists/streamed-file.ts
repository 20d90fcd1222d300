/** A file that the browser saves, and that is sent while it is written. */
export interface StreamedFile {
  /** With its extension. */
  readonly name: string;
  readonly contentType: string;
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** Reads no further than somebody takes. Rejects with what the first chunk rejects with; a later error ends the response. */
export async function streamedFile({ name, contentType, chunks }: StreamedFile): Promise<Response> {
  // Headers are ASCII. Browsers take the second name, which has its accents.
  const plain = name.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
  const headers = {
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
  let next = await chunks.next();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      next = await chunks.next();
    },
    cancel: async () => void (await chunks.return()),
  });
  return new Response(body, { headers });
}
