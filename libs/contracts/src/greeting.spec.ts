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
  ])('of %s is %s', (name, greeting) => {
    expect(greetingName(splitName(name))).toBe(greeting);
  });

  it('keeps a first name of two words', () => {
    expect(greetingName({ firstName: 'Mary Ann', lastName: 'Lee' })).toBe('Mary Ann');
  });
});
