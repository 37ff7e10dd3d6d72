import { describe, expect, it } from 'vitest';
import { applicationBody, linkTokenBody, newsletterBody } from './applications.ts';
import { APPLICATION_CHURCH_SIZES, YEARS_IN_MINISTRY } from './choices.ts';

const GOOD = {
  firstName: 'Ruth',
  lastName: 'Okafor',
  email: 'ruth@church.example',
  phone: '(512) 555-0142',
  position: 'Director of Student Ministries',
  churchName: 'Hillside Fellowship',
  churchCity: 'Tulsa',
  churchState: 'OK',
  churchSize: '500-1000',
  yearsInMinistry: '5-10 years',
  whyInterested: 'Twenty characters ok',
};

const problems = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
const problemsWith = (given: object) => problems(applicationBody.safeParse({ ...GOOD, ...given }));

describe('an application', () => {
  it('is accepted, with the phone as ten digits and without unknown fields', () => {
    expect(applicationBody.parse({ ...GOOD, state: 'approved', id: 7 })).toEqual({ ...GOOD, phone: '5125550142' });
  });

  const SAID = {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number',
    position: 'Your role/position is required',
    churchName: 'Church name is required',
    churchCity: 'City is required',
    churchState: 'State is required',
    churchSize: 'Please select your church size',
    yearsInMinistry: 'Please select years in ministry',
    whyInterested: 'Please share more about your interest (minimum 20 characters)',
  };

  it('is refused with the messages of the specification when fields are blank or missing', () => {
    const blank = Object.fromEntries(Object.keys(GOOD).map((name) => [name, '']));
    expect(problemsWith(blank)).toEqual(SAID);
    expect(problems(applicationBody.safeParse({}))).toEqual(SAID);
  });

  it.each([
    ['firstName', 'R', 'Ru'],
    ['lastName', 'O', 'Ok'],
    ['position', 'Y', 'YP'],
    ['churchName', 'H', 'Hi'],
    ['churchCity', 'T', 'Ty'],
    ['churchState', 'DC', 'TX'],
    ['churchSize', '1000-3000', '1000-2500'],
    ['yearsInMinistry', '4 years', '3-5 years'],
    ['whyInterested', 'Nineteen characters', 'Twenty characters ok'],
    ['whyInterested', `   ${'x'.repeat(19)}   `, `${'x'.repeat(10)}\n${'x'.repeat(9)}`],
    ['phone', '512 555 014', '+1 512 555 0142'],
    ['churchName', '\u200B\u2060', 'The Loft @ Grace'],
  ] as const)('%s: %j is refused and %j is accepted', (field, refused, taken) => {
    expect(problemsWith({ [field]: refused })).toEqual({ [field]: SAID[field] });
    expect(problemsWith({ [field]: taken })).toEqual({});
  });

  it.each([
    ['whyInterested', 'x'.repeat(2001), 'Please shorten this text'],
    ['churchName', 'x'.repeat(101), 'Please shorten this text'],
    ['lastName', 'ruth@church.example', 'Please leave out links and email addresses'],
    ['position', 'Youth\u0007', 'This text has hidden characters. Please type it again'],
  ])('%s: %j is refused with its own reason', (field, refused, message) => {
    expect(problemsWith({ [field]: refused })).toEqual({ [field]: message });
  });

  it('has the lists of the specification, word for word', () => {
    expect(APPLICATION_CHURCH_SIZES).toEqual(['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+']);
    expect(YEARS_IN_MINISTRY).toEqual(['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years']);
    for (const churchSize of APPLICATION_CHURCH_SIZES) expect(problemsWith({ churchSize })).toEqual({});
    for (const yearsInMinistry of YEARS_IN_MINISTRY) expect(problemsWith({ yearsInMinistry })).toEqual({});
  });
});

describe('the newsletter', () => {
  it('accepts an address and drops other fields', () => {
    expect(newsletterBody.parse({ email: ' ruth@church.example ', confirmed: true })).toEqual({
      email: 'ruth@church.example',
    });
    expect(problems(newsletterBody.safeParse({ email: 'ruth' }))).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it.each(['MC43.abc_-DEF', 'MC43', 'x'.repeat(500)])('accepts %j as a token, also a truncated one', (token) => {
    expect(linkTokenBody.parse({ token })).toEqual({ token });
  });

  it.each(['', 'a b', 'a\nb', 'a/b', 'x'.repeat(501), 7, null])('refuses %j as a token', (token) => {
    expect(problems(linkTokenBody.safeParse({ token }))).toEqual({ token: 'Invalid input' });
  });
});
