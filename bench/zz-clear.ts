import Database from "better-sqlite3";
import { SEARCH } from "../src/adapters/sqlite/schema/search.ts";
const db = new Database(process.argv[2]); for (const t of ["blocks","terms","postings","texts"]) db.exec("drop table if exists faktura_search_"+t); db.exec(SEARCH); db.pragma("wal_checkpoint(TRUNCATE)");
