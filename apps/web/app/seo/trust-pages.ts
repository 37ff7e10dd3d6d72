import { site } from '../lib/site.ts';
import type { Page } from './page.ts';

/** Pages that an elder board asks for, and the one to have in a crisis. */
export const trustPages = {
  evidence: {
    path: '/evidence',
    picture: 'a magnifying glass over a chart',
    title: `Where Our Figures Come From | ${site.product}`,
    description:
      'Each figure on our site with its study: who asked whom, in which words and when, a link to it, and what the figure does not say.',
    keywords: ['teen screen time study', 'church dropout study', 'teen sadness CDC', 'Barna teens Jesus', 'sources'],
    hydrate: false,
  },
  crisis: {
    path: '/crisis',
    picture: 'a telephone handset',
    title: `Crisis Help: 988, 911, Childhelp | ${site.product}`,
    description:
      'A student is in danger, is thinking of suicide, or is being hurt: whom to call or text now, and what to do until help is there. Opens offline after one visit.',
    keywords: [
      '988 suicide and crisis lifeline',
      'crisis help for youth pastors',
      'report child abuse',
      'Childhelp',
      'suicidal student',
    ],
    hydrate: false,
  },
  safety: {
    path: '/safety',
    picture: 'a shield',
    title: `Safety and Trust | ${site.product}`,
    description:
      'For elders and parents: who sees what, one-to-one conversations, consent, deletion, what the AI gets, where data is stored, and whom to write to.',
    keywords: [
      'who can see private prayer requests',
      'youth app safety',
      'is it safe for parents',
      'one-to-one conversations and messages',
      'child protection policy',
      'parental consent',
      'student data privacy',
      'church elder board',
    ],
    hydrate: false,
  },
} satisfies Record<string, Page>;
