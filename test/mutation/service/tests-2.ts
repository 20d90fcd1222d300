import { describeFiles } from "../describe-files.ts";

describeFiles(import.meta.glob(["../../audit/**/*.test.ts", "!../../audit/{memory,sweep,writers}.test.ts"]));
