/** `unit` needs nothing; `flows` needs the stack, which its global setup starts; `soak` is what `npm run soak` runs. */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Our libraries straight from their sources, so that no build has to come before a unit test.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  // ts-jest writes an import of ./x.ts as ./x.js.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/build/', '<rootDir>/.data/'],
  transform: { '^.+\\.tsx?$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/apps/api/tsconfig.json' }] },
};

export default {
  testTimeout: 30_000,
  // One more than the cores of the smallest machine: a spec often waits for its servers.
  maxWorkers: 3,
  coverageProvider: 'v8',
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.{ts,tsx}', '!**/*.spec.ts'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs'],
      testMatch: ['<rootDir>/{apps,libs}/*/{src,app}/**/*.spec.{ts,tsx}'],
    },
    {
      ...shared,
      displayName: 'flows',
      roots: ['<rootDir>/test'],
      testMatch: ['<rootDir>/test/flows/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/jest-setup.mjs',
      globalTeardown: '<rootDir>/test/support/jest-teardown.mjs',
    },
    {
      ...shared,
      displayName: 'soak',
      roots: ['<rootDir>/test'],
      testMatch: ['<rootDir>/test/soak/*.spec.ts'],
    },
  ],
};
