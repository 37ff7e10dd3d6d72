import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { TRANSFORM } from './tools/typescript.ts';

/** `unit` needs no build and no database; `flows` starts a stack in its global setup; `soak` is run by `npm run soak`. */
export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: specs often wait for their servers.
    maxWorkers: 3,
    // As in journeys: variants, long lives and long waits, which `npm run soak flows` adds.
    tags: [{ name: 'thorough' }],
    projects: [
      project('unit', 120_000, { include: ['{apps,libs}/*/{src,app}/**/*.spec.{ts,tsx}', 'tools/*.spec.ts'] }),
      project('flows', 120_000, {
        include: ['test/flows/**/*.spec.ts'],
        globalSetup: 'test/support/flows-setup.ts',
        setupFiles: 'test/support/note-spec.ts',
      }),
      project('soak', 600_000, { include: ['test/soak/*.spec.ts'], maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
  },
});

function project(
  name: string,
  timeout: number,
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    oxc: TRANSFORM,
    test: {
      name,
      testTimeout: timeout,
      hookTimeout: timeout,
      // Titles hold values whole.
      chaiConfig: { truncateThreshold: 200 },
      // A worker loads the sources once for all its files; Node loads what the build wrote.
      isolate: false,
      ...(!process.env.THOROUGH && { tagsFilter: ['!thorough'] }),
      server: { deps: { external: [/\/build\//] } },
      ...more,
    },
  };
}
