/** Goal: the links of both codes are those that KSeF checks, and a PDF has them as codes. */
import { constants, createHash, generateKeyPairSync, sign as signWith, verify } from "node:crypto";
import { type KsefCertificate, ksefCodeUrl, toKsef } from "faktura/einvoice/pl";
import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { FONTS } from "../../pdf/fonts.ts";
import { pdfParts } from "../../pdf/pdf-parts.ts";
import { openBooks } from "../../service/books.ts";
import { ORDER, SELLER } from "./scenes.ts";

async function file() {
  const { acme } = await openBooks(undefined, SELLER);
  const invoice = await acme.issue(ORDER);
  return { invoice, xml: toKsef(invoice) };
}

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const;

test("code I has the seller's number, the day, and the digest of the file's bytes", async () => {
  const { xml } = await file();
  const digest = createHash("sha256").update(xml, "utf8").digest("base64url");
  const path = `/invoice/5261040828/20-11-2026/${digest}`;
  expect(await ksefCodeUrl(xml)).toBe(`https://qr.ksef.mf.gov.pl${path}`);
  expect(await ksefCodeUrl(Buffer.from(xml), { environment: "demo" })).toBe(`https://qr-demo.ksef.mf.gov.pl${path}`);
  expect(await ksefCodeUrl(xml, { environment: "test" })).toBe(`https://qr-test.ksef.mf.gov.pl${path}`);
});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });

test.each([
  ["an RSA key", { key: rsa.privateKey, ...PSS }, { key: rsa.publicKey, ...PSS }],
  [
    "a P-256 key",
    { key: curve.privateKey, dsaEncoding: "ieee-p1363" },
    { key: curve.publicKey, dsaEncoding: "ieee-p1363" },
  ],
] as const)(
  "code II is signed by %s, over the link without https:// and the signature",
  async (_, privateKey, publicKey) => {
    const { xml } = await file();
    const certificate: KsefCertificate = {
      serialNumber: "01F20A5D352AE590",
      sign: (bytes) => signWith("sha256", bytes, privateKey),
    };
    const url = await ksefCodeUrl(xml, { environment: "test", certificate });
    const digest = createHash("sha256").update(xml, "utf8").digest("base64url");
    const link = `qr-test.ksef.mf.gov.pl/certificate/Nip/5261040828/5261040828/01F20A5D352AE590/${digest}`;
    expect(url.startsWith(`https://${link}/`)).toBe(true);
    const signature = Buffer.from(url.slice(url.lastIndexOf("/") + 1), "base64url");
    expect(verify("sha256", Buffer.from(link), publicKey, signature)).toBe(true);
  },
);

test("code II names another context, and waits for the signature", async () => {
  const { xml } = await file();
  const certificate: KsefCertificate = {
    serialNumber: "01",
    context: { type: "InternalId", id: "5261040828-00001" },
    sign: () => Promise.resolve(new Uint8Array([251, 255])),
  };
  expect(await ksefCodeUrl(xml, { certificate })).toMatch(
    /\/certificate\/InternalId\/5261040828-00001\/5261040828\/01\/.+\/-_8$/,
  );
});

test("a PDF has both codes with their labels", async () => {
  const { invoice, xml } = await file();
  const certificate: KsefCertificate = {
    serialNumber: "01",
    sign: (bytes) => signWith("sha256", bytes, { key: rsa.privateKey, ...PSS }),
  };
  const urls = [await ksefCodeUrl(xml), await ksefCodeUrl(xml, { certificate })];
  const codes = [
    { url: urls[0]!, label: "OFFLINE" },
    { url: urls[1]!, label: "CERTYFIKAT" },
  ];
  const { pages, dictionaries } = await pdfParts(await renderPdf(invoice, { fonts: FONTS, language: "pl", codes }));
  expect(pages[0]).toContain("OFFLINE CERTYFIKAT Faktura FV-202611-0001");
  for (const { url, label } of codes) expect(dictionaries).toContain(`/Alt (${label} ${url})`);
});

test.each([
  ["no file", "<a/>", {}, "ksefCodeUrl needs a file that toKsef wrote, with NIP and P_1"],
  [
    "a promise of a file",
    Promise.resolve(""),
    {},
    "ksefCodeUrl needs a file that toKsef wrote, not a promise; await it",
  ],
  ["another environment", undefined, { environment: "prod" }, "environment must be one of production, demo, test"],
  ["another option", undefined, { env: "test" }, "env is not a known option"],
  [
    "no function that signs",
    undefined,
    { certificate: { serialNumber: "01" } },
    "certificate.sign must be a function, not undefined",
  ],
  [
    "a serial number that is none",
    undefined,
    { certificate: { serialNumber: "x", sign: () => new Uint8Array() } },
    "certificate.serialNumber must be hexadecimal digits",
  ],
  [
    "a context that is none",
    undefined,
    { certificate: { serialNumber: "01", sign: () => new Uint8Array(), context: { type: "Pesel", id: "1" } } },
    "certificate.context must be { type, id }, with a type of Nip, InternalId, NipVatUe, PeppolId",
  ],
  [
    "a signature that is none",
    undefined,
    { certificate: { serialNumber: "01", sign: () => "x" } },
    "sign must return a Uint8Array",
  ],
])("%s is refused", async (_, xml, options, message) => {
  const given = xml ?? (await file()).xml;
  await expect(ksefCodeUrl(given as string, options as never)).rejects.toThrow(message);
});
