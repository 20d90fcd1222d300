import { callKey, PAGE_DATA_ID, type PageData } from "../page-data.ts";

/** What the server wrote into the HTML of this page. */
export const PAGE_DATA = JSON.parse(document.getElementById(PAGE_DATA_ID)!.textContent) as PageData;

const answers = new Map(Object.entries(PAGE_DATA.answers));

/** The answer to a call of the page's that came with its HTML; `undefined` if there is none, or it was taken before. */
export function takeFirstAnswer<Answer>(address: string): Answer | undefined {
  const key = callKey(address);
  const answer = answers.get(key) as Answer | undefined;
  answers.delete(key);
  return answer;
}

/** From now on every call asks the server, because what came with the HTML may have changed. */
export function dropFirstAnswers(): void {
  answers.clear();
}
