// `--import tsx` registers nothing in a worker thread of Node 20.
import { register } from "tsx/esm/api";

register();
