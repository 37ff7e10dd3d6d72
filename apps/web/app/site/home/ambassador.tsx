import { AMBASSADORS_GET } from '../claims.ts';
import { AMBASSADOR_APPLICATION } from '../links.ts';

export const Ambassador = () => (
  <section id="ambassador" className="part card ambassador">
    <div className="text">
      <h2>Help us build it</h2>
      <p>
        Ambassadors are youth pastors who use new features first, talk strategy with us on exclusive calls, and tell us
        frankly what does not work. If you have opinions about youth ministry technology, we would like to hear them
        early.
      </p>
    </div>
    <div>
      <ul className="lamps">
        {AMBASSADORS_GET.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <a className="button second" href={AMBASSADOR_APPLICATION}>
        Apply to the Ambassador Program
      </a>
      <p className="small quiet">We answer within 5-7 business days.</p>
    </div>
  </section>
);
