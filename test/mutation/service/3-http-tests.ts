import { describeFiles } from "../describe-files.ts";

describeFiles(
  import.meta.glob([
    "../../{property,http}/**/*.test.ts",
    "!../../property/{invoice-number,totals,whole-amounts}.test.ts",
    "!../../http/{fuzz,hostile-requests,hosts,kept-keys,openapi-schema,raw-requests,socket}.test.ts",
  ]),
);
