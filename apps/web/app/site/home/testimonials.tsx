import { RATING, TESTIMONIALS } from '../claims.ts';
import { Stars } from '../stars.tsx';

export const Testimonials = () => (
  <section id="testimonials" className="part band testimonials">
    <div className="part-head">
      <h2>From leaders who use it</h2>
      <p className="rating">
        <span className="figure">{RATING.value}</span> out of 5, from {RATING.count} ratings
      </p>
    </div>
    <ul>
      {TESTIMONIALS.map(({ name, role, quote, picture, stars }) => (
        <li key={name}>
          <figure>
            <Stars count={stars} />
            <blockquote>“{quote}”</blockquote>
            <figcaption>
              <img src={picture} width={320} height={320} alt="" loading="lazy" />
              <span>
                <strong>{name}</strong> <span className="small quiet">{role}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);
