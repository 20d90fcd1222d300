/**
 * The words of a text that is known when compiling: `"A" | "B"` for `"A B"`. It counts as it goes, so that long texts
 * work too.
 */
export type WordUnion<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? WordUnion<Rest, Found | Word>
  : Found | Text;
