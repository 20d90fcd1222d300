import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The languages, ISO 639-1, that have this file in their folder of `src/languages`, in alphabetical order. */
function languagesWith(file: string): string[] {
  const languages = join(import.meta.dirname, "../../languages");
  const folders = readdirSync(languages).filter((name) => /^[a-z]{2}$/.test(name));
  return folders.filter((language) => existsSync(join(languages, language, file))).sort();
}

/** One object with what each language exports from this file. */
function listOf(file: string, name: string, constant: string, doc: string, type = ""): string {
  const languages = languagesWith(file);
  const imports = languages.map((language) => `import { ${name} as ${language} } from "../${language}/${file}";\n`);
  return `${imports.join("")}
/** ${doc} */
export const ${constant}${type} = { ${languages.join(", ")} };
`;
}

/** What invoices mention, in each language that has a wording: of their VAT, or `invoiceMentions`. */
export function mentionsFile(name: "mentions" | "invoiceMentions"): string {
  const [of, constant] = name === "mentions" ? ["Mentions", "MENTIONS"] : ["InvoiceMentions", "INVOICE_MENTIONS"];
  const list = listOf(
    "mentions.ts",
    name,
    constant,
    `What invoices mention${name === "mentions" ? " of their VAT" : " beside their VAT"}, by language (ISO 639-1).`,
    `: Readonly<Record<string, ${of}>>`,
  );
  return `import type { ${of} } from "../mentions.ts";\n${list}`;
}

/** The words that pages and electronic documents share, in each language that has them. */
export function documentWordsFile(): string {
  const doc = "The words that pages and electronic documents share, by language (ISO 639-1).";
  return listOf("document-words.ts", "documentWords", "DOCUMENT_WORDS", doc);
}

/** The words of PDF files, in each language that has them. */
export function pdfWordsFile(): string {
  const doc = "The words that are printed on documents, by language (ISO 639-1).";
  return listOf("pdf-words.ts", "pdfWords", "PDF_WORDS", doc);
}

/** The texts of reminders, in each language that has them. */
export function reminderWordsFile(): string {
  return listOf(
    "reminder-words.ts",
    "reminderWords",
    "REMINDER_WORDS",
    "The texts of reminders, by language (ISO 639-1).",
  );
}

/** The words of quotes, in each language that has them. */
export function quoteWordsFile(): string {
  return listOf("quote-words.ts", "quoteWords", "QUOTE_WORDS", "The words of quotes, by language (ISO 639-1).");
}

/** The texts of the panel, as its server needs them: those of all pages. */
export function panelTextsFile(): string {
  const languages = languagesWith("panel-texts.ts");
  const imports = languages.map((language) => {
    return `import { laterTexts as ${language}Later } from "../${language}/later-panel-texts.ts";
import { texts as ${language} } from "../${language}/panel-texts.ts";\n`;
  });
  const all = languages.map((language) => `  ${language}: { ...${language}, ...${language}Later },\n`);
  return `${imports.join("")}
/** The texts of the panel, by language (ISO 639-1). */
export const PANEL_TEXTS = {\n${all.join("")}};\n`;
}

/** The languages of the panel. */
export function panelLanguagesFile(): string {
  const languages = languagesWith("panel-texts.ts").map((language) => JSON.stringify(language));
  return `/** The languages of the panel's pages, ISO 639-1. */\nexport const PANEL_LANGUAGES = [${languages.join(", ")}] as const;\n`;
}

/** How the panel's pages load the texts of their language. */
export function loadPanelTextsFile(): string {
  const languages = languagesWith("panel-texts.ts");
  const imports = (file: string) =>
    languages.map((language) => `  ${language}: () => import("../${language}/${file}"),\n`).join("");
  return `/** Loads the texts of a language. */
export const LOAD_TEXTS = {
${imports("panel-texts.ts")}};

/** Loads the texts that only pages need whose scripts are loaded later. */
export const LOAD_LATER_TEXTS = {
${imports("later-panel-texts.ts")}};

/** Loads the words of the fields that only one state's documents need. */
export const LOAD_NATIONAL_TEXTS = {
${imports("national-texts.ts")}};
`;
}
