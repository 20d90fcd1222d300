import { insteadOf } from "../../domain/instead-of.ts";
import { requireOptions } from "../../domain/known-names.ts";

/** The hosts of the links, by environment of KSeF. */
const HOSTS = {
  production: "qr.ksef.mf.gov.pl",
  demo: "qr-demo.ksef.mf.gov.pl",
  test: "qr-test.ksef.mf.gov.pl",
} as const;

/** An environment of KSeF. */
export type KsefEnvironment = keyof typeof HOSTS;

/** The types of {@link KsefCertificate.context}. */
const CONTEXTS = ["Nip", "InternalId", "NipVatUe", "PeppolId"] as const;

/** A KSeF certificate of type *Offline*, and what signs with its key. */
export interface KsefCertificate {
  /** The certificate's serial number, in hexadecimal digits. */
  readonly serialNumber: string;
  /**
   * Signs the bytes with the certificate's private key: RSASSA-PSS with SHA-256 and a salt of 32 bytes, or ECDSA P-256 with
   * SHA-256.
   */
  readonly sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  /** In whose context the certificate is used. Absent: the seller's NIP. */
  readonly context?: { readonly type: (typeof CONTEXTS)[number]; readonly id: string } | undefined;
}

/** Options of {@link ksefCodeUrl}. */
export interface KsefCodeOptions {
  /** Absent: `production`. */
  readonly environment?: KsefEnvironment | undefined;
  /** Makes the link code II, which shows who issued an invoice offline. Absent: code I, which shows the invoice. */
  readonly certificate?: KsefCertificate | undefined;
}

/**
 * The link of a QR code for the PDF, made of the bytes that {@link toKsef} wrote: code I, or with a certificate code II. The
 * file that is sent must be the same, byte for byte.
 *
 * @throws TypeError if `xml` is not an FA(3) file, an option is not known or invalid, or `sign` returns no bytes
 * @see CIRFMF, kody-qr: ISO/IEC 18004:2024
 */
export async function ksefCodeUrl(xml: string | Uint8Array, options: KsefCodeOptions = {}): Promise<string> {
  requireOptions("ksefCodeUrl", options, { environment: true, certificate: true });
  const { environment = "production", certificate } = options;
  if (!Object.hasOwn(HOSTS, environment)) {
    throw new TypeError(`ksefCodeUrl: environment must be one of ${Object.keys(HOSTS).join(", ")}`);
  }
  const bytes = typeof xml === "string" ? new TextEncoder().encode(xml) : xml;
  if (!(bytes instanceof Uint8Array))
    throw new TypeError(`ksefCodeUrl needs a file that toKsef wrote${insteadOf(xml)}`);
  const { nip, date } = factsOf(new TextDecoder().decode(bytes));
  const hash = base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))));
  const host = HOSTS[environment];
  if (certificate === undefined) return `https://${host}/invoice/${nip}/${date.split("-").reverse().join("-")}/${hash}`;
  const { serialNumber, context, sign } = requireCertificate(certificate);
  const { type, id } = context ?? { type: "Nip", id: nip };
  const link = `${host}/certificate/${type}/${encodeURIComponent(id)}/${nip}/${serialNumber}/${hash}`;
  const signature: unknown = await sign(new TextEncoder().encode(link));
  if (!(signature instanceof Uint8Array)) throw new TypeError(`sign must return a Uint8Array${insteadOf(signature)}`);
  return `https://${link}/${base64Url(signature)}`;
}

/** The seller's NIP and `P_1`. Nothing before them has these names. */
function factsOf(xml: string): { readonly nip: string; readonly date: string } {
  const nip = /<Podmiot1>.*?<NIP>(\d{10})<\/NIP>/s.exec(xml)?.[1];
  const date = /<P_1>(\d{4}-\d{2}-\d{2})<\/P_1>/.exec(xml)?.[1];
  if (nip === undefined || date === undefined)
    throw new TypeError("ksefCodeUrl needs a file that toKsef wrote, with NIP and P_1");
  return { nip, date };
}

function requireCertificate(given: KsefCertificate): KsefCertificate {
  requireOptions("certificate", given, { serialNumber: true, sign: true, context: true });
  const { serialNumber, sign, context } = given;
  if (typeof serialNumber !== "string" || !/^[0-9A-Fa-f]+$/.test(serialNumber)) {
    throw new TypeError("certificate.serialNumber must be hexadecimal digits");
  }
  if (typeof sign !== "function") throw new TypeError(`certificate.sign must be a function${insteadOf(sign)}`);
  if (
    context !== undefined &&
    !(CONTEXTS.includes(context.type) && typeof context.id === "string" && context.id !== "")
  ) {
    throw new TypeError(`certificate.context must be { type, id }, with a type of ${CONTEXTS.join(", ")}`);
  }
  return given;
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
