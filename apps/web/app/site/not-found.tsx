import '../styles/lost.css';
import { Lamp } from './logo.tsx';

export function NotFound() {
  return (
    <section className="lost">
      <Lamp size={72} lit={false} />
      <p className="figure">404</p>
      <h1>Page Not Found</h1>
      <p className="quiet">The page you're looking for doesn't exist or has been moved.</p>
      <a className="button primary large" href="/">
        Return to Homepage
      </a>
      <nav className="row" aria-label="Suggestions">
        <a href="/youth-ministry-tools">Ministry Tools</a> <a href="/trial">Free Trial</a>
      </nav>
    </section>
  );
}
