/** The endpoints on AWS Lambda, behind an HTTP API or a function URL: the entry `lambda.handler`, once it is bundled. */
import { Hono } from "hono";
import { handle as toLambda } from "hono/aws-lambda";
import { handle } from "./accounting.ts";
import { panel } from "./panel.ts";

const app = new Hono();
app.all("/accounting/*", (context) => handle(context.req.raw));
app.all("/panel/*", (context) => panel(context.req.raw));

export const handler = toLambda(app);
