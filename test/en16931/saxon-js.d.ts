declare module "saxon-js" {
  interface TransformOptions {
    /** A compiled stylesheet, read from its JSON. Given as text it would be read again for every document. */
    readonly stylesheetInternal: unknown;
    readonly sourceText: string;
    readonly destination: "serialized";
  }
  const SaxonJS: { transform(options: TransformOptions, execution: "sync"): { readonly principalResult: string } };
  export default SaxonJS;
}
