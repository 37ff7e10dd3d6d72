import { stateMeaning } from '@lampstand/contracts/back-office';
import { FILTERS } from './filter-words.ts';

/** What each status means. */
const Glossary = () => (
  <details className="disclosure small">
    <summary>What each status means</summary>
    <dl>
      {FILTERS.state.choices.map(({ value, label }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>{stateMeaning(value)}</dd>
        </div>
      ))}
    </dl>
  </details>
);

export default Glossary;
