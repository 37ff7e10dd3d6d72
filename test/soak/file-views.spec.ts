/** Random schedules of sign-ups and files by two members of staff. */
import { it } from '@jest/globals';
import { fileSchedules } from '../model-based/file-schedules.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack();

it('each row is in exactly one file of a view, in 200 random schedules', async () => {
  await fileSchedules(stack, 200);
}, 1_800_000);
