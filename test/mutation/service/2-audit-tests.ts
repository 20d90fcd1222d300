import { describeFiles } from "../describe-files.ts";

describeFiles(
  import.meta.glob(["../../service/audit/**/*.test.ts", "!../../service/audit/{memory,sweep,writers}.test.ts"]),
);
