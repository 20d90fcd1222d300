// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { quoteWords as de } from "../de/quote-words.ts";
import { quoteWords as en } from "../en/quote-words.ts";
import { quoteWords as fr } from "../fr/quote-words.ts";

/** The words of quotes, by language (ISO 639-1). */
export const QUOTE_WORDS = { de, en, fr };
