import type { Mentions } from "../mentions.ts";

export const mentions: Mentions = {
  reverseCharge: "nodokļa apgrieztā maksāšana",
  advance: "Avansa rēķins",
};
