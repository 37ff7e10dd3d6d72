import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import './list-tools.css';

interface SearchBoxProps {
  label: string;
  hint?: string;
  value: string;
  onSearch: (text: string) => void;
}

const DEBOUNCE_MS = 300;

/** Searches when typing pauses, and at once on Enter. */
export function SearchBox({ label, hint, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const search = (input: string) => {
    const text = input.trim();
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  };
  const searchTyped = useEffectEvent(() => search(typed));
  useEffect(() => {
    const timer = setTimeout(searchTyped, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <form
      className="search-box"
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <label className="unseen" htmlFor="q">
        {label}
      </label>
      <input
        id="q"
        name="q"
        type="search"
        className="control"
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint ?? label}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  );
}

interface ChoiceFilterProps {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

/** A filter with a fixed set of values, applied when it changes. */
export const ChoiceFilter = ({ label, value, choices, onChoose }: ChoiceFilterProps) => (
  <div className="choice-filter">
    <label htmlFor="choice">{label}</label>
    <select id="choice" className="control" value={value} onChange={({ target }) => onChoose(target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </div>
);

/** Fields that filter a list when they are submitted. `onClear` is set while a filter is active. */
export const FilterForm = ({
  onClear,
  submit = 'Apply Filter',
  children,
  ...form
}: ComponentProps<'form'> & { onClear: (() => void) | undefined; submit?: string }) => (
  <form className="filter-dates" {...form}>
    {children}
    <button type="submit" className="button second compact">
      {submit}
    </button>
    {onClear && (
      <button type="button" className="link-button" onClick={onClear}>
        Clear
      </button>
    )}
  </form>
);
