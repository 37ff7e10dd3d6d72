import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { drawingOf } from '../content/people/drawings.ts';
import type { Person } from './sample-data.ts';
import './controls.css';
import './parts.css';

interface TextAreaProps {
  id: string;
  label: ReactNode;
  rows: number;
  value: string;
  onChange: (text: string) => void;
}

export const TextArea = ({ id, label, rows, value, onChange }: TextAreaProps) => (
  <div className="demo-field">
    <label className="demo-name" htmlFor={id}>
      {label}
    </label>
    <textarea id={id} rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
  </div>
);

/** The drawing of a person; the name stands beside it. */
export const Face = ({ of, size = 44 }: { of: Person; size?: number }) => (
  <img className="demo-face" src={drawingOf(of.face)} width={size} height={size} alt="" loading="lazy" />
);

interface PressProps {
  className?: string;
  onPress?: (() => void) | undefined;
  children: ReactNode;
}

/** A button of the demo. Pictures of it have no action, and no button that would do nothing. */
export const Press = ({ className = 'demo-button', onPress, children }: PressProps) =>
  onPress && (
    <button type="button" className={className} onClick={onPress}>
      {children}
    </button>
  );

export const Icon = ({ d, size = 24 }: { d: string; size?: number }) => (
  <svg className="demo-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

export const ICONS = {
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  check: 'm5 12.5 4.5 4.5L19 7',
  back: 'M14.5 5.5 8 12l6.5 6.5',
} as const;

interface TabsProps<Tab extends string> {
  /** Starts the ids of its elements. */
  id: string;
  label: string;
  tabs: readonly { tab: Tab; label: string; icon: string; count?: number | undefined }[];
  selected: Tab;
  onSelect: (tab: Tab) => void;
}

/** Tabs by the ARIA pattern: one stop of the Tab key, arrows move between them. */
export function Tabs<Tab extends string>({ id, label, tabs, selected, onSelect }: TabsProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ tab }) => tab === selected);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.tab);
    list.current?.querySelector<HTMLElement>(`#${id}-${next.tab}`)?.focus({ preventScroll: true });
  };
  return (
    <div ref={list} className="demo-tabs" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
      {tabs.map((each) => (
        <button
          key={each.tab}
          type="button"
          role="tab"
          id={`${id}-${each.tab}`}
          className="demo-tab"
          aria-selected={each.tab === selected}
          aria-controls={each.tab === selected ? `${id}-panel` : undefined}
          tabIndex={each.tab === selected ? 0 : -1}
          onClick={() => onSelect(each.tab)}
        >
          <TabFace {...each} />
        </button>
      ))}
    </div>
  );
}

const TabFace = ({ label, icon, count }: { label: string; icon: string; count?: number | undefined }) => (
  <>
    <Icon d={icon} />
    <span>{label}</span>{' '}
    {count ? (
      <span className="demo-count">
        {count}
        <span className="unseen"> new</span>
      </span>
    ) : null}{' '}
  </>
);

/** What the other side has just done. A press opens it. */
export function NewsLine({ of: news, onOpen }: { of: { text: string } | undefined; onOpen: () => void }) {
  if (!news) return null;
  return (
    <button type="button" className="demo-news" onClick={onOpen}>
      <span className="demo-fine">Just now</span> <span key={news.text}>{news.text}</span>
    </button>
  );
}

interface LampsProps {
  label: string;
  days: readonly string[];
  lit: readonly boolean[];
  today?: number;
}

/** A week as a row of lamps, each lit or out. */
export const Lamps = ({ label, days, lit, today }: LampsProps) => (
  <div className="demo-lamps" role="img" aria-label={`${label}: read on ${lit.filter(Boolean).length} of 7 days`}>
    {days.map((day, at) => (
      <span key={day} className={[lit[at] && 'lit', at === today && 'today'].filter(Boolean).join(' ') || undefined}>
        <span>{day[0]}</span>
      </span>
    ))}
  </div>
);
