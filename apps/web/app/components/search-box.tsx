import { SEARCH } from '../lib/site.ts';
import './field.css';
import './search-box.css';

/** A plain form that opens the search with what was typed. Ctrl+K moves the focus into it. */
export const SearchBox = ({ label, placeholder }: { label: string; placeholder: string }) => (
  <form className="search-box" role="search" action={SEARCH}>
    <div className="field">
      <label htmlFor="q">{label}</label>
      <div className="search-row">
        <input
          className="control"
          type="search"
          id="q"
          name="q"
          placeholder={placeholder}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
        />
        <button type="submit" className="button primary">
          Search
        </button>
      </div>
    </div>
  </form>
);
