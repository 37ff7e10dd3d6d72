import type { ComponentProps, ReactNode } from 'react';
import { Lamp } from './lamp.tsx';
import styles from './stage.module.css';

interface StageProps extends ComponentProps<'div'> {
  as?: 'section' | 'div';
  /** A lamp over the column, which then stands in the middle of the window: whether it is lit. */
  lamp?: 'lit' | 'unlit' | undefined;
  above?: ReactNode;
  beside?: ReactNode;
}

/** The column of a form or of an outcome. `above` it is what spans all columns, `beside` it a second one. */
export const Stage = ({
  as: Main = 'section',
  className = '',
  lamp,
  above,
  beside,
  children,
  ...frame
}: StageProps) => (
  <div
    className={`${styles.stage} ${beside ? styles.beside : ''} ${lamp ? styles.centered : ''} ${className}`}
    {...frame}
  >
    {above}
    <Main className={`stack ${styles.main}`}>
      {lamp && <Lamp size={72} lit={lamp === 'lit'} className={styles.lamp} />}
      {children}
    </Main>
    {beside}
  </div>
);
