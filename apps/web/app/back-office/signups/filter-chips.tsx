import { choiceTexts } from './filter-words.ts';
import type { ChoiceName, Choices } from './signup-filter.ts';

interface Props {
  choices: Choices;
  onRemove: (name: ChoiceName) => void;
}

/** The filters in use, each a button that removes it. */
export default function FilterChips({ choices, onRemove }: Props) {
  return choiceTexts(choices).map(({ name, text }) => (
    <button key={name} type="button" className="chip" onClick={() => onRemove(name)}>
      {text} <span aria-hidden="true">×</span>
      <span className="unseen">, remove</span>
    </button>
  ));
}
