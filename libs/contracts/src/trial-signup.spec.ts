import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { splitName } from './names.ts';
import {
  birthdateOf,
  checkTrialSignup,
  datePartsOf,
  toTrialSignupBody,
  trialSignupBody,
  trialSignupForm,
} from './trial-signup.ts';

const TODAY = '2026-11-03';

const typed = (given: Record<string, unknown> = {}) => ({
  name: 'Mary Ann Lee',
  email: 'mary@church.example',
  phone: '(512) 555-0142',
  churchName: 'Grace Chapel',
  ministryName: 'Lighthouse Students',
  churchCity: 'Austin',
  churchState: 'TX',
  position: 'Youth Pastor',
  churchSize: '100-250',
  gender: 'F',
  birthdate: '1990-05-17',
  howHeardAbout: '',
  churchSoftware: '',
  message: '',
  ...given,
});

const { name: _, ...withoutName } = typed();
const sent = (given: Record<string, unknown> = {}) => ({
  firstName: 'Mary',
  lastName: 'Lee',
  ...withoutName,
  ...given,
});

const problems = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

describe('the name field', () => {
  it.each([
    ['Mary Ann Lee', 'Mary', 'Ann Lee'],
    ['J Smith', 'J', 'Smith'],
    ['Cher', 'Cher', ''],
    ['  Mary   Lee ', 'Mary', 'Lee'],
    ['Mary\u00A0Lee', 'Mary', 'Lee'],
  ])('%j is split into %j and %j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });

  it('loses no word when it is split', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-zÀ-ž'-]{1,12}$/), { minLength: 1, maxLength: 5 }), (words) => {
        const { firstName, lastName } = splitName(words.join(' '));
        expect(`${firstName} ${lastName}`.trim()).toBe(words.join(' '));
      }),
    );
  });
});

describe('the form', () => {
  it('sends the fields of the specification', () => {
    const body = toTrialSignupBody(trialSignupForm(TODAY).parse(typed()));
    expect(Object.keys(body).sort()).toEqual(
      // oxfmt-ignore
      ['birthdate', 'churchCity', 'churchName', 'churchSize', 'churchSoftware', 'churchState', 'email', 'firstName', 'gender', 'howHeardAbout', 'lastName', 'message', 'ministryName', 'phone', 'position'],
    );
    expect(body).toMatchObject({ firstName: 'Mary', lastName: 'Ann Lee', phone: '5125550142' });
  });

  it('accepts nothing that the server would refuse', () => {
    const forms = fc.record({ name: fc.string(), churchName: fc.string(), message: fc.string(), phone: fc.string() });
    fc.assert(
      fc.property(forms, (given) => {
        const form = trialSignupForm(TODAY).safeParse(typed(given));
        if (form.success) expect(problems(trialSignupBody.safeParse(toTrialSignupBody(form.data)))).toEqual({});
      }),
    );
  });

  it('names what is missing, with the messages of the specification', () => {
    const blank = Object.fromEntries(Object.keys(typed()).map((name) => [name, '']));
    expect(problems(trialSignupForm(TODAY).safeParse(blank))).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
      churchName: 'Church name is required',
      ministryName: 'Ministry name is required',
      churchCity: 'Church city is required',
      churchState: 'Church state is required',
      position: 'Please select your position',
      churchSize: 'Please select your church size',
      gender: 'Please select your gender',
      birthdate: 'Please select your birthdate',
    });
  });

  it.each([
    ['name', 'Mary mary@church.example', 'Please leave out links and email addresses'],
    ['name', 'x'.repeat(101), 'Please shorten this text'],
    ['churchName', 'See www.church.example', 'Please leave out links and email addresses'],
    ['ministryName', 'x'.repeat(101), 'Please shorten this text'],
    ['churchCity', 'Austin\u0007', 'This text has hidden characters. Please type it again'],
  ])('refuses the %s %j with its own reason', (field, value, message) => {
    expect(problems(trialSignupForm(TODAY).safeParse(typed({ [field]: value })))).toEqual({ [field]: message });
  });

  it('accepts names with an at sign and names from a spreadsheet', () => {
    const names = { name: 'Mary\tLee', churchName: 'The Well @ Austin', ministryName: 'Youth@Hope' };
    const body = toTrialSignupBody(trialSignupForm(TODAY).parse(typed(names)));
    expect(body).toMatchObject({ firstName: 'Mary', lastName: 'Lee', churchName: 'The Well @ Austin' });
  });

  it('refuses a person who turns 18 tomorrow', () => {
    const told = problems(trialSignupForm(TODAY).safeParse(typed({ birthdate: '2008-11-04' })));
    expect(told).toEqual({ birthdate: 'You must be at least 18 years old.' });
  });
});

