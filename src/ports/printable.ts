/**
 * Says what could not be printed, so that it is refused before an invoice has its number.
 *
 * - **Guarantee**: the same text always has the same answer.
 * - **Cost**: it is asked about each text of an order and of the profile that is printed, before the lock, so it answers
 *   at once.
 */
export interface Printable {
  /** The characters of `text` that cannot be printed, each once, as people see them. Empty if there are none. */
  unprintable(text: string): readonly string[];
}
