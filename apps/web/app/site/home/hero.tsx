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
          Students already carry a phone everywhere. Let it carry prayer, scripture and each other too, and see who is
          growing and who could use a call.
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
        Read the three together. The time is there, the habit is not, and the wish is stronger than most of us think.
      </p>
    </section>
  </>
);
