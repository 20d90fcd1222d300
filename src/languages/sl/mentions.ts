import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "obrnjena davčna obveznost",
  selfBilling: "samofakturiranje",
  advance: "Avansni račun",
};
