/** The page of a table's host. */
import { startCopying } from "../copying.js";

startCopying();
