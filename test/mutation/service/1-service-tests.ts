import { describeFiles } from "../describe-files.ts";

describeFiles(import.meta.glob(["../../service/**/*.test.ts", "!../../service/audit/**"]));
