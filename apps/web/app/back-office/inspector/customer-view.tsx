import { planOf } from '@lampstand/contracts';
import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { Panel } from '../components/panel.tsx';

interface Screen {
  heading: string;
  text: (trial: InspectedTrial) => string;
}

/** What the resume link shows in each state: the page's exact heading and a description of the rest. */
const SCREENS: Record<string, Screen> = {
  phoneVerification: {
    heading: 'Confirm your phone',
    text: ({ person }) =>
      `One box for the six-digit code that was sent to ${person.phone}. Below it they may ask for a new code, change the number or the e-mail, or have the link mailed.`,
  },
  billingInformation: {
    heading: 'Choose your plan and card',
    text: ({ plan }) =>
      `The plans, with ${planOf(plan).name} ticked, and the card form. Where the form does not load, a button leads to the payment provider's own page.`,
  },
  openingAccount: {
    heading: 'Opening your account',
    text: () =>
      'No card is asked for again. The page opens the account by itself; when that takes too long it says that we are still opening it and will write.',
  },
  success: {
    heading: 'Welcome',
    text: () =>
      'The day their free trial ends, four next steps, the way to the dashboard and a calendar file. The link shows nothing else of them any more.',
  },
  alreadyMember: {
    heading: 'Good to see you again',
    text: () => 'That they have an account already, and the way to the dashboard.',
  },
  cancelled: {
    heading: 'This sign-up has ended',
    text: () => 'That the sign-up was cancelled, and a button to start over.',
  },
};

const ERASED: Screen = {
  heading: 'We could not open your sign-up',
  text: () => 'That there is no such sign-up, and a button to start over.',
};

/** Describes the page the person sees. Support cannot sign in as them. */
export function CustomerView({ trial }: { trial: InspectedTrial }) {
  const screen = trial.erasedAt ? ERASED : SCREENS[trial.state];
  if (!screen) return null;
  return (
    <Panel title="What they see">
      <div className="their-screen">
        <p className="their-heading">{screen.heading}</p>
        <p className="small">{screen.text(trial)}</p>
      </div>
    </Panel>
  );
}
