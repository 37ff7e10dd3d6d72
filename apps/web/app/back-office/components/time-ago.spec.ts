import { describe, expect, it } from 'vitest';
import { timeAgoText, durationText } from './time-ago.tsx';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

describe('a time', () => {
  it.each([
    [0, 'just now'],
    [59.9, 'just now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [29.9 * DAY, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [364 * DAY, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('%d seconds ago reads %s', (seconds, words) => expect(timeAgoText(seconds)).toBe(words));

  it.each([
    [-30, 'just now'],
    [-MINUTE, 'in 1 minute'],
    [-30 * DAY + 1, 'in 29 days'],
  ])('%d seconds in the future reads %s', (seconds, words) => expect(timeAgoText(seconds)).toBe(words));
});

describe('a duration', () => {
  it.each([
    [-5, 'for less than a minute'],
    [59, 'for less than a minute'],
    [40 * MINUTE, 'for 40 minutes'],
    [2 * DAY, 'for 2 days'],
  ])('%d seconds read %s', (seconds, words) => expect(durationText(seconds)).toBe(words));
});
