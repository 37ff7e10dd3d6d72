import { useLoaderData } from 'react-router-dom';
import '../styles/public.css';
import { Closing } from '../site/closing.tsx';
import { site } from '../site/env.ts';
import { headOf } from '../site/head.ts';
import { Opening } from '../site/opening.tsx';
import { PhoneMock } from '../site/phone-mock.tsx';
import { PortalMock } from '../site/portal-mock.tsx';
import { publicPages } from '../site/public-pages.ts';
import { withPoster } from '../site/video-poster.tsx';
import { Video } from '../site/video.tsx';

export const handle = { hydrate: publicPages.trialDemo.hydrate };
export const meta = () => headOf(publicPages.trialDemo);

/** Runs once, at build time: the posters are pages of their own. */
export const loader = () => ({ films: [withPoster(STUDENT, <PhoneMock />), withPoster(PORTAL, <PortalMock />)] });

const STUDENT = {
  of: 'student',
  title: 'The student app',
  text: `A day with ${site.product}: today's reading and devotional, a challenge with friends, the prayer journal, and a small group that answers.`,
} as const;

const PORTAL = {
  of: 'portal',
  title: 'The pastor portal',
  text: `A week with ${site.product}: engagement at a glance, who is becoming disengaged, a study drafted from sermon notes, an announcement to everyone.`,
} as const;

export default function TrialDemo() {
  const { films } = useLoaderData<typeof loader>();
  return (
    <div className="page">
      <Opening
        label="Demo"
        heading="See it before you sign up"
        intro="Two short videos: what your students will see, and what you will see."
      />
      <div className="videos">
        {films.map((film) => (
          <Video key={film.of} {...film} />
        ))}
      </div>
      <Closing heading="Better with your own students" action={{ href: '/trial', label: 'Start Free Trial' }}>
        A demo has no freshmen in it. Try it with yours: 30 days, all features, nothing charged until the trial ends.
      </Closing>
    </div>
  );
}
