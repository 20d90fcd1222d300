import type { ClientList, SavedClient } from "../wire.ts";

/** Which clients to list. */
export interface ClientQuery {
  /** Words that must all be in the name, the city, the client number or the VAT number. Empty: all clients. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  /** Clients to a page. */
  readonly limit: number;
}

/**
 * Where the panel keeps clients. They are the host's own data: an issued invoice never changes with them.
 *
 * - **Guarantee**: of two saves that replace the same revision, one succeeds.
 */
export interface ClientStore {
  /** A page of a company's clients, sorted by name. Those whose name begins with the search come first. */
  list(companyId: string, query: ClientQuery): Promise<ClientList>;
  /** `undefined` if the company has no client with this id. */
  find(companyId: string, id: string): Promise<SavedClient | undefined>;
  /**
   * Saves a client in place of one of the revisions in `replaces`; the empty revision stands for no client. Returns
   * `false`, and saves nothing, if the stored revision is another.
   */
  save(companyId: string, client: SavedClient, replaces: readonly string[]): Promise<boolean>;
  /** Does nothing if there is no such client. */
  remove(companyId: string, id: string): Promise<void>;
}

/** A text as it is compared in a search: without case, accents and separators of numbers. */
export function foldedText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\s+/g, " ")
    .trim();
}
