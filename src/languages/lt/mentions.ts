import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "Atvirkštinis apmokestinimas",
  advance: "Avansinė sąskaita faktūra",
};
