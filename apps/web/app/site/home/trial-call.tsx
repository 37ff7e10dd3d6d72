import { Closing } from '../closing.tsx';

export const TrialCall = () => (
  <Closing
    id="trial"
    heading="Try it with your own students for 30 days"
    action={{ href: '/trial', label: 'Start 30-Day Free Trial' }}
    below={
      <p className="small">
        By starting a trial you agree to our <Legal href="/terms-of-service">Terms of Service</Legal>. See also our{' '}
        <Legal href="/privacy-policy">Privacy Policy</Legal> and{' '}
        <Legal href="/community-guidelines">Community Guidelines</Legal>.
      </p>
    }
  >
    Sign up today, invite two leaders this week, start one small group on Wednesday. Your card is stored and nothing is
    charged until the trial ends. We remind you 7 days and 1 day before. Cancel anytime.
  </Closing>
);

const Legal = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
);
