/** Reads national files as their portals do. Nothing here comes from the library. */
import {
  XmlBufferInputProvider,
  XmlDocument,
  type XmlElement,
  XsdValidator,
  xmlRegisterInputProvider,
} from "libxml2-wasm";

/** What a schema says about files. The schema is loaded for the first of them, with the files that it imports, by address. */
export function schemaCheck(load: () => { schema: Uint8Array; imports: Record<string, Uint8Array> }) {
  let validator: XsdValidator | undefined;
  return (xml: string): string[] => {
    if (validator === undefined) {
      const { schema, imports } = load();
      if (!xmlRegisterInputProvider(new XmlBufferInputProvider(imports)))
        throw new Error("libxml2 has no room for a provider");
      validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema, { url: "schema.xsd" }));
    }
    return reading(xml, (document) => {
      try {
        validator!.validate(document);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
  };
}

/** Reads a file, and frees what that took. */
export function reading<Result>(xml: string, read: (document: XmlDocument) => Result): Result {
  const document = XmlDocument.fromString(xml);
  try {
    return read(document);
  } finally {
    document.dispose();
  }
}

/** A part of a file: the first text at a path below it, and the parts there. */
export interface Part {
  readonly text: (path: string) => string | undefined;
  readonly all: (path: string) => Part[];
}

/** An element whose parts are in a namespace, or in none. */
export function partOf(element: XmlElement, namespace?: string): Part {
  const namespaces = namespace === undefined ? undefined : { n: namespace };
  const qualified = (path: string) => (namespace === undefined ? path : path.replace(/(^|\/)(\w)/g, "$1n:$2"));
  return {
    text: (path) => element.get(qualified(path), namespaces)?.content,
    all: (path) => element.find(qualified(path), namespaces).map((each) => partOf(each as XmlElement, namespace)),
  };
}

/** Decimals as whole numbers of 10^-8. */
const SCALE = 8;
export const ONE = 10n ** BigInt(SCALE);
export const CENT = ONE / 100n;

/** A decimal in units of 10^-8; 0 if there is none. */
export function units(text = "0"): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(SCALE, "0"));
  return text.startsWith("-") ? -value : value;
}

/** Whether two numbers differ by more than the tolerance. */
export const isFar = (one: bigint, other: bigint, tolerance: bigint) =>
  one - other > tolerance || other - one > tolerance;
