import { setup, type StateValueFrom } from 'xstate';

/** Facts of an ambassador application, in the past tense. */
export type AmbassadorEvent = {
  type: 'application.submitted' | 'application.approved' | 'application.declined' | 'application.withdrawn';
};

/** What follows from a transition: the server turns each name into one job. */
const effects = {
  sendApplicationReceived: () => {},
  sendDecision: () => {},
};

export type AmbassadorEffect = keyof typeof effects;

/** `unsaved`: no row exists yet. `open`: waits for a decision. `decided`: approved or declined. */
type AmbassadorTag = 'unsaved' | 'open' | 'decided' | 'approved';

/** From a submitted form to a decision, which the applicant is promised within 5 to 7 business days. Pure, as every chart. */
// oxfmt-ignore
export const ambassadorApplication = setup({
  types: { events: {} as AmbassadorEvent, tags: {} as AmbassadorTag },
  actions: effects,
}).createMachine({
  id: 'ambassador-application', version: '1', initial: 'draft',
  states: {
    draft: {
      description: 'Nothing is stored yet: the applicant is typing.',
      tags: ['unsaved'],
      on: { 'application.submitted': { target: 'submitted', actions: 'sendApplicationReceived' } } },
    submitted: {
      description: 'Stored and confirmed by mail; waits for a decision.',
      tags: ['open'],
      on: {
        'application.approved':  { target: 'approved', actions: 'sendDecision' },
        'application.declined':  { target: 'declined', actions: 'sendDecision' },
        'application.withdrawn': 'withdrawn' } },
    approved:  { description: 'Accepted, and invited to onboarding by mail.', tags: ['decided', 'approved'], type: 'final' },
    declined:  { description: 'Not accepted, and notified by mail.', tags: ['decided'], type: 'final' },
    withdrawn: { description: 'Closed without a decision, because the person was erased.', type: 'final' },
  },
});

export type AmbassadorState = StateValueFrom<typeof ambassadorApplication>;

export const AMBASSADOR_STATES = Object.keys(ambassadorApplication.states) as AmbassadorState[];
