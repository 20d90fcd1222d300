import type { VatCheck } from "../../wire.ts";
import { failureText, type PanelCalls } from "../calls.ts";
import { textOf } from "../fields/fields.ts";
import { afterPress } from "../fields/press.ts";
import { texts } from "../texts/language.ts";
import { vatCheckText } from "./vat-check-text.ts";

const NUMBER = "/clientVatNumber";
const COUNTRY = "/clientCountry";

/** What {@link VatNumberCheck} needs of its page. */
interface CheckedPage {
  readonly calls: PanelCalls;
  readonly form: () => HTMLFormElement;
  readonly show: () => void;
  /** Called when the register has answered. */
  readonly onAnswer?: () => void;
}

/** The check of the VAT number in a form. It is asked for again once the number or its country was changed, and blocks nothing. */
export class VatNumberCheck {
  readonly #page: CheckedPage;
  #answer: VatCheck | null = null;
  #text = "";
  #asked: Promise<void> | undefined;

  constructor(page: CheckedPage) {
    this.#page = page;
  }

  /** Of the number that the form has now; `null` if there is none yet. */
  get answer(): VatCheck | null {
    return this.#answer;
  }

  /** What is known of the number, for people; empty if nothing is. */
  get text(): string {
    return this.#text;
  }

  /** Fulfils when the register was asked about what the form has now. */
  async settle(): Promise<void> {
    if (this.#answer === null) await this.ask();
  }

  /** Takes the answer of a saved client. */
  take(answer: VatCheck | null): void {
    [this.#answer, this.#text] = [answer, answer === null ? "" : vatCheckText(answer)];
    this.#asked = undefined;
  }

  /** Forgets the answer while another number is typed, and asks when the field is left. For `input` and `change`. */
  readonly handle = ({ type, target }: Event): void => {
    const { name } = target as HTMLInputElement;
    if (name !== NUMBER && name !== COUNTRY) return;
    this.take(null);
    // After the click that left the field: what is shown below it moves the button that is being pressed.
    if (type === "change") afterPress(() => void this.settle());
    else this.#page.show();
  };

  /** Does nothing without a number or a country. */
  async ask(): Promise<void> {
    if (this.#asked !== undefined) return this.#asked;
    const { calls, form, show, onAnswer } = this.#page;
    const [vatNumber, country] = [textOf(form(), NUMBER), textOf(form(), COUNTRY)];
    if (vatNumber === undefined || country === undefined) return show();
    this.#text = texts.vatChecks.asking;
    const asked = calls.checkVatNumber(vatNumber, country).then(
      (answer) => {
        if (this.#asked !== asked) return; // typed meanwhile
        this.take(answer);
        onAnswer?.();
      },
      (error: unknown) => {
        const problem = failureText(error);
        if (this.#asked === asked) [this.#text, this.#asked] = [problem, undefined];
      },
    );
    this.#asked = asked;
    show();
    await asked;
    show();
  }
}
