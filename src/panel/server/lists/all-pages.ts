/** The largest page that the library returns. */
const LIMIT = 100;

/** Reads one page of a list. */
type ReadPage<Document> = (request: { readonly page: number; readonly limit: number }) => Promise<{
  readonly data: readonly Document[];
}>;

/** All pages of a list. A document issued while they are read moves the others along, so that some are read twice. */
export async function allPages<Document extends { readonly id: string }>(
  read: ReadPage<Document>,
): Promise<Document[]> {
  const found = new Map<string, Document>();
  for (let page = 1; ; page += 1) {
    const { data } = await read({ page, limit: LIMIT });
    for (const document of data) found.set(document.id, document);
    if (data.length < LIMIT) return [...found.values()];
  }
}
