import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { CompanyProfile, InvoiceOrder } from "faktura";
import {
  type RecordedBooks,
  type SaftPtFileOptions,
  type SaftPtOptions,
  type SaftPtProgram,
  type SaftPtRecord,
  saftPtFile,
  saftPtRecords,
} from "faktura/einvoice/pt";

const ADDRESS = { line1: "Rua Augusta 1", postalCode: "1100-048", city: "Lisboa" };

/** A Portuguese company with a series of each type. */
export const SELLER: Partial<CompanyProfile> = {
  name: "Empresa Lda",
  country: "PT",
  vatNumber: "PT500000000",
  defaultCurrency: "EUR",
  invoicePrefix: "A2026",
  creditNotePrefix: "C2026",
  series: { FS: { prefix: "S2026" }, FR: { prefix: "R2026" }, ND: { prefix: "D2026" } },
  address: ADDRESS,
  national: {
    pt: {
      series: [
        { prefix: "A2026", type: "FT", code: "CSDF7T5H" },
        { prefix: "S2026", type: "FS", code: "CDF7T5HD" },
        { prefix: "R2026", type: "FR", code: "HB6FT7RV" },
        { prefix: "D2026", type: "ND", code: "GTVX4Y8B" },
        { prefix: "C2026", type: "NC", code: "ABCD1234" },
      ],
    },
  },
};

/** An order for a Portuguese business that has all that SAF-T (PT) needs. */
export const ORDER: InvoiceOrder = {
  clientName: "Cliente SA",
  clientCountry: "PT",
  clientVatNumber: "PT123456789",
  clientAddress: ADDRESS,
  items: [{ description: "Consultoria", quantity: 2, unitPrice: 100, supply: "services" }],
};

export const KEYS = generateKeyPairSync("rsa", { modulusLength: 1024 });

/** Signs as AT asks for it, with Node's own RSA. */
export const signBy = (key: KeyObject | string) => (bytes: Uint8Array) =>
  new Uint8Array(createSign("RSA-SHA1").update(bytes).sign(key));

export const PROGRAM: SaftPtProgram = { certificate: 9999, keys: [{ version: "1", sign: signBy(KEYS.privateKey) }] };

/** All records of a company's books. */
export async function recordsOf(acme: RecordedBooks, options: Partial<SaftPtOptions> = {}): Promise<SaftPtRecord[]> {
  const records: SaftPtRecord[] = [];
  for await (const record of saftPtRecords(acme, { program: PROGRAM, ...options })) records.push(record);
  return records;
}

const HEAD = {
  ...{ program: PROGRAM, start: "2026-11-01", end: "2026-11-30", created: "2026-12-01", user: "ana" },
  producer: { nif: "500000000", product: "Facturas/Programas Lda", version: "1.0" },
} as const;

/** The file of the books, as text. */
export async function fileOf(acme: RecordedBooks, options: Partial<SaftPtFileOptions> = {}): Promise<string> {
  return new TextDecoder("windows-1252").decode(await saftPtFile(acme, { ...HEAD, ...options }));
}

const ITEM = ORDER.items[0]!;
const AZORES = { address: { line1: "Rua B 2", postalCode: "9500-001", city: "Ponta Delgada" } };
const manual = (...items: readonly object[]) =>
  ({ autoVat: false, items: items.map((item) => ({ ...ITEM, ...item })) }) as const;
const without = (exemption: string, more: object = {}) => ({
  taxRate: 0,
  vatCategory: "E" as const,
  exemptionReason: "Isento artigo 9.º do CIVA",
  national: { pt: { exemption } },
  ...more,
});
const EARLIER = { precedingInvoices: [{ number: "FT A/7", issueDate: "2026-10-01" }] };

type Scene = readonly [name: string, order: Partial<InvoiceOrder>, seller?: Partial<CompanyProfile>];

/** Every kind of document of a Portuguese seller. Each is complete. */
export const SCENES: readonly Scene[] = [
  ["an ordinary invoice", {}],
  ["a simplified invoice of a consumer", { series: "FS", clientVatNumber: undefined, clientName: "Consumidor final" }],
  ["an invoice-receipt", { series: "FR" }],
  ["a debit note", { series: "ND", documentType: "383", ...EARLIER }],
  ["self-billed", { selfBilled: true }],
  ["at three rates", manual({ taxRate: 23 }, { taxRate: 13, quantity: 0.333 }, { taxRate: 6, unitPrice: 9.99 })],
  ["exempt", manual(without("M07"))],
  [
    "outside the scope",
    manual({ vatCategory: "O", exemptionReason: "Não sujeito", national: { pt: { exemption: "M99" } } }),
  ],
  ["with VAT of the Azores", manual({ taxRate: 16 }, { taxRate: 4 }), AZORES],
  ["with VAT of Madeira", manual({ taxRate: 22 }, { taxRate: 4, national: { pt: { region: "PT-MA" } } })],
  [
    "with allowances and charges",
    { allowances: [{ amount: 5, reason: "Fidelidade" }], charges: [{ percent: 2, reason: "Portes" }] },
  ],
  ["with withholding", { withholdings: [{ percent: 25, reason: "Retenção na fonte", type: "IRS" }] }],
  ["in dollars", { currency: "USD", exchangeRate: { rate: 0.9123, date: "2026-11-19", source: "BCE" } }],
  [
    "to a business in France",
    {
      ...manual({ vatCategory: "AE", exemptionReason: "IVA – autoliquidação", national: { pt: { exemption: "M40" } } }),
      clientCountry: "FR",
      clientVatNumber: "FR40303265045",
    },
  ],
  ["with characters that Windows-1252 lacks", { clientName: "Ωmega € – “A” 🧾 Łódź" }],
  [
    "of a small enterprise",
    {},
    {
      vatRegistered: false,
      exemptionNote: "IVA – regime de isenção",
      national: { pt: { ...SELLER.national!.pt!, exemption: "M10" } },
    },
  ],
];
