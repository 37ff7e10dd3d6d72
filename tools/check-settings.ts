/** Exits 1, with a line for each missing or wrong one, unless a server can start with the settings of its environment. */
import 'reflect-metadata';
import { loadSettings } from '../apps/api/src/platform/config/index.ts';

try {
  loadSettings(process.env);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
