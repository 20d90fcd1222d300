import { describe, expect, test } from "vitest";
import { nationalTexts as de } from "../../src/languages/de/national-texts.ts";
import { nationalTexts as en } from "../../src/languages/en/national-texts.ts";
import { nationalTexts as fr } from "../../src/languages/fr/national-texts.ts";
import { NATIONAL_FIELDS } from "../../src/panel/generated/national-fields.ts";

describe.each(Object.entries(NATIONAL_FIELDS))("the national fields of the form %s", (_, states) => {
  test.each(Object.keys(en))("of the state %s have words in each language", (state) => {
    for (const [name, texts] of Object.entries({ de, en, fr })) {
      const words: Readonly<Record<string, unknown>> = texts[state as keyof typeof en];
      const without = (states[state] ?? []).filter(({ path }) => !Object.hasOwn(words, path));
      expect(without, name).toEqual([]);
    }
  });
});
