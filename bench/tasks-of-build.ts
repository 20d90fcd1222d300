/** One side of `before-and-after`: runs the tasks whose names it is sent, with the build in the folder that it was given. */
import { join } from "node:path";
import pg from "pg";
import { libraryIn } from "./library.ts";
import { TASKS, type TaskName } from "./tasks.ts";
import { temporaryFolder } from "./workload.ts";

const [dist = "", url = ""] = process.argv.slice(2);
const library = await libraryIn(dist);
const pool = new pg.Pool({ connectionString: url, max: 8, idleTimeoutMillis: 0 });
const folder = temporaryFolder();
let books = 0;

process.on("message", async (name: TaskName) => {
  books += 1;
  const place = { library, pool, file: join(folder, `${books}.db`), schema: `books_${process.pid}_${books}` };
  process.send!(await TASKS[name](place));
});
