export { type Principal, SCOPES, type Scope } from "../domain/access.ts";
export type { Authenticate } from "./authentication.ts";
export { type Problem, type ProblemAnswer, problemOf } from "./common/problem.ts";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./handler.ts";
export { type OpenApiOptions, openApiDocument } from "./openapi.ts";
export type { JsonObject } from "./openapi-responses.ts";
export type { PdfRequest, RenderPdf } from "./routes.ts";
