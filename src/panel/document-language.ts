/** What the language of a document depends on. */
export interface LanguageSource {
  readonly seller: { readonly language?: string | undefined };
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The tag of a document's language: the client's, which the panel keeps in the metadata, else the seller's, if it has one. */
export function documentLanguage({ seller, metadata }: LanguageSource): string | undefined {
  return metadata?.["language"] ?? seller.language;
}
