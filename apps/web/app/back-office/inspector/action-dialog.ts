import type { DayRange, InspectedTrial, SUPPORT_ACTIONS, SupportActionName } from '@lampstand/contracts/back-office';

/** A day in the organization's zone. */
export type Day = (instant: string) => string;

/** What a dialog is about: the sign-up, and what is typed so far, by field. It may begin with values. */
export interface Typed {
  trial: InspectedTrial;
  input: Record<string, string>;
}

interface Given extends Typed {
  product: string;
  day: Day;
}

/** An email that a support action sends. */
interface ActionMail {
  subject: string;
  to: string;
  /** When it does not go out at once: "once the account is open". */
  when?: string;
}

export type InputKind = 'amount' | 'email' | 'id' | 'phone' | 'text' | 'word';

/** A day, with buttons that fill in the one so many days after an instant. */
export interface DayInput {
  daysAfter: number[];
  since: (trial: InspectedTrial) => string | undefined;
  range: (trial: InspectedTrial) => DayRange | null | undefined;
}

/** A field of the dialog: a text of some kind, a choice, or a box to tick; or what the dialog is about. */
type ActionInput =
  | { hidden: (typed: Typed) => string | undefined }
  | ({ label: string; hint?: string | ((typed: Typed) => string) } & (
      | {
          kind: InputKind;
          optional?: true;
          initial?: (typed: Typed) => string;
        }
      | DayInput
      | { choices: (trial: InspectedTrial) => { value: string; label: string }[] }
      | { ticks: string; onlyIf: (trial: InspectedTrial) => boolean }
    ));

interface Dialog {
  label: string;
  /** One line beside the button. */
  about: string;
  /** Other words that staff search it by. */
  also?: string;
  /** What will happen, shown before confirming. */
  happens: (trial: InspectedTrial, day: Day, input: Typed['input']) => string;
  confirm: string;
  pending: string;
  destructive?: true;
  /** The emails that go out with the action. */
  mails: (given: Given) => ActionMail[];
  /** By field of the body. */
  input?: Record<string, ActionInput>;
}

/** The records that an erasure takes along are chosen in its summary. */
type Fields<Name extends SupportActionName> = Exclude<keyof (typeof SUPPORT_ACTIONS)[Name]['shape'], 'also'>;

/** The dialog of an action, with an input for each field of its body. */
export type DialogOf<Name extends SupportActionName> = Dialog &
  (Fields<Name> extends never ? { input?: never } : { input: Record<Fields<Name>, ActionInput> });

export const none = (): ActionMail[] => [];
export const addressOf = ({ person }: InspectedTrial) => person.email || 'the stored address';
export const toPerson =
  (subject: (given: Given) => string, when?: string) =>
  (given: Given): ActionMail[] => [{ subject: subject(given), to: addressOf(given.trial), ...(when && { when }) }];
