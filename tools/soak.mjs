/** `npm run soak [name]`: long runs from test/soak/ that look for what only time shows. */
import { runScenarios } from './scenarios.mjs';

await runScenarios('soak');
