import { Lamp } from '../site/logo.tsx';

/** A loading view: a lamp that breathes. */
export function Waiting({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <div className="stage narrow waiting" role="status">
      <Lamp size={72} />
      <h1>{title}</h1>
      {children}
    </div>
  );
}
