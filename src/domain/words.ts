/**
 * The words of a text that is known when compiling: `"A" | "B"` for `"A B"`. It counts as it goes, so that long texts
 * work too.
 */
export type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text;
