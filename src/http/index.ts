export { type Principal, SCOPES, type Scope } from "../domain/principal.ts";
export type { Authenticate } from "./authentication.ts";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./handler.ts";
export { type JsonObject, openApiDocument } from "./openapi.ts";
