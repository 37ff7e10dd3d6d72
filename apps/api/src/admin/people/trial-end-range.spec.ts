import { expect, it } from 'vitest';
import { trialEndRange } from './trial-end-range.ts';

const zone = 'America/Chicago';
const rangeOf = (trialEndsAt: string, now: string, agreed?: string) =>
  trialEndRange({ trialEndsAt: new Date(trialEndsAt), now: new Date(now), agreed, zone });

it.each([
  [
    'the day of the agreement to the last within 90 days',
    '2026-03-20T15:00Z',
    '2026-03-01T16:00Z',
    '2026-03-10',
    '2026-03-10',
    '2026-05-30',
  ],
  [
    'the present end, without an agreement',
    '2026-03-20T15:00Z',
    '2026-03-01T16:00Z',
    undefined,
    '2026-03-20',
    '2026-05-30',
  ],
  [
    'a day less, where the trial ends later in the day than it is now',
    '2026-03-20T18:00Z',
    '2026-03-01T16:00Z',
    undefined,
    '2026-03-20',
    '2026-05-29',
  ],
  [
    'today, where that is later today',
    '2026-03-20T22:00Z',
    '2026-03-15T16:00Z',
    '2026-03-10',
    '2026-03-15',
    '2026-06-12',
  ],
  [
    'tomorrow, where the time of day has passed',
    '2026-03-20T15:00Z',
    '2026-03-15T16:00Z',
    '2026-03-10',
    '2026-03-16',
    '2026-06-13',
  ],
])('The end of a trial can be moved from %s', (_, ends, now, agreed, earliest, latest) => {
  expect(rangeOf(ends, now, agreed)).toEqual({ earliest, latest });
});
