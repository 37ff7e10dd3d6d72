import { type FormEvent, type KeyboardEvent, type KeyboardEventHandler, type Ref, useRef } from 'react';
import { Notice } from '../components/notice.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { SearchField } from '../components/search-box.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { MIN_LETTERS, type SearchResult, type Segment, tokenize } from './search-index.ts';
import { MAX_QUERY_LENGTH, useSearch } from './use-search.ts';
import './search-page.css';

const page: Page = {
  path: '/search',
  title: 'Search',
  description:
    'Search our pages and articles on youth ministry: small groups, daily devotionals, mental health, camp follow-up, pricing, privacy and more.',
  keywords: ['search', 'youth ministry articles', 'youth pastor help', 'student discipleship'],
  noindex: true,
};

export const handle: PageHandle = { page, hydrate: true };
export const meta = () => headOf(page);

export default function SearchPage() {
  const field = useRef<HTMLInputElement>(null);
  const { query, setQuery, settled, found, failed, load } = useSearch(field);
  const list = useRef<HTMLOListElement>(null);

  /** Moves the focus between the field and the result links. */
  const move = (by: number) => {
    const links = list.current?.querySelectorAll<HTMLElement>(':scope > li > a') ?? [];
    const stops = [field.current, ...links];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[at + by]?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
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
    <PageLayout className="search">
      <PageHeader
        heading="Search"
        intro="Type a word or two. We look through our pages and articles, right here in your browser."
      >
        <form className="search-form" role="search" action={page.path} onSubmit={submit}>
          <SearchField
            ref={field}
            label="Search this site"
            hint="Arrow keys move through the results, Enter opens one, Escape clears."
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={onKeyDown}
            placeholder="small groups, pricing, prayer requests"
            maxLength={MAX_QUERY_LENGTH}
            spellCheck={false}
          />
        </form>
        <noscript>
          <p>
            Search needs JavaScript. The <a href="/blog">blog</a> and the <a href="/faq">FAQ</a> do not.
          </p>
        </noscript>
      </PageHeader>
      <p className="unseen" role="status">
        {settled === query && countOf(query, found)}
      </p>
      {failed ? <NotLoaded onRetry={load} /> : <Results ref={list} query={query} found={found} onKeyDown={onKeyDown} />}
    </PageLayout>
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

/** The number of results as text; empty while the query is too short. */
const countOf = (query: string, found: readonly SearchResult[] | undefined): string => {
  if (!found || tokenize(query).join('').length < MIN_LETTERS) return '';
  if (!found.length) return `Nothing found for “${query.trim()}”`;
  return `${found.length} ${found.length === 1 ? 'page' : 'pages'} for “${query.trim()}”`;
};

interface ResultsProps {
  ref: Ref<HTMLOListElement>;
  query: string;
  found: readonly SearchResult[] | undefined;
  onKeyDown: KeyboardEventHandler;
}

function Results({ ref, query, found, onKeyDown }: ResultsProps) {
  const count = countOf(query, found);
  if (!count || !found) return <Suggestions />;
  if (!found.length) return <NothingFound count={count} />;
  return (
    <>
      <h2 className="count">{count}</h2>
      <ol className="results" ref={ref}>
        {found.map(({ path, title, snippet, related }) => (
          <li key={path}>
            <a href={path} onKeyDown={onKeyDown}>
              <Highlighted segments={title} />
            </a>
            <p className="quiet">
              <Highlighted segments={snippet} />
            </p>
            {related.length > 0 && (
              <ul>
                {related.map((each) => (
                  <li key={each.path}>
                    <a href={each.path} onKeyDown={onKeyDown}>
                      <Highlighted segments={each.title} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const NothingFound = ({ count }: { count: string }) => (
  <>
    <h2 className="count">{count}</h2>
    <p className="nothing">
      Try one word instead of several, or look at the <a href="/blog">Blog</a>, the <a href="/faq">FAQ</a> or the{' '}
      <a href="/help">Help Center</a>.
    </p>
    <Suggestions />
  </>
);

const SUGGESTIONS = [
  { href: '/pricing', label: 'How much does it cost?' },
  { href: '/is-it-for-us', label: 'Is it for a church like ours?' },
  { href: '/is-it-for-us#translation', label: 'Which Bible translation does it use?' },
  { href: '/safety', label: 'Who can read what a student writes?' },
  { href: '/help/consent-form', label: 'What do parents have to sign?' },
  { href: '/gettingstarted', label: 'How do we begin?' },
  { href: '/help/cancel', label: 'How do we cancel?' },
  { href: '/resources', label: 'What can I print for Wednesday?' },
  { href: '/crisis', label: 'What do I do when a student is in crisis?' },
];

/** Before something is typed, and where nothing is found. */
const Suggestions = () => (
  <section className="suggestions" aria-labelledby="suggestions">
    <h2 id="suggestions">Common questions</h2>
    <ul>
      {SUGGESTIONS.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  </section>
);

const Highlighted = ({ segments }: { segments: Segment[] }) =>
  segments.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text));
