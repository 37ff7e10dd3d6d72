import { TRIAL_DAYS } from '@lampstand/contracts';
import { Lamp } from '../site/logo.tsx';

const POINTS = [
  { title: `${TRIAL_DAYS} days, everything included`, text: 'Every feature, for every student and leader you invite.' },
  { title: 'Nothing is charged today', text: 'The first payment comes when the trial ends, and only if you stay.' },
  { title: 'A reminder before it ends', text: 'We e-mail you 7 days and 1 day before, with a link to cancel.' },
] as const;

/** What the trial promises, beside every step. */
export function Promise30() {
  return (
    <aside className="promise" aria-label="What you get">
      <div className="promise-lamp">
        <Lamp size={84} />
      </div>
      <ul>
        {POINTS.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong> <span>{text}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
