/** How a session is ended: the address and the method of the host's own page. */
export interface SignOut {
  /** A path of the same host that begins with a slash, or an `https` address. */
  readonly url: string;
  /** `POST` is a form, which browsers send only to the panel's own host. */
  readonly method: "GET" | "POST";
}

/** What the host gives the frame of all pages. */
export interface FrameData {
  /** The address of the host's logo. */
  readonly logo?: string | undefined;
  /** Where the host's name and logo lead. */
  readonly home?: string | undefined;
  /** The user's name. */
  readonly user?: string | undefined;
  readonly signOut?: SignOut | undefined;
  /** Whether the host states the language, so that the pages do not ask for it. */
  readonly isLanguageGiven: boolean;
}

/** What the HTML of a page contains for its script. */
export interface PageData {
  readonly frame: FrameData;
  /** The host's own texts in the language of the page, by their places: `frame.start`. */
  readonly texts: Readonly<Record<string, string>>;
  /** The answers to the page's first calls, by their {@link callKey}. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The id of the element with a page's {@link PageData}. */
export const PAGE_DATA_ID = "panel-data";

/** The same text for all addresses that ask the same: without the empty parts of the query, the others in order. */
export function callKey(address: string): string {
  const [path = "", search = ""] = address.split("?");
  const query = givenIn(new URLSearchParams(search));
  query.sort();
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The parts of a query that are not empty. */
export function givenIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}

/** Puts own texts in their places. `false` if one of them has no text that a string can replace. */
export function setTexts(texts: object, own: Readonly<Record<string, string>>): boolean {
  const replaced = Object.entries(own).map(([place, text]) => {
    const names = place.split(".");
    const last = names.pop()!;
    const part = names.reduce<unknown>((inner, name) => ownPart(inner, name), texts);
    if (typeof ownPart(part, last) !== "string") return false;
    (part as Record<string, string>)[last] = text;
    return true;
  });
  return replaced.every(Boolean);
}

function ownPart(part: unknown, name: string): unknown {
  return typeof part === "object" && part !== null && Object.hasOwn(part, name)
    ? (part as Record<string, unknown>)[name]
    : undefined;
}
