import "../service/1-service-tests.ts";
