import { OPEN_QUESTIONS, type OpenQuestion, type OwnerClaims, SAMPLE_CLAIMS } from '@lampstand/contracts';

const claims: OwnerClaims = globalThis.OWNER_CLAIMS ?? SAMPLE_CLAIMS;

export const { founders: FOUNDERS, testimonials: TESTIMONIALS, rating: RATING, results: RESULTS } = claims;

export interface OwnerFact {
  title: string;
  /** Without the owner's answer the page says "Ask us". */
  text: string | undefined;
}

export const factOf = (question: OpenQuestion): OwnerFact => ({
  title: OPEN_QUESTIONS[question].title,
  text: claims.answers[question],
});

export const factsOn = (page: string): OwnerFact[] =>
  (Object.keys(OPEN_QUESTIONS) as OpenQuestion[]).filter((each) => OPEN_QUESTIONS[each].page === page).map(factOf);
