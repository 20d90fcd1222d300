import { countryNamesFile } from "./country-names.ts";
import { documentShapesFile } from "./document-shapes.ts";
import { answerOrderFile, creditedFieldsFile, keyOrderFile, writtenFieldsFile } from "./documents.ts";
import {
  documentWordsFile,
  loadPanelTextsFile,
  mentionsFile,
  panelLanguagesFile,
  panelTextsFile,
  pdfWordsFile,
  quoteWordsFile,
  reminderWordsFile,
} from "./language-lists.ts";
import { nationalFieldsFile } from "./national-fields.ts";
import { manualFieldsFile, schemasOf } from "./schemas.ts";
import { formatEntriesFile, formatListFile } from "./state-formats.ts";
import { typeFiles, typesOf } from "./types.ts";

const HEADER = "// Written by `npm run generate` from the rows in src/fields. Change those instead.\n\n";

const KEY_ORDER = "domain/invoice/generated/key-order.ts";
const ANSWER_ORDER = "domain/invoice/generated/answer-order.ts";

/** Every generated file with its text, by its path in `src`. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files: [path: string, text: string][] = [
    ...typeFiles().map((file): [string, string] => [`${file}.ts`, typesOf(file)]),
    [KEY_ORDER, keyOrderFile(KEY_ORDER)],
    [ANSWER_ORDER, answerOrderFile(ANSWER_ORDER)],
    ["cli/generated/state-formats.ts", formatListFile()],
    ["domain/invoice/generated/credited-fields.ts", creditedFieldsFile()],
    ["domain/invoice/generated/document-shapes.ts", documentShapesFile()],
    ["domain/vat/territory/generated/country-names.ts", countryNamesFile()],
    ["einvoice/generated/written-fields.ts", writtenFieldsFile()],
    ["languages/generated/load-panel-texts.ts", loadPanelTextsFile()],
    ["languages/generated/mentions.ts", mentionsFile("mentions")],
    ["languages/generated/invoice-mentions.ts", mentionsFile("invoiceMentions")],
    ["languages/generated/panel-languages.ts", panelLanguagesFile()],
    ["languages/generated/panel-texts.ts", panelTextsFile()],
    ["languages/generated/document-words.ts", documentWordsFile()],
    ["languages/generated/pdf-words.ts", pdfWordsFile()],
    ["languages/generated/quote-words.ts", quoteWordsFile()],
    ["languages/generated/reminder-words.ts", reminderWordsFile()],
    ["panel/generated/national-fields.ts", nationalFieldsFile()],
    ["service/generated/state-formats.ts", formatEntriesFile()],
    ["service/schemas/generated/manual-fields.ts", manualFieldsFile()],
    ["service/schemas/generated/records.ts", schemasOf()],
  ];
  return new Map(files.map(([path, text]) => [path, HEADER + text]));
}
