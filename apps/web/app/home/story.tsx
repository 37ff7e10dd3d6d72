import { FOUNDERS, type Founder } from '../content/claims.ts';
import { site } from '../lib/site.ts';
import './story.css';

export const Story = () => (
  <section id="story" className="part story">
    <div className="text">
      <p className="label">Our Story</p>
      <h2>One of us led the group. The other sat in the back row.</h2>
      <p>
        {site.product} was started by a former youth pastor and a former student. From the front of the room, the week
        looked like this: a good night on Wednesday, and then six days of hoping. You could not tell from up there who
        was praying, or who had stopped answering their friends. When a student slipped away, the news usually came
        weeks later, from somebody's mother, in the cereal aisle.
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
    </div>
  </section>
);

/** Name and role, with a biography that shows on hover and focus. */
function FounderCard({ name, role, bio, picture }: Founder) {
  const id = `about-${picture.replaceAll(/\D/g, '')}`;
  return (
    <div className="founder hover-card">
      <button type="button" aria-describedby={id}>
        <img src={picture} width={320} height={320} alt="" loading="lazy" />
        {name} <span className="small quiet">{role}</span>
      </button>
      <div className="hover-card-place">
        <div className="hover-card-text" id={id} role="note">
          <p>
            <strong>{name}</strong> <span className="quiet">{role}</span>
          </p>
          <p className="small">{bio}</p>
        </div>
      </div>
    </div>
  );
}
