/** The texts of all languages, which tests compare with the pages of the docs and with what is printed and shown. */
export { MENTIONS } from "../../src/languages/generated/mentions.ts";
export { PDF_WORDS } from "../../src/languages/generated/pdf-words.ts";
