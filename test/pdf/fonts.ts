import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { PdfFonts } from "faktura/pdf";

const { resolve } = createRequire(import.meta.url);
const file = (name: string) => readFileSync(resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`));

/** Source Sans 3, which has the letters of all languages of the EU. */
export const FONTS: PdfFonts = {
  regular: file("400Regular/SourceSans3_400Regular"),
  bold: file("600SemiBold/SourceSans3_600SemiBold"),
};
