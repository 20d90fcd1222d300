import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`));

/** The fonts of all PDF files that are written here. */
export const FONTS = {
  regular: fontFile("400Regular/SourceSans3_400Regular"),
  bold: fontFile("600SemiBold/SourceSans3_600SemiBold"),
};
