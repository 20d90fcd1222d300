import { describe, expect, test } from "vitest";
import { NATIONAL_FIELDS } from "../../src/panel/generated/national-fields.ts";
import { texts as de } from "../../src/panel/languages/de.ts";
import { texts as en } from "../../src/panel/languages/en.ts";
import { texts as fr } from "../../src/panel/languages/fr.ts";

describe.each(Object.entries(NATIONAL_FIELDS))("the national fields of the form %s", (_, states) => {
  test.each(Object.keys(en.national.fields))("of the state %s have words in each language", (state) => {
    for (const [name, texts] of Object.entries({ de, en, fr })) {
      const words: Readonly<Record<string, unknown>> = texts.national.fields[state as "it"];
      const without = (states[state] ?? []).filter(({ path }) => !Object.hasOwn(words, path));
      expect(without, name).toEqual([]);
    }
  });
});
