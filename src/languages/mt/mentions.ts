import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Inverżjoni tal-ħlas",
  advance: "Fattura ta’ ħlas bil-quddiem",
};
