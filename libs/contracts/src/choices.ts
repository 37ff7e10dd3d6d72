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
