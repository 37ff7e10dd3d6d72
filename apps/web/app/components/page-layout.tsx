import type { ReactNode } from 'react';
import type { Evidence } from '../content/evidence.ts';
import type { FaqItem } from '../content/faq.ts';
import { drawingOf } from '../content/people/drawings.ts';
import type { SceneName } from '../content/scenes/scenes.ts';
import { Scene } from './scene.tsx';
import { WithLinks } from './text-links.tsx';
import './page-layout.css';
import './page-sections.css';

interface LayoutProps {
  as?: 'div' | 'article';
  className?: string;
  children: ReactNode;
}

/** Container of a public page; its style sheet has the classes for sections, cards and lists. */
export const PageLayout = ({ as: Tag = 'div', className, children }: LayoutProps) => (
  <Tag className={className ? `page ${className}` : 'page'}>{children}</Tag>
);

interface HeaderProps {
  label?: string;
  heading: string;
  intro: ReactNode;
  /** A picture beside it, on a phone below it. */
  scene?: SceneName;
  children?: ReactNode;
}

/** The page's h1 with one introductory paragraph. Home and conference have a Hero instead. */
export const PageHeader = ({ label, heading, intro, scene, children }: HeaderProps) => (
  <header className="opening">
    <div className="opening-text">
      {label && <p className="label">{label}</p>}
      <h1>{heading}</h1>
      <p className="lede quiet">{intro}</p>
      {children}
    </div>
    {scene && <Scene of={scene} lazy />}
  </header>
);

/** A `hero-text` column beside a picture or a card. */
export const Hero = ({ as: Tag = 'section', children }: { as?: 'div' | 'section'; children: ReactNode }) => (
  <Tag className="hero">{children}</Tag>
);

/** Students and leaders, drawn by `tools/art/draw-people.mjs`, on the ground at its lower edge. */
export const GroupPicture = ({ alt, lazy = false }: { alt: string; lazy?: boolean }) => (
  <img
    className="group-picture"
    src={drawingOf('group')}
    width={1200}
    height={760}
    alt={alt}
    loading={lazy ? 'lazy' : undefined}
    fetchPriority={lazy ? undefined : 'low'}
  />
);

/** Figures in a dark band, each with what it counts and a link to its study on the evidence page. */
export const Statistics = ({ of }: { of: readonly Evidence[] }) => (
  <dl className="statistics">
    {of.map(({ id, figure, text }) => (
      <div key={figure}>
        <dt className="figure">
          <a href={`/evidence#${id}`} title="Where this figure comes from">
            {figure}
          </a>
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** Questions and answers, all expanded, so that they can be searched and printed without a script. */
export const FaqList = ({ entries, level: Heading }: { entries: readonly FaqItem[]; level: 'h2' | 'h3' }) => (
  <div className="faq">
    {entries.map(({ question, answer }) => (
      <section key={question}>
        <Heading>{question}</Heading>
        <p>
          <WithLinks>{answer}</WithLinks>
        </p>
      </section>
    ))}
  </div>
);
