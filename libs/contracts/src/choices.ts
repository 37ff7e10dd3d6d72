/** The closed lists of the sign-up form, as stored and as shown. */

export const POSITIONS = ['Youth Pastor', 'Church Leader'] as const;

export const GENDERS = [
  { value: 'M', label: 'Male' },
  { value: 'F', label: 'Female' },
] as const;

export const SIGNUP_CHURCH_SIZES = [
  { value: 'under-100', label: 'Under 100' },
  { value: '100-250', label: '100-250' },
  { value: '250-500', label: '250-500' },
  { value: '500-1000', label: '500-1,000' },
  { value: '1000-3000', label: '1,000-3,000' },
  { value: '3000-plus', label: '3,000+' },
] as const;

/** The ambassador application and the trial request have their own list; its values are the labels. */
export const APPLICATION_CHURCH_SIZES = ['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+'] as const;

export const YEARS_IN_MINISTRY = ['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years'] as const;

const NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,' +
  'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,' +
  'NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,' +
  'OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,' +
  'UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

/** The 50 states, by two-letter code. */
export const US_STATES = NAMES.split(',').map((each) => ({ value: each.slice(0, 2), label: each.slice(3) }));

export const valuesOf = (choices: readonly { value: string }[]): string[] => choices.map((each) => each.value);

/**
 * The sources by which reports count the free answers to "How did you hear about us?": an answer has the first one that it has a
 * word of, else the first of all. Their places are stored: none moves, and a new one comes last.
 */
export const SOURCES: readonly { label: string; words: readonly string[] }[] = [
  { label: 'Another answer', words: [] },
  { label: 'A friend or colleague', words: ['friend', 'colleague', 'coworker', 'pastor', 'leader', 'word of mouth'] },
  { label: 'A search', words: ['search', 'google', 'bing', 'internet', 'online'] },
  { label: 'Social media', words: ['instagram', 'facebook', 'tiktok', 'twitter', 'reddit', 'linkedin', 'social'] },
  { label: 'A podcast or video', words: ['podcast', 'youtube', 'video', 'radio'] },
  { label: 'A conference or event', words: ['conference', 'event', 'retreat', 'camp', 'booth', 'summit'] },
  { label: 'A church or denomination', words: ['denomination', 'diocese', 'district', 'network', 'church'] },
  { label: 'An email or article', words: ['email', 'newsletter', 'blog', 'article', 'magazine', 'book'] },
];

/** The place in `SOURCES` of an answer; null without one. */
export function sourceOf(answer: string): number | null {
  const text = answer.trim().toLowerCase();
  if (!text) return null;
  return Math.max(
    0,
    SOURCES.findIndex(({ words }) => words.some((word) => text.includes(word))),
  );
}
