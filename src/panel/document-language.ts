/** What the language of a document depends on. */
export interface LanguageSource {
  readonly seller: { readonly language?: string | undefined };
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The tag of a document's language: the client's, which the panel keeps in the metadata, else the seller's, if it has one. */
export function documentLanguage({ seller, metadata }: LanguageSource): string | undefined {
  return clientLanguage({ metadata }) ?? seller.language;
}

/** The client's own language; `undefined` if there is none. An order of the host's can have any text under this name. */
export function clientLanguage({ metadata }: Pick<LanguageSource, "metadata">): string | undefined {
  const tag = metadata?.["language"] ?? "";
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) && isLocale(tag) ? tag : undefined;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
