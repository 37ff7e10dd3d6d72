import type { ReactNode } from 'react';
import './sign-in-card.css';

export const SignInCard = ({ children }: { children: ReactNode }) => (
  <section className="office-gate card stack">{children}</section>
);
