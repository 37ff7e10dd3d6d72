import { describe, expect, it } from 'vitest';
import { onDay } from './instants.ts';

describe('an instant that is moved to a day', () => {
  it.each([
    ['2026-11-27T05:30:00Z', '2026-12-10', '2026-12-11T05:30:00.000Z'],
    // 11:30 PM before daylight saving begins, and 12:30 AM before it ends.
    ['2026-03-02T05:30:00Z', '2026-03-20', '2026-03-21T04:30:00.000Z'],
    ['2026-10-25T05:30:00Z', '2026-11-10', '2026-11-10T06:30:00.000Z'],
    ['2026-03-21T04:30:00Z', '2026-03-01', '2026-03-02T04:30:00.000Z'],
  ])('%s moves to %s', (at, day, moved) =>
    expect(onDay(new Date(at), day, 'America/Chicago').toISOString()).toBe(moved),
  );
});
