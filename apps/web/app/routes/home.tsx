import '../styles/home.css';
import { headOf } from '../site/head.ts';
import { Lamp } from '../site/logo.tsx';
import { pages } from '../site/pages.ts';

export const handle = { hydrate: pages.home.hydrate };
export const meta = () => headOf(pages.home);

const STATISTICS = [
  { figure: '7h 22m', text: 'on the phone, for the average student, every day' },
  { figure: '9%', text: 'of teens engage with the Bible more than once a week' },
  { figure: '77%', text: 'are motivated to learn more about Jesus' },
] as const;

export default function Home() {
  return (
    <div className="home">
      <section className="hero">
        <h1>
          Youth Ministry Platform for Building <mark>Lifelong Faith</mark>
        </h1>
        <p className="lede quiet">
          Students already carry a phone everywhere. Let it carry prayer, scripture and each other too, and see who is
          growing and who could use a call.
        </p>
        <div className="row">
          <a className="button primary large" href="/trial">
            Start 30-Day Free Trial
          </a>
          <a className="button second large" href="#features">
            Learn More
          </a>
        </div>
        <p className="small quiet">All features included. Nothing is charged until your trial ends.</p>
        <div className="hero-lamp">
          <Lamp size={360} />
        </div>
      </section>
      <section id="features" className="statistics" aria-label="Why it matters">
        <dl>
          {STATISTICS.map(({ figure, text }) => (
            <div key={figure}>
              <dt className="figure">{figure}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
