import { expect, it } from '@jest/globals';
import { TRIAL_STATES } from '@lampstand/workflows';
import { isTooLateForCard } from './late-cards.ts';

it('a card comes too late where the sign-up has ended without an account', () => {
  expect(TRIAL_STATES.filter(isTooLateForCard)).toEqual(['alreadyMember', 'cancelled']);
});
