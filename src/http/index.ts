export { type Authenticate, type Principal, SCOPES, type Scope } from "./authentication.ts";
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from "./handler.ts";
export { type JsonObject, openApiDocument } from "./openapi.ts";
