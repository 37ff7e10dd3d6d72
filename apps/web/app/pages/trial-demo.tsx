import { useLoaderData } from 'react-router-dom';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHeader, PageLayout } from '../components/page-layout.tsx';
import { Video } from '../components/video.tsx';
import { withPoster } from '../components/video-poster.tsx';
import { FullDemo } from '../demo/full-demo.tsx';
import { Island } from '../demo/island.tsx';
import { Still } from '../demo/stills.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import { publicPages } from '../seo/pages.ts';

export const handle = { hydrate: publicPages.trialDemo.hydrate };
export const meta = () => headOf(publicPages.trialDemo);

/** Runs at build time: each poster is a document of its own. */
export const loader = () => ({
  videos: [withPoster(STUDENT, <StudentPoster />), withPoster(PORTAL, <PortalPoster />)],
});

const STUDENT = {
  of: 'student',
  title: 'The student app',
  text: `A day with ${site.product}: today’s reading and devotional, a challenge with friends, the prayer journal, and a small group that answers.`,
} as const;

const PORTAL = {
  of: 'portal',
  title: 'The pastor portal',
  text: `A week with ${site.product}: engagement at a glance, who is becoming disengaged, a study drafted from sermon notes, an announcement to everyone.`,
} as const;

const StudentPoster = () => (
  <>
    <Still of="reading" />
    <Still of="streak" />
  </>
);

const PortalPoster = () => (
  <>
    <Still of="alert" />
    <Still of="weeks" />
  </>
);

export default function TrialDemo() {
  const { videos } = useLoaderData<typeof loader>();
  return (
    <PageLayout>
      <PageHeader
        label="Demo"
        heading="See it before you sign up"
        intro="Press anything. Emma’s phone and your portal share the same sample data: what happens on one is seen on the other."
      />
      <Island name="full">
        <FullDemo />
      </Island>
      <p className="demo-unscripted small quiet">The demo needs scripts. The videos show the same.</p>
      <div className="videos part">
        {videos.map((video) => (
          <Video key={video.of} {...video} />
        ))}
      </div>
      <CallToAction heading="Better with your own students" action={{ href: '/trial', label: 'Start Free Trial' }}>
        A demo has no freshmen in it. Try it with yours: 30 days, all features, nothing charged until the trial ends.
      </CallToAction>
    </PageLayout>
  );
}
