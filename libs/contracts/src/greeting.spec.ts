import { describe, expect, it } from 'vitest';
import { greetingName } from './greeting.ts';
import { splitName } from './names.ts';

describe('the name in a greeting', () => {
  it.each([
    ['Mike Jones', 'Mike'],
    ['Pastor Mike Jones', 'Mike'],
    ['Youth Pastor Mike Jones', 'Mike'],
    ['pastor Mike', 'Mike'],
    ['Rev. Dr. Anna-Lena Berg', 'Anna-Lena'],
    ['Reverend Ruth', 'Ruth'],
    ['Fr. Tom', 'Tom'],
    ['Mrs Lee', 'Lee'],
    ['Brother Elder Sam Roe', 'Sam'],
    ['Youth Smith', 'Youth'],
    ['Pastor', 'Pastor'],
    ['Eldera Minister', 'Eldera'],
    ['\uFE0F Mary Lee', 'Mary'],
    ['\u2800 Mary Lee', 'Mary'],
    ['x'.repeat(50), 'x'.repeat(30)],
  ])('of %s is %s', (name, greeting) => {
    expect(greetingName(splitName(name))).toBe(greeting);
  });

  it('keeps a first name of two words', () => {
    expect(greetingName({ firstName: 'Mary Ann', lastName: 'Lee' })).toBe('Mary Ann');
  });

  it('has at most 30 characters, and ends with a word', () => {
    const firstName = 'Your account is locked. Please call this number today';
    expect(greetingName({ firstName })).toBe('Your account is locked. Please');
    expect(greetingName({ firstName: `Mary ${'x'.repeat(26)}` })).toBe('Mary');
  });
});
