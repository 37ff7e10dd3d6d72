/** `npm run bench [name]`: measures what test/bench/ describes. */
import { runScenarios } from './scenarios.mjs';

await runScenarios('bench');
