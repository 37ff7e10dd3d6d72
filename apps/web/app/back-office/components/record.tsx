import type { ComponentProps, ReactNode } from 'react';
import './record.css';

interface RecordHeadProps {
  name: ReactNode;
  badges: ReactNode;
  church: string;
  id: ReactNode;
  dates: ReactNode;
}

/** The head of the page of one sign-up or application. */
export const RecordHead = ({ name, badges, church, id, dates }: RecordHeadProps) => (
  <div className="trial-head">
    <h2 className="trial-name">{name}</h2>
    <p className="trial-chips">{badges}</p>
    {church && (
      <p className="trial-church">
        <bdi>{church}</bdi>
      </p>
    )}
    <p className="trial-id">{id}</p>
    <p className="quiet small">{dates}</p>
  </div>
);

/** A wide and a narrow column; one below the other on narrow screens. */
export const RecordColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="inspector">
    <div className="inspector-main">{main}</div>
    <div className="inspector-side">{side}</div>
  </div>
);

/** The card with the record's status and its next actions. */
export const StatusCard = ({
  tone,
  ...section
}: ComponentProps<'section'> & { tone: 'good' | 'waiting' | 'stuck' | 'ended' }) => (
  <section className={`diagnosis ${tone}`} {...section} />
);
