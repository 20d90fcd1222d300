/** Takes the pictures of PDF files that are in the docs: `npm run screenshots:pdf`. It needs Debian's `poppler-utils`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CompanyProfile, createInvoicing, type InvoiceOrder } from "faktura";
import type { EinvoiceDocument } from "faktura/einvoice";
import { memoryStore } from "faktura/memory";
import { type PdfOptions, renderPdf } from "faktura/pdf";
import { DUPONT, KUNDIN } from "../../docs/examples/demo-clients.ts";
import { ATELIER, FIRMA } from "../../docs/examples/demo-companies.ts";
import { oneTo, TestClock } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";
import { png } from "./images.ts";

const IMAGES = join(import.meta.dirname, "../../docs/images");
const TEAL = [15, 118, 110] as const;
const ACCENT = "#0f766e";
const PIXELS_PER_INCH = 72;

/** A white F on a square in the company's color. */
function logo(): Uint8Array {
  const side = 120;
  const isLetter = (x: number, y: number) =>
    (x >= 36 && x < 54 && y >= 24 && y < 96) ||
    (x >= 36 && x < 90 && y >= 24 && y < 42) ||
    (x >= 36 && x < 78 && y >= 54 && y < 70);
  const rows = oneTo(side).map((row) => [
    0,
    ...oneTo(side).flatMap((column) => (isLetter(column, row) ? [255, 255, 255] : TEAL)),
  ]);
  return png({ width: side, height: side, pixels: Uint8Array.from(rows.flat()) });
}

const books = (profile: CompanyProfile) => {
  const clock = new TestClock("2026-11-20T09:30:00.000Z");
  const acme = createInvoicing({ store: memoryStore(), clock }).company("acme");
  return { acme, saved: acme.saveProfile(profile) };
};

const WORK: InvoiceOrder["items"] = [
  { description: "Beratung zur E-Rechnung", quantity: 12.5, unitPrice: 140, unit: "Std." },
  { description: "Workshop vor Ort", quantity: 2, unitPrice: 1450, unit: "Tage", note: "Köln, 12. und 13. November" },
  {
    description: "Anbindung an die Buchhaltung",
    quantity: 1,
    unitPrice: 2400,
    discount: { percent: 10, reason: "Bestandskunde" },
  },
];

const ORDER: InvoiceOrder = { ...KUNDIN, supplyDate: "2026-11-19", dueDate: "2026-12-04", items: WORK };
const MONTHS = ["Juli", "August", "September", "Oktober"];
const TASKS = [
  "Wartung",
  "Datensicherung",
  "Bereitschaft am Wochenende",
  "Auswertung der Zugriffe",
  "Neue Zertifikate",
];
const SERVICES = ["Webserver", "Datenbank", "Warenwirtschaft"].flatMap((system) =>
  MONTHS.flatMap((month) => TASKS.map((task) => `${task}: ${system}, ${month}`)),
);

async function take(name: string, page: number, document: EinvoiceDocument, options: Omit<PdfOptions, "fonts"> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "faktura-pictures-"));
  const file = join(folder, "document.pdf");
  writeFileSync(file, await renderPdf(document, { fonts: FONTS, ...options }));
  const range = ["-f", String(page), "-l", String(page), "-singlefile"];
  execFileSync("pdftoppm", ["-png", "-r", String(PIXELS_PER_INCH), ...range, file, join(IMAGES, name)]);
  rmSync(folder, { recursive: true });
  console.log(`${name}.png`);
}

const german = books(FIRMA);
await german.saved;
await take("pdf", 1, await german.acme.issue(ORDER), { logo: logo(), accent: ACCENT });
const items = SERVICES.map((description, index) => ({ description, quantity: 1, unitPrice: 45 + 15 * (index % 5) }));
await take("pdf-continued", 2, await german.acme.issue({ ...ORDER, items }), { logo: logo(), accent: ACCENT });

const french = books(ATELIER);
await french.saved;
const course = { description: "Formation", quantity: 2, unitPrice: 450, unit: "jours" };
const { id, total } = await french.acme.issue({ ...DUPONT, items: [course] });
await french.acme.recordPayment(id, { amount: total });
await take("pdf-paid", 1, await french.acme.get(id));
