import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';
import { Lamp } from '../components/lamp.tsx';
import { FREE_TRIAL, HEADER_LINKS, LOG_IN, MY_PLAN, SEARCH, site } from '../lib/site.ts';
import type { PageHandle } from '../seo/page.ts';
import './header.css';

/** What a member needs beside the plan. */
const MEMBER_LINKS = [{ href: '/help', label: 'Help' }, LOG_IN, MY_PLAN] as const;

/** Works without scripts: the drawer is a modal dialog opened by an invoker command (`commandfor`). */
export function Header({ kind }: { kind: PageHandle['header'] }) {
  if (kind === 'member')
    return (
      <header className="site-header member">
        <Logo />
        <nav className="site-nav" aria-label="Main">
          <BarLinks links={MEMBER_LINKS} />
        </nav>
      </header>
    );
  return (
    <header className={kind === 'staff' ? 'site-header staff' : 'site-header'}>
      <Logo isStaff={kind === 'staff'} />
      <nav className="site-nav" aria-label="Main">
        <BarLinks links={[...HEADER_LINKS, LOG_IN]} />
        {kind !== 'staff' && <SearchLink />} {!kind && <Offers plan="my-plan" trial="button primary compact" />}
        <button
          type="button"
          className="menu-button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          {...command('show-modal')}
        >
          <Bars />
        </button>
      </nav>
      <Drawer kind={kind} />
    </header>
  );
}

function BarLinks({ links }: { links: readonly { href: string; label: string }[] }) {
  const current = useCurrent();
  return links.map(({ href, label }) => (
    <Fragment key={href}>
      <a href={href} aria-current={current(href)}>
        {label}
      </a>{' '}
    </Fragment>
  ));
}

/** The plan of this browser's member, which `resume.js` shows, and the trial. The properties are class names. */
const Offers = ({ plan, trial }: { plan: string; trial: string }) => (
  <>
    <a className={plan} href={MY_PLAN.href} hidden suppressHydrationWarning>
      {MY_PLAN.label}
    </a>{' '}
    <a className={trial} href={FREE_TRIAL.href} suppressHydrationWarning>
      {FREE_TRIAL.label}
    </a>
  </>
);

const Logo = ({ isStaff = false }: { isStaff?: boolean }) => (
  <a
    className="logo"
    href={isStaff ? '/admin/queue' : '/'}
    aria-label={`${site.product}, ${isStaff ? 'queue' : 'home'}`}
  >
    <Lamp />
    {site.product}
  </a>
);

function SearchLink() {
  const current = useCurrent();
  return (
    <a className="search-link" href={SEARCH} aria-label="Search" aria-current={current(SEARCH)}>
      <Strokes d="M11.5 4a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M17 17l5.5 5.5" />
    </a>
  );
}

function Drawer({ kind }: { kind: PageHandle['header'] }) {
  return (
    <dialog id={DRAWER} className="drawer" aria-label="Menu" closedby="any">
      <div className="drawer-top">
        <span>{site.product}</span>
        <button type="button" className="menu-button" aria-label="Close menu" {...command('close')}>
          <Cross />
        </button>
      </div>
      <nav aria-label="Menu">
        <LinkList links={[...HEADER_LINKS, LOG_IN, ...(kind === 'staff' ? [] : [{ href: SEARCH, label: 'Search' }])]} />
        {!kind && <Offers plan="button second my-plan" trial="button primary" />}
      </nav>
    </dialog>
  );
}

/** Links of the drawer or the footer, the one of the current page marked. */
export function LinkList({ links }: { links: readonly { href: string; label: string }[] }) {
  const current = useCurrent();
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={current(href)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The value of `aria-current` for a link of the frame. */
function useCurrent() {
  const { pathname } = useLocation();
  return (href: string) => (href === pathname.replace(/(.)\/$/, '$1') ? ('page' as const) : undefined);
}

const DRAWER = 'menu';
const command = (name: 'show-modal' | 'close') => ({ commandfor: DRAWER, command: name });

const Bars = () => <Strokes d="M4 7h18M4 13h18M4 19h18" />;
const Cross = () => <Strokes d="m6 6 14 14M20 6 6 20" />;

const Strokes = ({ d }: { d: string }) => (
  <svg
    width="26"
    height="26"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);
