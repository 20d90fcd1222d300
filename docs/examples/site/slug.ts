/** The anchor that GitHub gives to a heading, from its text without marks. The site uses the same, so links work in both. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
