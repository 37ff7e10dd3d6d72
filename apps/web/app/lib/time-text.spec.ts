import { describe, expect, it } from 'vitest';
import { timeText, whenText } from './time-text.ts';

const AUSTIN = 'America/Chicago';
/** A Sunday, 2:15 in the morning in Austin. */
const NOW = new Date('2026-11-22T08:15:00Z');
const plain = (text: string) => text.replace(/\u202F/g, ' ');

describe('an instant in a sentence', () => {
  it.each([
    ['2026-11-22T08:20:00Z', 'at 2:20 AM'],
    ['2026-11-23T05:59:00Z', 'at 11:59 PM'],
    ['2026-11-23T06:00:00Z', 'tomorrow at 12:00 AM'],
    ['2026-11-23T08:14:00Z', 'tomorrow at 2:14 AM'],
    ['2026-11-24T08:14:00Z', 'on Tuesday at 2:14 AM'],
    ['2026-11-28T20:00:00Z', 'on Saturday at 2:00 PM'],
    ['2026-11-29T20:00:00Z', 'on November 29 at 2:00 PM'],
    ['2026-11-22T05:58:00Z', 'yesterday at 11:58 PM'],
    ['2026-11-20T18:00:00Z', 'on November 20 at 12:00 PM'],
  ])('%s is %j', (at, text) => {
    expect(plain(whenText(new Date(at), NOW, AUSTIN))).toBe(text);
  });

  it("names the day of the person's zone", () => {
    const at = new Date('2026-11-23T01:00:00Z');
    expect(plain(whenText(at, NOW, AUSTIN))).toBe('at 7:00 PM');
    expect(plain(whenText(at, NOW, 'Pacific/Auckland'))).toBe('tomorrow at 2:00 PM');
  });

  it('knows the days around a change of the clocks', () => {
    const saturday = new Date('2026-10-31T23:30:00-05:00');
    expect(plain(whenText(new Date('2026-11-01T23:30:00-06:00'), saturday, AUSTIN))).toBe('tomorrow at 11:30 PM');
  });

  it('has a time alone', () => {
    expect(plain(timeText(NOW, AUSTIN))).toBe('2:15 AM');
  });
});
