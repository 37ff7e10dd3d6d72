import type { ReactNode } from 'react';
import { articles } from '../content/texts.ts';
import { DRAWINGS } from './article-drawings.tsx';

/** What is filled with the lamp's color, and the lines on it. */
const drawn = (filled: string, lines: string): ReactNode => (
  <>
    <path className="lit" d={filled} />
    <path d={lines} />
  </>
);

const LAMP = (
  <g transform="scale(1.6)">
    <path className="lit" d="M20 2.5c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" />
    <path d="M7.5 26.5h25M12 27a8 8 0 0 0 16 0M14 38h12" />
  </g>
);

/** The line drawings, 64 by 64, on the Open Graph images. `picture` in the table of pages says in words what they show. */
const MOTIFS: Record<string, ReactNode> = {
  '/conference': drawn('M14 22h36v32H14z', 'M24 4l8 14 8-14M27 18h10v6H27zM22 36h20M22 44h12'),
  '/pricing': drawn('M8 8h22l26 26-22 22L8 30z', 'M20 20v.1M28 34l6 6M33 29l6 6'),
  '/trial-demo': drawn('M6 10h20v44H6z', 'M13 48h6M34 54V40h6v14M44 54V30h6v24M54 54V20h5v34M31 54h31'),
  '/trial': drawn('M8 14h48v42H8z', 'M8 26h48M20 8v10M44 8v10M20 41l8 7 16-14'),
  '/help': drawn('M32 6a26 26 0 1 0 0 52 26 26 0 0 0 0-52zm0 16a10 10 0 1 1 0 20 10 10 0 0 1 0-20z', 'M14 14l11 11M39 39l11 11M50 14 39 25M25 39 14 50'),
  '/gettingstarted': drawn('M34 6l20 7-20 8z', 'M34 6v30M6 58c0-8 10-8 18-12s4-10 10-10M40 58c0-6 8-8 16-8'),
  '/faq': drawn('M6 8h52v36H30L18 56V44H6z', 'M26 21a6 6 0 1 1 8.5 5.5c-2 1-2.5 2-2.5 4M32 36v.1'),
  '/youth-ministry-tools': drawn('M6 26h52v28H6z', 'M22 26v-8h20v8M6 38h52M28 34h8v8h-8z'),
  '/youth-pastor-guide': drawn('M32 16C24 10 14 10 6 12v40c8-2 18-2 26 4 8-6 18-6 26-4V12c-8-2-18-2-26 4z', 'M32 16v40M13 22c4-.5 8 0 12 2M13 32c4-.5 8 0 12 2M39 24c4-2 8-2.5 12-2M39 34c4-2 8-2.5 12-2'),
  '/evidence': drawn('M26 6a20 20 0 1 0 0 40 20 20 0 0 0 0-40z', 'M41 41l17 17M18 34v-8M26 34V18M34 34v-5'),
  '/crisis': drawn('M14 6h10l5 14-7 6c3 7 9 13 16 16l6-7 14 5v10c0 5-5 8-10 8C26 56 8 38 6 16c0-5 3-10 8-10z', 'M38 8c9 1 16 8 17 17M38 17c4 1 7 4 8 8'),
  '/safety': drawn('M32 4l22 8v18c0 14-9 24-22 30C19 54 10 44 10 30V12z', 'M22 31l8 8 14-15'),
  '/blog': drawn('M10 6h32v52H10z', 'M18 18h16M18 28h16M18 38h8M56 14 38 42l-2 8 7-5 18-27z'),
  '/community-guidelines': drawn('M6 22l14-8 12 8 12-8 14 8v18L36 54h-8L6 40z', 'M32 22 22 32l6 5 8-7 16 14M28 54l-6-6'),
  '/terms-of-service': drawn('M12 4h28l12 12v44H12z', 'M40 4v12h12M20 26h24M20 35h24M20 50c4-6 6-6 7 0s4-4 6-2 4 2 9 0'),
  '/privacy-policy': drawn('M12 28h40v30H12z', 'M20 28V18a12 12 0 0 1 24 0v10M32 40v8'),
  '/account-information': drawn('M4 12h56v40H4z', 'M20 25a6 6 0 1 0 0 .1M10 44c0-7 4.5-11 10-11s10 4 10 11M38 26h14M38 36h10'),
  '/ambassador-application': drawn('M32 4l6 12 13 2-9.5 9.5 2.5 13L32 34l-12 6.5 2.5-13L13 18l13-2z', 'M22 40l-6 20 16-8 16 8-6-20'),
  '/trial-request': drawn('M4 14h56v38H4z', 'M4 16l28 20 28-20M4 50l20-19M60 50 40 31'),
  '/help/sign-in': drawn('M20 20a13 13 0 1 0 0 26 13 13 0 0 0 0-26z', 'M33 33h27v9M50 33v7M16 33v.1'),
  '/help/invite-students': drawn('M26 8a10 10 0 1 0 0 20 10 10 0 0 0 0-20z', 'M6 56c0-13 9-20 20-20s20 7 20 20M52 16v16M44 24h16'),
  '/help/consent-form': drawn('M10 10h44v50H10z', 'M24 4h16v12H24zM22 38l7 7 14-15'),
  '/help/move-a-group': drawn('M14 22a10 10 0 1 0 0 20 10 10 0 0 0 0-20z', 'M50 22a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM26 32h12M33 26l6 6-6 6'),
  '/help/add-a-ministry': drawn('M6 34 20 22l14 12v22H6z', 'M38 56h20V24L46 14l-12 9M16 56V44h8v12M46 34v.1'),
  '/help/change-plan-or-card': drawn('M4 14h56v38H4z', 'M4 25h56M12 42h14M46 42h6'),
  '/help/cancel': drawn('M14 6h26v52H14z', 'M14 6 32 12v46M14 58h-8M40 58h18M27 36v.1M46 32h14M54 26l6 6-6 6'),
  '/help/export-or-delete-data': drawn('M4 14h20l6 8h30v34H4z', 'M32 30v16M25 40l7 7 7-7'),
}; // oxfmt-ignore

/** Of an article its icon; of pages without a drawing the lamp. */
export function motifOf(path: string): ReactNode {
  const article = articles.find((each) => each.path === path);
  return article ? DRAWINGS[article.icon] : (MOTIFS[path] ?? LAMP);
}
