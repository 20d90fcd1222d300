/** A child process that indexes acme's books to the end, and then waits for its own. */
import { postgresStore } from "faktura/postgres";
import { openSqliteStore } from "faktura/sqlite";
import pg from "pg";

const [place, schema] = process.argv.slice(2) as [string, string | undefined];
const pool = schema === undefined ? undefined : new pg.Pool({ connectionString: place });
const store = pool === undefined ? await openSqliteStore(place) : postgresStore(pool, { schema });
await store.ready();
process.stdout.write("ready\n");
for (let step = 1; step > 0; ) step = await store.search.index("acme");
setInterval(() => undefined, 1000);
