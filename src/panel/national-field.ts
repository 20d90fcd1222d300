/** A field that only the documents of one state need, as a form of the panel shows it. */
export interface NationalField {
  /** Where its value is in the state's part: `registration/office`, or `withholdings/#/type` in each entry of a list. */
  readonly path: string;
  readonly kind: "text" | "number" | "day" | "choice" | "yes-no";
  /** The most characters of a text. */
  readonly max?: number;
  /** The codes of a choice. */
  readonly options?: readonly string[];
  /** What it is, in English: its hint where the panel has no words for it. */
  readonly text: string;
  /** Whether it belongs to one sale, so that a copy of the invoice leaves it out. */
  readonly isOfSale?: true;
  /** The most entries of the list that it is in. */
  readonly most?: number;
}

/** By form: the settings, a client, an order beside what is the client's, a line. Then by state, as in `national`. */
export type NationalFields = Readonly<
  Record<"profile" | "client" | "order" | "line", Readonly<Record<string, readonly NationalField[]>>>
>;
