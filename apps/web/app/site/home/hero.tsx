import { STATISTICS } from '../claims.ts';
import { GroupPicture } from '../group-picture.tsx';
import { Statistics } from '../statistics.tsx';

export const Hero = () => (
  <>
    <section className="hero">
      <div className="hero-text">
        <h1>
          Youth Ministry Platform for Building <mark>Lifelong Faith</mark>
        </h1>
        <p className="lede quiet">
          Youth night is over by 8:30. For the six days after it, students get a few minutes of scripture and prayer a
          day, with friends doing the same, and you see who has gone quiet.
        </p>
        <div className="row">
          <a className="button primary large" href="/trial">
            Start 30-Day Free Trial
          </a>{' '}
          <a className="button second large" href="#features">
            Learn More
          </a>
        </div>
        <p className="small quiet">All features included. Nothing is charged until your trial ends.</p>
      </div>
      <GroupPicture alt="A youth group with two of its leaders, standing close together and laughing." />
    </section>
    <section aria-label="Why it matters">
      <Statistics of={STATISTICS} />
      <p className="after-statistics">
        Read the three together: hours of screen, hardly any scripture, and a hunger stronger than most of us would
        guess.
      </p>
    </section>
  </>
);
