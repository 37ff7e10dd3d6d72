import { type ReactNode, useEffect, useRef } from 'react';
import './list-tools.css';

interface Props {
  /** The text of the button. */
  label: ReactNode;
  /** The accessible name, if the label is not a word. */
  name?: string;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/** A button with a panel below it. Escape and a press elsewhere close it. */
export function Dropdown({ label, name, onToggle, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = details;
    if (!current) return undefined;
    const onPress = ({ target }: Event) => {
      if (!current.contains(target as Node)) current.open = false;
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !current.open || document.querySelector('dialog[open]')) return;
      current.open = false;
      current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <details ref={details} className="dropdown" onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary className="button second compact" aria-label={name}>
        {label}
      </summary>
      {children}
    </details>
  );
}
