import { site } from '../lib/site.ts';

/** Factual claims of the marketing pages. People marked `sample` are placeholders for real ones with their permission. */
export const RATING = { value: 4.9, count: 156 } as const;
export const SOFTWARE_VERSION = '2.0';

export interface Statistic {
  figure: string;
  text: string;
}

export const STATISTICS: readonly Statistic[] = [
  { figure: '7h 22m', text: 'on the phone daily, for the average student' },
  { figure: '9%', text: 'of teens engage with the Bible more than once a week' },
  { figure: '77%', text: 'are motivated to learn more about Jesus' },
];

export const HARD_TRUTHS: readonly Statistic[] = [
  { figure: '70%', text: 'of students leave church after high school' },
  { figure: '42%', text: 'of teens report persistent sadness' },
];

/** The first is the rise in engagement over three months. The others get a label once it is known what they measure. */
export const RESULTS = ['85%', '3x', '60%'] as const;

export interface Founder {
  name: string;
  role: 'Founder' | 'Co-Founder';
  bio: string;
  picture: string;
  /** A placeholder to be replaced. */
  sample: boolean;
}

export const FOUNDERS: readonly Founder[] = [
  {
    name: 'Daniel Brooks',
    role: 'Founder',
    bio: `Former youth pastor. Kept his students' names on an index card in his Bible and still wishes that he had seen sooner who was slipping away. Builds ${site.product} for the leader he was on Thursday mornings.`,
    picture: '/art/founder-1.svg',
    sample: true,
  },
  {
    name: 'Maya Torres',
    role: 'Co-Founder',
    bio: `Former student. Grew up in a youth group, loved it, and had no idea how to pray alone until somebody showed her. Makes sure that everything in ${site.product} would have survived her own back row.`,
    picture: '/art/founder-2.svg',
    sample: true,
  },
];

export interface Testimonial {
  name: string;
  role: string;
  quote: string;
  picture: string;
  stars: 5;
  /** A placeholder to be replaced. */
  sample: boolean;
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Marcus Hale',
    role: 'Youth Pastor',
    quote:
      'Our engagement rose 85% in three months. The number I care about is one. A boy who had stopped coming turned up on the alert list, and two of us took him out for tacos. He is back on Wednesdays.',
    picture: '/art/pastor-2.svg',
    stars: 5,
    sample: true,
  },
  {
    name: 'Renee Castillo',
    role: 'Student Ministries Director',
    quote:
      'I used to spend Saturdays on the study for Sunday night. Now I start from a draft made of my own sermon notes, throw out a third of it, and make it to my daughter’s game.',
    picture: '/art/pastor-1.svg',
    stars: 5,
    sample: true,
  },
  {
    name: 'Josh Lindgren',
    role: 'Youth Pastor',
    quote:
      'I did not expect the quiet kids to write. We have a sophomore who said maybe ten words out loud last year. She answers every prompt, and her small group leader answers her.',
    picture: '/art/pastor-3.svg',
    stars: 5,
    sample: true,
  },
];

export const NEWSLETTER_SUBSCRIBERS = '2,000+';

export const AMBASSADORS_GET = [
  'Early access to new features',
  'Exclusive strategy calls',
  'A say in what we build next',
] as const;
