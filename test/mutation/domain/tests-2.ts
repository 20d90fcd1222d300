import "../service/tests-1.ts";
