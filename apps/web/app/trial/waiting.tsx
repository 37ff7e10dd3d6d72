import type { ReactNode } from 'react';
import { Lamp } from '../site/logo.tsx';

interface Props {
  title: string;
  /** Its title is the page's heading, unless the page has another one. */
  as?: 'h1' | 'p';
  children?: ReactNode;
}

/** A loading view: a lamp whose flame moves. */
export function Waiting({ title, as: Title = 'h1', children }: Props) {
  return (
    <div className="stage narrow waiting" role="status">
      <Lamp size={72} />
      <Title className="waiting-title">{title}</Title>
      {children}
    </div>
  );
}
