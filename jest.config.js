/** `unit` needs no build and no database; `flows` starts a stack in its global setup; `soak` is run by `npm run soak`. */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/build/', '<rootDir>/.data/'],
  transform: { '\\.tsx?$': '<rootDir>/tools/typescript.ts' },
};

export default {
  testTimeout: 30_000,
  // One more than the cores of the smallest machine: specs often wait for their servers.
  maxWorkers: 3,
  coverageProvider: 'v8',
  collectCoverageFrom: ['{apps,libs}/*/src/**/*.{ts,tsx}', '!**/*.spec.ts'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
      testMatch: ['<rootDir>/{apps,libs}/*/{src,app}/**/*.spec.{ts,tsx}', '<rootDir>/tools/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'flows',
      testEnvironment: '<rootDir>/test/support/flow-environment.mjs',
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
