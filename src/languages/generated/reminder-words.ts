// Written by `npm run generate` from the rows in src/fields. Change those instead.

import { reminderWords as de } from "../de/reminder-words.ts";
import { reminderWords as en } from "../en/reminder-words.ts";
import { reminderWords as fr } from "../fr/reminder-words.ts";

/** The texts of reminders, by language (ISO 639-1). */
export const REMINDER_WORDS = { de, en, fr };
