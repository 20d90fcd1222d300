import type { Deadline } from "../connection/deadline.ts";
import type { Session } from "../connection/session.ts";
import type { Tables } from "../settings.ts";

/** A statement on a connection, with the deadline of its call. */
export type Statement<Value> = (session: Session, tables: Tables, deadline: Deadline) => Promise<Value>;
