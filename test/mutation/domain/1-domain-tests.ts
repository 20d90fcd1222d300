import { describeFiles } from "../describe-files.ts";

describeFiles(
  import.meta.glob([
    "../../{domain,golden}/**/*.test.ts",
    "../../property/{totals,invoice-number}.test.ts",
    "!../../domain/vat/vat-table.test.ts",
  ]),
);
