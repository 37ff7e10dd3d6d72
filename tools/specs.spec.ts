/** What `npm test`, `soak` and `bench` do with a name that no file has. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowsTagged } from './specs.ts';

describe('a name that no spec file has', () => {
  it.each([
    ['test', ['mail-kinds'], 'No spec file contains `mail-kinds`. Did you mean `mail-keys`?'],
    ['test', ['flows/reports', 'keeps the card'], 'No spec file contains `keeps the card`. Did you mean '],
    // Written so that this file does not contain the words.
    ['test', ['-t', Array(3).fill('unwritten').join(' ')], 'No spec file contains the words'],
    ['long-runs', ['soak', 'exactly-twice'], 'No spec file contains `exactly-twice`. Did you mean `exactly-once`?'],
    ['long-runs', ['bench', 'lits'], 'No spec file contains `lits`. Did you mean `lists`?'],
  ])('is refused before any work, with the nearest one: %s %j', (name, words, message) => {
    const script = path.join(import.meta.dirname, `${name}.ts`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('the tag of a flow', () => {
  it('stands in its first comment', async () => {
    expect(await flowsTagged('@slow')).toContain('test/flows/limits.spec.ts');
    expect(await flowsTagged('@thorough')).toContain('test/flows/links-by-stage.spec.ts');
    expect(await flowsTagged('@slow', '@thorough')).not.toContain('test/flows/trial-calls.spec.ts');
  });
});
