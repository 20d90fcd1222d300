import { renderPdf } from "faktura/pdf";
import { expect, test } from "vitest";
import { TimeSlice } from "../../src/pdf/time-slice.ts";
import { openBooks } from "../service/books.ts";
import { order } from "../support/fixtures.ts";
import { FONTS } from "./fonts.ts";

test("the texts of a long table are measured in slices, too", async () => {
  const { acme } = await openBooks();
  const items = Array.from({ length: 1000 }, (_, index) => ({
    description: `Tee ${index}`,
    quantity: 1,
    unitPrice: 1,
  }));
  const places: (string | undefined)[] = [];
  const { endIfOver } = TimeSlice.prototype;
  TimeSlice.prototype.endIfOver = function () {
    places.push(/at (?:async )?(\w+) \(\S*draw-table/.exec(new Error("where").stack ?? "")?.[1]);
    return endIfOver.call(this);
  };
  try {
    await renderPdf(await acme.issue(order({ items })), { fonts: FONTS });
  } finally {
    TimeSlice.prototype.endIfOver = endIfOver;
  }
  for (const place of ["columnTexts", "drawTable"])
    expect(places.filter((each) => each === place).length, place).toBeGreaterThan(items.length);
});
