import type { RepairName, RepairOffer } from '@lampstand/contracts/back-office';
import { REPAIR_WORDS } from './words.ts';

const ORDER = Object.keys(REPAIR_WORDS) as RepairName[];

/** Every repair there is: those that make no sense now say why. */
export function RepairList({ offers, onAsk }: { offers: RepairOffer[]; onAsk: (name: RepairName) => void }) {
  const sorted = offers.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const possible = offers.filter((offer) => offer.possible).length;
  return (
    <details className="panel all-repairs">
      <summary>
        All repairs{' '}
        <span className="quiet">{possible === 0 ? 'none makes sense now' : `${possible} possible now`}</span>
      </summary>
      <ul className="repairs">
        {sorted.map(({ name, possible, why }) => (
          <li key={name}>
            <button
              type="button"
              className={`button compact second ${REPAIR_WORDS[name].alarming ? 'alarm-text' : ''}`}
              disabled={!possible}
              aria-describedby={`about-${name}`}
              onClick={() => onAsk(name)}
            >
              {REPAIR_WORDS[name].label}
            </button>
            <span id={`about-${name}`} className="quiet small">
              {possible ? REPAIR_WORDS[name].about : `Not now. ${why ?? ''}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
