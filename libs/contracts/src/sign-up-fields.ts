import * as z from 'zod/mini';
import { GENDERS, POSITIONS, SIGNUP_CHURCH_SIZES, US_STATES, valuesOf } from './choices.ts';
import { civilDate } from './dates.ts';
import { FIELD_MESSAGES as SAY } from './messages.ts';
import { maskEmail, maskPhone } from './phone.ts';
import { email, optionalText, phone, text } from './text.ts';

/** One field of the sign-up. Each is personal data: an erasure blanks its column, unless it is `kept`. */
type SignUpField = FieldRule & ShownField;

interface FieldRule {
  /** What the wire accepts, and the message otherwise. */
  rule: z.ZodMiniType<string>;
  choices?: readonly { value: string; label: string }[];
  /** Whether a resume link returns it. */
  resumed: boolean;
  /** Name in the inspector. */
  label: string;
  /** Header in the file of sign-ups; without it, the field is not in the file. */
  header?: string;
  /** What an erasure writes, where a CHECK of the table refuses ''. */
  erased?: string;
  /** A closed list of choices. It identifies no one and reports count it, so an erasure keeps it. */
  kept?: true;
}

/** Where the inspector's answer has it: under the name `church` in `church`, for everyone; without it, under its own in `person`. */
type ShownField =
  | { church: string; mask?: never }
  | {
      church?: never;
      /** What is shown before support reveals the person, and by a strict resume link; null hides it. Without it, the value. */
      mask?: (value: string) => string | null;
    };

const oneOf = (values: readonly string[], message: string) => z.enum(values as [string, ...string[]], message);
const short = (message: string) => text(message, { min: 2, max: 100, name: true });
const hide = (_value: string): null => null;

const FIELDS = {
  firstName: {
    rule: text(SAY.name, { min: 0, max: 100, name: true }).check(z.minLength(1, SAY.name)),
    resumed: true,
    label: 'First name',
  },
  lastName: { rule: optionalText(SAY.name, 100, { name: true }), resumed: true, label: 'Last name' },
  email: { rule: email, resumed: true, mask: maskEmail, label: 'Email', header: 'Email' },
  phone: { rule: phone, resumed: true, mask: maskPhone, label: 'Phone', header: 'Phone', erased: '0000000000' },
  birthdate: { rule: civilDate(SAY.birthdate), resumed: true, mask: hide, label: 'Birthdate', erased: '1900-01-01' },
  gender: {
    rule: oneOf(valuesOf(GENDERS), SAY.gender),
    choices: GENDERS,
    resumed: true,
    mask: hide,
    label: 'Gender',
  },
  churchName: { rule: short(SAY.churchName), resumed: true, label: 'Church', church: 'name', header: 'Church' },
  ministryName: {
    rule: short(SAY.ministryName),
    resumed: true,
    label: 'Ministry',
    church: 'ministry',
    header: 'Ministry',
  },
  churchCity: { rule: short(SAY.churchCity), resumed: true, label: 'City', church: 'city', header: 'City' },
  churchState: {
    rule: oneOf(valuesOf(US_STATES), SAY.churchState),
    choices: US_STATES,
    resumed: true,
    label: 'State',
    church: 'state',
    header: 'Church State',
  },
  position: {
    rule: oneOf(POSITIONS, SAY.position),
    resumed: true,
    label: 'Position',
    church: 'position',
    header: 'Position',
    kept: true,
  },
  churchSize: {
    rule: oneOf(valuesOf(SIGNUP_CHURCH_SIZES), SAY.churchSize),
    choices: SIGNUP_CHURCH_SIZES,
    resumed: true,
    label: 'Size',
    church: 'size',
    header: 'Church Size',
    kept: true,
  },
  howHeardAbout: {
    rule: optionalText(SAY.tooLong, 200),
    resumed: true,
    label: 'How Heard',
    church: 'howHeardAbout',
    header: 'How Heard',
  },
  churchSoftware: {
    rule: optionalText(SAY.tooLong, 200),
    resumed: false,
    label: 'Software',
    church: 'software',
    header: 'Church Software',
  },
  message: {
    rule: optionalText(SAY.tooLong, 2000, { lines: true }),
    resumed: false,
    mask: hide,
    label: 'Message',
    header: 'Message',
  },
} as const satisfies Record<string, SignUpField>;

/**
 * The fields of the sign-up: the one list from which the wire, the resumed view, erasure, the inspector, the file of
 * sign-ups and the tests of personal data follow. The name is the wire's; `columnOf` is its column.
 */
export const SIGN_UP_FIELDS: { readonly [Name in SignUpFieldName]: SignUpField & (typeof FIELDS)[Name] } = FIELDS;
export type SignUpFieldName = keyof typeof FIELDS;
export const SIGN_UP_FIELD_NAMES = Object.keys(FIELDS) as SignUpFieldName[];

/** The names of the fields that have this property, or this value of it. */
type NamesWith<Property> = {
  [Name in SignUpFieldName]: (typeof FIELDS)[Name] extends Property ? Name : never;
}[SignUpFieldName];
const namesWhere = <Name extends SignUpFieldName>(matches: (field: SignUpField) => boolean) =>
  SIGN_UP_FIELD_NAMES.filter((name) => matches(FIELDS[name])) as Name[];

/** A saved sign-up, as strings by field. */
export type SignUpDetails = Record<SignUpFieldName, string>;
export type ResumedField = NamesWith<{ resumed: true }>;
export const RESUMED_FIELDS = namesWhere<ResumedField>(({ resumed }) => resumed);
export type ChurchField = NamesWith<{ church: string }>;
export const CHURCH_FIELDS = namesWhere<ChurchField>(({ church }) => church !== undefined);
export type PersonField = Exclude<SignUpFieldName, ChurchField>;
export const PERSON_FIELDS = namesWhere<PersonField>(({ church }) => church === undefined);
/** Hidden in the inspector until the person is revealed. */
export type HiddenField = NamesWith<{ mask: typeof hide }>;
export type FieldHeader = (typeof FIELDS)[NamesWith<{ header: string }>]['header'];
export const FILED_FIELDS = namesWhere<NamesWith<{ header: string }>>(({ header }) => header !== undefined);

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
export type SignUpColumn = SnakeCase<SignUpFieldName>;

/** The column of a field: howHeardAbout -> how_heard_about. */
export const columnOf = <Name extends string>(name: Name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;

/** An object with `valueOf` each of these fields. */
export const byField = <Name extends SignUpFieldName, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

type ErasedField = Exclude<SignUpFieldName, NamesWith<{ kept: true }>>;
export const ERASED_FIELDS = namesWhere<ErasedField>(({ kept }) => !kept);

/** What an erasure leaves in the columns of the fields that it blanks. */
export const ERASED_DETAILS = byField(ERASED_FIELDS, (name) => (SIGN_UP_FIELDS[name] as SignUpField).erased ?? '');

/** The value as read by those who may not read the person; null is hidden. */
export const masked = (name: SignUpFieldName, value: string): string | null => {
  const { mask } = SIGN_UP_FIELDS[name];
  return mask ? mask(value) : value;
};

/** The label of a stored choice; any other value stays as it is. */
export const choiceLabel = (name: SignUpFieldName, value: string): string =>
  SIGN_UP_FIELDS[name].choices?.find((choice) => choice.value === value)?.label ?? value;
