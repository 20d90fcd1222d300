/** The same symbol in every copy of the package that a process has loaded, whatever its version. */
const BRAND: symbol = Symbol.for("faktura.error");

/** What an error tells other copies of the package. */
export interface ErrorBrand {
  /** The version of this shape. Later versions only add to it. */
  readonly version: 1;
  /** The class. */
  readonly is: string;
  /** What a refusal is about. A later version may have more than this one knows. */
  readonly about?: string | undefined;
}

/** The brand of an error of any copy of the package; `undefined` for other values. */
export function brandOf(value: unknown): ErrorBrand | undefined {
  return (value as { readonly [BRAND]?: ErrorBrand } | null | undefined)?.[BRAND];
}

/**
 * An error that other copies of the package recognise: a process has several in a monorepo, or after `jest.resetModules`,
 * and each has classes of its own. `instanceof` compares brands, so it holds for the errors of all of them.
 */
export abstract class BrandedError extends Error {
  /** A subclass of a host has no brand of its own, and only its own instances. */
  static [Symbol.hasInstance](value: unknown): boolean {
    const own = Object.hasOwn(this.prototype, BRAND) ? brandOf(this.prototype)?.is : undefined;
    return super[Symbol.hasInstance](value) || (own !== undefined && brandOf(value)?.is === own);
  }
}

/** Gives the instances of a class their brand. A getter of its prototype, so that no copy or comparison sees it. */
export function brand<Branded extends BrandedError>(
  of: { readonly prototype: Branded },
  is: string,
  aboutOf?: (error: Branded) => string,
): void {
  const get = function (this: Branded): ErrorBrand {
    return { version: 1, is, ...(aboutOf && { about: aboutOf(this) }) };
  };
  Object.defineProperty(of.prototype, BRAND, { get });
}
