/** The same symbol in every copy of the package that a process has loaded, whatever its version. */
const BRAND: symbol = Symbol.for("faktura.error");

/** Marks an error, so that other copies of the package recognise it. */
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
 * Makes other copies of the package recognise a class of errors: a process has several in a monorepo, or after
 * `jest.resetModules`, and each has classes of its own. `instanceof` compares brands, so it holds for the errors of all of
 * them. A host's subclass has only its own instances.
 */
export function brandErrors<Branded extends Error>(
  of: { readonly prototype: Branded },
  is: string,
  aboutOf?: (error: Branded) => string,
): void {
  // A getter of the prototype, so that no copy or comparison of an error sees it.
  Object.defineProperty(of.prototype, BRAND, {
    get(this: Branded): ErrorBrand {
      return { version: 1, is, ...(aboutOf && { about: aboutOf(this) }) };
    },
  });
  Object.defineProperty(of, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(this, value) || (this === of && brandOf(value)?.is === is);
    },
  });
}
