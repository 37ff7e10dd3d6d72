import '../styles/public.css';
import '../styles/home.css';
import { headOf } from '../site/head.ts';
import { Ambassador } from '../site/home/ambassador.tsx';
import { AppDemo } from '../site/home/app-demo.tsx';
import { FaithThatLasts } from '../site/home/faith-that-lasts.tsx';
import { Features } from '../site/home/features.tsx';
import { Hero } from '../site/home/hero.tsx';
import { PricingSummary } from '../site/home/pricing-summary.tsx';
import { Story } from '../site/home/story.tsx';
import { Testimonials } from '../site/home/testimonials.tsx';
import { TrialCall } from '../site/home/trial-call.tsx';
import { publicPages } from '../site/public-pages.ts';
import { organisation, software, website } from '../site/structured-data.ts';

export const handle = { hydrate: publicPages.home.hydrate };
export const meta = () => headOf(publicPages.home, [organisation, website, software]);

export default function Home() {
  return (
    <div className="page home">
      <Hero />
      <Story />
      <Features />
      <FaithThatLasts />
      <AppDemo />
      <Testimonials />
      <PricingSummary />
      <Ambassador />
      <TrialCall />
    </div>
  );
}
