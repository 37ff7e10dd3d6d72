import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import '../styles/fields.css';
import '../styles/public.css';
import '../styles/search.css';
import { formPages } from '../site/form-pages.ts';
import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { Notice } from '../ui/notice.tsx';
import { countOf, Results } from './results.tsx';
import { LONGEST_QUERY, useSearch } from './use-search.ts';

const page = formPages.search;

export const handle = { hydrate: page.hydrate };
export const meta = () => headOf(page);

export default function SearchPage() {
  const { query, setQuery, settled, found, failed, load } = useSearch();
  const field = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLDivElement>(null);

  /** From the field into the results and back, one at a time. */
  const move = (by: number) => {
    const links = whole.current?.querySelectorAll<HTMLElement>('.results a') ?? [];
    const stops = [field.current, ...links];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[at + by]?.focus();
  };

  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      setQuery('');
      field.current?.focus();
    } else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    move(1);
  };

  return (
    <div className="page search" ref={whole}>
      <Opening
        heading="Search"
        intro="Type a word or two. We look through our pages and articles, right here in your browser."
      >
        <form className="search-form" role="search" action={page.path} onSubmit={submit}>
          <div className="field">
            <label htmlFor="q">Search this site</label>
            <div className="search-row">
              <input
                ref={field}
                className="control"
                type="search"
                id="q"
                name="q"
                value={query}
                onChange={({ target }) => setQuery(target.value)}
                onKeyDown={steer}
                placeholder="small groups, pricing, prayer requests"
                maxLength={LONGEST_QUERY}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="search"
                aria-describedby="q-keys"
              />
              <button type="submit" className="button primary">
                Search
              </button>
            </div>
            <p className="hint" id="q-keys">
              Arrow keys move through the results, Enter opens one, Escape clears.
            </p>
          </div>
        </form>
        <noscript>
          <p>
            Search needs JavaScript. The <a href="/blog">blog</a> and the <a href="/faq">FAQ</a> do not.
          </p>
        </noscript>
      </Opening>
      <p className="unseen" role="status">
        {settled === query && countOf(query, found)}
      </p>
      {failed ? <NotLoaded onRetry={load} /> : <Results query={query} found={found} onKeyDown={steer} />}
    </div>
  );
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert">
    <Notice tone="bad" title="The list of our pages could not be loaded.">
      <div className="row">
        <button type="button" className="link-button" onClick={onRetry}>
          Try again
        </button>
        <span>
          Or look at the <a href="/blog">blog</a> and the <a href="/faq">FAQ</a>.
        </span>
      </div>
    </Notice>
  </div>
);