describe('the controls of the form', () => {
  const parts = { birthdateMonth: '5', birthdateDay: '7', birthdateYear: '1990' };
  const controls = (given: object = {}) => ({ ...typed(), birthdate: null, ...parts, ...given });

  it.each([
    [{ birthdateMonth: '5', birthdateDay: '7', birthdateYear: '1990' }, '1990-05-07'],
    [{ birthdateMonth: ' 12 ', birthdateDay: '31', birthdateYear: '1990' }, '1990-12-31'],
    [{ birthdateYear: '1990' }, '1990-00-00'],
    [{ birthdateMonth: '', birthdateDay: null }, ''],
  ])('%j is the birthdate %j', (given, birthdate) => {
    expect(birthdateOf(given)).toBe(birthdate);
  });

  it.each(['5/17/1974', ' 5/17/1974 ', '5-17-1974', '5.17.1974', '5 17 1974', '1974-5-17', '1974/5/17'])(
    'take a whole date, such as %j, in one of them',
    (date) => {
      expect(datePartsOf(date)).toEqual(['5', '17', '1974']);
      expect(birthdateOf({ birthdateMonth: date, birthdateDay: '', birthdateYear: '' })).toBe('1974-05-17');
    },
  );

  it.each(['', '5', '5/', '5/17', '5/17/1', '19745', '1974', '051774', '5/17/1974 AD'])(
    'take no whole date from %j',
    (typed) => expect(datePartsOf(typed)).toBeUndefined(),
  );

  it.each(['05171974', '05/17/1974', '1974-05-17'])('read the zeros of %j, too', (date) => {
    expect(datePartsOf(date)).toEqual(['05', '17', '1974']);
  });

  it.each(['74', '', '197', '19744'])('ask for the four digits of the year %j', (birthdateYear) => {
    const { problems } = checkTrialSignup(controls({ birthdateYear }), TODAY);
    expect(problems).toEqual({ birthdate: 'Please enter all four digits of the year' });
  });

  it('make the form, with one birthdate', () => {
    expect(checkTrialSignup(controls(), TODAY).form).toEqual({
      ...trialSignupForm(TODAY).parse(typed()),
      birthdate: '1990-05-07',
    });
  });

  it('give the ministry the name of the church', () => {
    const { form } = checkTrialSignup(controls({ ministryName: '', sameMinistry: 'on' }), TODAY);
    expect(form?.ministryName).toBe(typed().churchName);
  });

  it('name the problem of the birthdate while other fields are invalid, too', () => {
    const given = { email: 'mary@church', gender: null, birthdateYear: '1900' };
    expect(checkTrialSignup(controls(given), TODAY).problems).toEqual({
      email: 'Please enter a valid email address',
      gender: 'Please select your gender',
      birthdate: 'Please check the year of your birthdate',
    });
  });
});

describe('the request body', () => {
  it.each([
    ['J', 'Smith'],
    ['Cher', ''],
    ['Jo', undefined],
  ])('is accepted with the names %j and %j', (firstName, lastName) => {
    expect(problems(trialSignupBody.safeParse(sent({ firstName, lastName })))).toEqual({});
  });

  it.each([
    ['J', ''],
    ['-', '-'],
    ['\u3164', '\u3164'],
    ['', 'Smith'],
  ])('has the message of the name field at firstName for the names %j and %j', (firstName, lastName) => {
    expect(problems(trialSignupBody.safeParse(sent({ firstName, lastName })))).toEqual({
      firstName: 'Name must be at least 2 characters',
    });
  });

  it('accepts absent optional fields', () => {
    const { howHeardAbout: _h, churchSoftware: _s, message: _m, ...rest } = sent();
    expect(trialSignupBody.parse(rest)).toMatchObject({ howHeardAbout: '', churchSoftware: '', message: '' });
  });

  it.each([
    ['churchState', 'DC'],
    ['churchState', 'tx'],
    ['position', 'Pastor'],
    ['churchSize', '1000-2500'],
    ['gender', 'X'],
    ['gender', 'constructor'],
    ['selectedPlan', 'tier_9'],
    ['selectedPlan', ''],
    ['position', '__proto__'],
  ])('refuses %s: %j', (field, value) => {
    expect(Object.keys(problems(trialSignupBody.safeParse(sent({ [field]: value }))))).toEqual([field]);
  });
});
