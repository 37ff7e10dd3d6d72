import { useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  hint?: string;
  value: string;
  onSearch: (text: string) => void;
}

const PAUSE_MS = 300;

/** Searches a moment after the last key, and at once with Enter. */
export function SearchBox({ label, hint, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const search = (text: string) => {
    const meant = text.trim();
    if (meant === sent.current) return;
    sent.current = meant;
    onSearch(meant);
  };
  useEffect(() => {
    const pause = setTimeout(() => search(typed), PAUSE_MS);
    return () => clearTimeout(pause);
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
      <label htmlFor="q">{label}</label>
      <input
        id="q"
        name="q"
        type="search"
        className="control"
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  );
}
