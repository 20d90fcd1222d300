import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Atvirkštinis apmokestinimas",
};
