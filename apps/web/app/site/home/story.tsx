import '../../styles/founders.css';
import { FOUNDERS, type Founder } from '../claims.ts';
import { site } from '../env.ts';

export const Story = () => (
  <section id="story" className="part story">
    <div className="prose">
      <p className="label">Our Story</p>
      <h2>One of us led the group. The other sat in the back row.</h2>
      <p>
        {site.product} was started by a former youth pastor and a former student. From the front of the room, the week
        looked like this: a good night on Wednesday, and then six days of hoping. Who was praying? Who had stopped
        answering their friends? Who was already halfway out of the door? Usually the answer came when the chair was
        empty.
      </p>
      <p>
        From the back row it looked different. Wednesday was real. On Thursday there was a locker, a phone and nobody to
        ask. Wanting to follow Jesus was never the problem. Knowing what to do about it on an ordinary afternoon was.
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

/** A card with more about a founder, for pointer and keyboard; the name and the role are there for everybody. */
function FounderCard({ name, role, bio, picture }: Founder) {
  const id = `about-${picture.replaceAll(/\D/g, '')}`;
  return (
    <div className="founder hover-card">
      <button type="button" aria-describedby={id}>
        <img src={picture} width={320} height={320} alt="" loading="lazy" />
        {name}
        <span className="small quiet">{role}</span>
      </button>
      <div className="hover-card-text" id={id} role="note">
        <p>
          <strong>{name}</strong> <span className="quiet">{role}</span>
        </p>
        <p className="small">{bio}</p>
      </div>
    </div>
  );
}
