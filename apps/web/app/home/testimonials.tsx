import { RATING, TESTIMONIALS } from '../content/claims.ts';

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

const STAR = 'm10 1.6 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L1.5 7.8l5.9-.8z';

const Stars = ({ count }: { count: number }) => (
  <svg
    className="stars"
    width={count * 22}
    height="20"
    viewBox={`0 0 ${count * 22} 20`}
    role="img"
    aria-label={`${count} out of 5 stars`}
  >
    {Array.from({ length: count }, (_, index) => (
      <path key={index} d={STAR} transform={`translate(${index * 22} 0)`} />
    ))}
  </svg>
);
