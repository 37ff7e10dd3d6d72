import { InlineScript } from '../components/inline-script.tsx';
import { site } from '../lib/site.ts';
import { FOUNDERS, RATING, TESTIMONIALS } from '../content/owner-claims.ts';
import { drawingOf } from '../content/people/drawings.ts';
import founderCards from './founder-cards.ts?minified';
import './story.css';
import styles from './home-page.module.css';

export const Story = () => (
  <section id="story" className={`part story ${styles.story}`}>
    <div className="text">
      <p className="label">Our Story</p>
      <h2>One of us led the group. The other sat in the back row.</h2>
      <p>
        {site.product} was started by a former youth pastor and a former student. From the front of the room, the week
        looked like this: a good night on Wednesday, and then six days of hoping. You couldn’t tell from up there who
        was praying, or who had stopped answering their friends. When a student slipped away, the news usually came
        weeks later, from someone’s mother, in the cereal aisle.
      </p>
      <p>
        From the back row it looked different. Wednesday was real, and so was wanting to follow Jesus. But at 3:30 on a
        Thursday there was a locker, a phone, and no idea where to begin or whom to ask.
      </p>
      <p>
        So we built what each of us had been missing: for students, a small daily practice with friends in it; for
        leaders, a way to notice in time.
      </p>
    </div>
    <div className="founders">
      <h3>Meet the founders</h3>
      {FOUNDERS.map((founder) => (
        <FounderCard key={founder.name} {...founder} />
      ))}
      {FOUNDERS.some(({ sample }) => sample) && (
        <p className="small quiet">Sample: the real founders’ names and portraits will stand here.</p>
      )}
    </div>
    <InlineScript code={founderCards} />
  </section>
);

/** Name and role, with a biography that shows on hover and focus. */
function FounderCard({ name, role, bio, picture }: (typeof FOUNDERS)[number]) {
  const id = `about-${picture.replaceAll(/\D/g, '')}`;
  return (
    <div className="founder hover-card">
      <button type="button" aria-describedby={id}>
        <img src={drawingOf(picture)} width={320} height={320} alt="" loading="lazy" />
        {name} <span className="small quiet">{role}</span>
      </button>
      <div className="hover-card-place">
        <div className="hover-card-text" id={id} role="note">
          <p>
            <strong>{name}</strong> <span className="quiet">{role}</span>
          </p>
          <p className="small">{bio.replaceAll('PRODUCT', site.product)}</p>
        </div>
      </div>
    </div>
  );
}

const POINTS = [
  {
    title: 'A habit of their own',
    text: 'A few minutes a day of prayer, scripture, worship and reflection. Mark 30, 60 and 100 days with them, and treat a missed day as a day, not a failure.',
  },
  {
    title: 'Friends who ask',
    text: '“Did you read today?” sounds like homework from a leader. Challenges and small groups put the question in the mouth of a friend from third period.',
  },
  {
    title: 'An adult who notices',
    text: 'Trends and alerts point you to the student who has gone quiet. The rest is the oldest kind of ministry: you go and find them.',
  },
] as const;

export const FaithThatLasts = () => (
  <section id="faith-that-lasts" className={`part band ${styles.faith}`}>
    <div className="text">
      <p className="label">Faith That Lasts</p>
      <h2>What will they do on a Tuesday when they are nineteen?</h2>
      <p>
        <strong>
          <a href="/evidence#leave-church">70%</a> of students leave church after high school.
        </strong>{' '}
        No app changes that on its own, and we won’t tell you that ours does. But there are three things you can
        practice with students while you still have them every week.
      </p>
      <p>
        You can begin without us: the <a href="/youth-pastor-guide">youth pastor’s guide</a> plans four weeks, and{' '}
        <a href="/blog">the blog</a> says how, with <a href="/resources">letters and agendas to print</a>.
      </p>
    </div>
    <ol className={styles.points}>
      {POINTS.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

const SAMPLES = RATING.sample || TESTIMONIALS.some(({ sample }) => sample);

export const Testimonials = () => (
  <section id="testimonials" className={`part ${styles.testimonials}`}>
    <div className="part-head">
      <h2>{SAMPLES ? 'What we hope leaders will say' : 'From leaders who use it'}</h2>
      <p className={styles.rating}>
        <span className="figure">{RATING.value}</span>{' '}
        <span>
          out of 5, from <a href="/evidence#our-own">{RATING.count} ratings</a>
        </span>
      </p>
      {SAMPLES && (
        <p className="small quiet">
          Sample: the rating, the people and their words stand in until ministries send us theirs.
        </p>
      )}
    </div>
    <ul>
      {TESTIMONIALS.map(({ name, role, quote, picture, stars }) => (
        <li key={name}>
          <figure>
            <blockquote>“{quote}”</blockquote>
            <figcaption>
              <img src={drawingOf(picture)} width={320} height={320} alt="" loading="lazy" />
              <span>
                <strong>{name}</strong> <Stars count={stars} /> <span className="small quiet">{role}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);

const STAR = 'm10 1.6 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L1.5 7.8l5.9-.8z';

const Stars = ({ count }: { count: number }) => (
  <svg
    className={styles.stars}
    width={count * 18}
    height="16"
    viewBox={`0 0 ${count * 22} 20`}
    role="img"
    aria-label={`${count} out of 5 stars`}
  >
    {Array.from({ length: count }, (_, index) => (
      <path key={index} d={STAR} transform={`translate(${index * 22} 0)`} />
    ))}
  </svg>
);
