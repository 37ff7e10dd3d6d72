import { useLoaderData } from 'react-router-dom';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { FullDemo } from '../demo/full-demo.tsx';
import { Island } from '../demo/island.tsx';
import { FILMS } from '../films/films.ts';
import { Video } from '../films/video.tsx';
import { withPoster } from '../films/video-poster.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { videoLd } from '../seo/video-data.ts';

const STUDENT = `Emma’s week with ${site.product}, from one Thursday to Wednesday: a reading on the bus, a challenge with friends, a private prayer request, and a small group that answers.`;
const PORTAL = `The same week on your side of ${site.product}: engagement at a glance, prayer requests, a study drafted from sermon notes, a group chat with moderation, and a student who’s gone quiet.`;

const page: Page = {
  path: '/trial-demo',
  title: 'Demo: Student App and Pastor Portal',
  description:
    'Try the student app and the pastor portal on sample data, or watch two short videos: reading, prayer, challenges, engagement and alerts.',
  keywords: ['youth ministry app demo', 'pastor portal', 'student app video', 'discipleship platform demo'],
  scene: 'circle',
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page, [...videoLd(FILMS.student, STUDENT), ...videoLd(FILMS.portal, PORTAL)]);

/** Runs at build time: each poster is a document of its own. */
export const loader = () => ({ videos: [withPoster(FILMS.student, STUDENT), withPoster(FILMS.portal, PORTAL)] });

export default function TrialDemo() {
  const { videos } = useLoaderData<typeof loader>();
  return (
    <PageLayout>
      <PageHeader
        label="Demo"
        heading="See it before you sign up"
        intro="Tap anything. Emma’s phone and your portal share the same sample data: what happens on one shows up on the other."
      />
      <Island name="full">
        <FullDemo />
      </Island>
      <div className="videos part">
        {videos.map((video) => (
          <Video key={video.film.name} {...video} />
        ))}
      </div>
      <CallToAction
        heading="Better with your own students"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/is-it-for-us', label: 'Is it for us?' }}
      >
        A demo has no freshmen in it. Try it with yours: 30 days, all features, nothing charged until the trial ends.
      </CallToAction>
    </PageLayout>
  );
}
