/** Run with each flow: notes which spec files run while the shared stack logs something. */
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { noteSpec } from './logs.mjs';

const { LAMPSTAND_TEST_STACK: stack } = process.env;
const note = (time: { from?: number; to?: number }) => {
  const spec = path.basename(expect.getState().testPath ?? '');
  if (stack) noteSpec(JSON.parse(stack).home, { spec, ...time });
};

beforeAll(() => note({ from: Date.now() }));
afterAll(() => note({ to: Date.now() }));
