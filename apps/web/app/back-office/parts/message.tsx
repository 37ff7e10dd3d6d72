import { useState } from 'react';
import '../../styles/back-office-table.css';

const LONG = 240;

/** A long one shows its beginning first. */
export function Message({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG || text.split('\n').length > 6;
  return (
    <>
      <bdi className={long && !whole ? 'block clamped' : 'block'}>{text}</bdi>
      {long && (
        <button type="button" className="link-button small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
