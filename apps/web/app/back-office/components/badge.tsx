import type { ReactNode } from 'react';
import './badge.css';

export type Tone = 'good' | 'warn' | 'bad' | '';

export const Badge = ({ tone = '', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
);
