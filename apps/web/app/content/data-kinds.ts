/**
 * What we know about a student, who sees it, which company handles it, and how long it is kept. /safety, the privacy policy and the
 * parents' consent form show it.
 */
export interface DataKind {
  what: string;
  student: string;
  group: string;
  leaders: string;
  company: string;
  kept: string;
}

/** What only the operator can answer, and has not. */
const ASK = 'Ask us';
const HOST = 'Our host';
const WITH_ACCOUNT = 'Until the account is deleted';
const WITH_COPIES = 'Until the account is deleted. Others keep what they received';

export const DATA_KINDS: readonly DataKind[] = [
  {
    what: 'How often a student reads, finishes a challenge or writes',
    student: 'Their own',
    group: 'No',
    leaders: 'Yes, with an alert after quiet days',
    company: HOST,
    kept: WITH_ACCOUNT,
  },
  { what: 'The prayer journal', student: 'Yes', group: 'No', leaders: 'No', company: HOST, kept: WITH_ACCOUNT },
  {
    what: 'Messages, answers and prayer requests in a group',
    student: 'Yes',
    group: 'Yes',
    leaders: 'Yes, and they can remove them',
    company: HOST,
    kept: WITH_COPIES,
  },
  {
    what: 'A prayer request marked private',
    student: 'Yes',
    group: 'No',
    leaders: 'Yes',
    company: HOST,
    kept: WITH_ACCOUNT,
  },
  {
    what: 'A one-to-one conversation',
    student: 'The two in it',
    group: 'No',
    leaders: 'When one of the two reports it',
    company: HOST,
    kept: WITH_COPIES,
  },
  {
    what: 'Name, phone, email, birthdate, school and grade',
    student: 'Yes',
    group: 'The name',
    leaders: 'Yes',
    company: 'Our host. Twilio gets the phone number',
    kept: WITH_ACCOUNT,
  },
  {
    what: 'Text messages (SMS) from leaders',
    student: 'Yes',
    group: 'Those who get them',
    leaders: 'Yes',
    company: 'Twilio',
    kept: ASK,
  },
  {
    what: 'Sermon notes and prompts for the study generator',
    student: 'No',
    group: 'No',
    leaders: 'Yes',
    company: 'Our AI provider',
    kept: ASK,
  },
  {
    what: 'Device, IP address and errors',
    student: 'On request',
    group: 'No',
    leaders: 'No',
    company: HOST,
    kept: ASK,
  },
];
