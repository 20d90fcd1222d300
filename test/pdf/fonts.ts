import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { PdfFonts } from "faktura/pdf";

const { resolve } = createRequire(import.meta.url);
const file = (name: string) => readFileSync(resolve(`@expo-google-fonts/${name}.ttf`));

/** Source Sans 3, which has the letters of all languages of the EU. */
export const FONTS: PdfFonts = {
  regular: file("source-sans-3/400Regular/SourceSans3_400Regular"),
  bold: file("source-sans-3/600SemiBold/SourceSans3_600SemiBold"),
};

/** The same, and Rubik for Hebrew and Arabic. */
export const WITH_FALLBACK = { ...FONTS, fallback: [file("rubik/400Regular/Rubik_400Regular")] } satisfies PdfFonts;
