import type { PlanView } from '@lampstand/contracts';
import { useState } from 'react';
import { TextField } from '../components/field.tsx';
import { site } from '../lib/site.ts';
import styles from './agreements.module.css';

/** All that was agreed and changed, with its days; printable for the church's treasurer. */
export function Agreements({ plan: { agreements, churchName } }: { plan: PlanView }) {
  const [taxNumber, setTaxNumber] = useState('');
  return (
    <section className={`card stack ${styles.agreements}`} aria-labelledby="agreements">
      <div className={styles.letterhead}>
        <p>{site.postalAddress}</p>
        <p>
          For <bdi>{churchName}</bdi>
        </p>
        {taxNumber && <p>Tax-exempt number: {taxNumber}</p>}
      </div>
      <h2 id="agreements">What you agreed to</h2>
      <ol className={`wide ${styles.list}`}>
        {agreements.map(({ at, day, what, text }) => (
          <li key={`${at} ${what}`}>
            <strong>{day}</strong>
            <p>{what}</p>
            {text && (
              <details className="small quiet">
                <summary>The text, word for word</summary>
                <p>{text.words}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
      <details className={`wide ${styles.print}`}>
        <summary>Print it for your treasurer</summary>
        <TextField
          name="taxNumber"
          label="Your church’s tax-exempt number"
          hint="Optional. It is printed and not stored."
          optional
          autoComplete="off"
          value={taxNumber}
          onChange={({ target }) => setTaxNumber(target.value)}
        />
        <button type="button" className="button second" onClick={print}>
          Print
        </button>
      </details>
    </section>
  );
}

/** Prints this section alone, with the texts word for word. */
function print(): void {
  const { documentElement: root } = document;
  root.dataset['print'] = 'agreements';
  window.addEventListener('afterprint', () => delete root.dataset['print'], { once: true });
  window.print();
}
