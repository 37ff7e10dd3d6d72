/** The people of the seed: the same person for the same seed and index, with a unique phone and email. */
import type { SignUpColumn } from '@lampstand/contracts';

/** Deterministic random numbers in [0, 1): splitmix32. */
export function randomOf(seed: number, index: number): () => number {
  let state = (Math.imul(seed + 1, 0x85ebca6b) ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(choices: readonly T[], chance: number): T => choices[Math.floor(chance * choices.length)] as T;

/** @param shares that sum to 1 */
export function pickShare(shares: Record<string, number>, chance: number) {
  let left = chance;
  for (const [name, share] of Object.entries(shares)) if ((left -= share) < 0) return name;
  return Object.keys(shares).at(-1) ?? '';
}

const PHONES = 2_312_000_000;
const EARLIER_SHARE = 0.03;
const CHURCH_SIZES = ['under-100', '100-250', '250-500', '500-1000', '1000-3000', '3000-plus'];

/** Some people sign up twice: this attempt stays unfinished, and a later one is of the same person. */
export const isEarlierAttempt = (seed: number, index: number) => randomOf(seed, index)() < EARLIER_SHARE;

export function personOf(seed: number, index: number) {
  let last = index;
  while (isEarlierAttempt(seed, last)) last += 1;
  return describe(seed, last);
}

/** A value for each field of the sign-up by its column, except the birthdate, which follows from the age. */

type Person = Record<Exclude<SignUpColumn, 'birthdate'>, string> & { age: number };

function describe(seed: number, index: number): Person {
  const random = randomOf(seed ^ 0x5eed, index);
  const [first, family] = [pick(FIRST_NAMES, random()), pick(LAST_NAMES, random())];
  const church = pick(CHURCHES, random());
  const place = pick(CITIES, random());
  const often = (chance: number, choices: string[]) => (random() < chance ? pick(choices, random()) : '');
  return {
    first_name: first,
    last_name: random() < 0.04 ? '' : random() < 0.1 ? `${pick(FIRST_NAMES, random())} ${family}` : family,
    email: `${slug(first)}.${slug(family)}.${unique(seed, index).toString(36)}@${slug(church)}.example`,
    phone: phoneOf(unique(seed, index)),
    church_name: church,
    ministry_name: pick(MINISTRIES, random()),
    church_city: place.city,
    church_state: place.state,
    position: random() < 0.7 ? 'Youth Pastor' : 'Church Leader',
    church_size: pick(CHURCH_SIZES, random() ** 1.6),
    how_heard_about: often(0.6, HEARD),
    church_software: often(0.5, SOFTWARE),
    gender: random() < 0.58 ? 'M' : 'F',
    message: often(0.2, MESSAGES),
    age: 20 + Math.floor(random() ** 1.5 * 45),
  };
}

/** A permutation of all phones: no two people of a seed share one. */
const unique = (seed: number, index: number) => (1_618_033 * index + 982_451_653 * (seed % 1000)) % PHONES;

/** Area codes below 490, where the sandbox has no magic numbers. */
const phoneOf = (number: number) => `${201 + Math.floor(number / 8_000_000)}${2_000_000 + (number % 8_000_000)}`;

const slug = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9]/g, '') || 'pastor';

const words = (text: string) => text.trim().split(/,\s*/);

const FIRST_NAMES = words(`Mary, James, Sarah, David, Hannah, Joshua, Rachel, Caleb, Grace, Noah, Emily, Daniel,
  Abigail, Micah, Rebekah, Luke, Leah, Samuel, Naomi, Ethan, Ruth, Nathan, Lydia, Isaac, Esther, Peter, Joanna, Tyler,
  Megan, Kyle, Brianna, Marcus, Tamika, DeShawn, Aaliyah, José, María, Luis, Guadalupe, Ángel, Sofía, Mateo, Chloë, Zoë,
  Łukasz, Søren, Björn, François, Nguyễn, Minh, Ji-woo, 小龍, Olu, Chidi, Amara, Priya, Anil, Mei, Kenji, Malia`);

const LAST_NAMES = words(`Lee, Smith, Johnson, Williams, Brown, Jones, Garcia, Miller, Davis, Rodriguez, Martinez,
  Hernandez, Lopez, Gonzalez, Wilson, Anderson, Thomas, Taylor, Moore, Jackson, Martin, Perez, Thompson, White, Harris,
  Sanchez, Clark, Ramirez, Lewis, Robinson, Walker, Young, Allen, King, Wright, Scott, Torres, Nguyen, Hill, Flores,
  Green, Adams, Nelson, Baker, Hall, Rivera, Campbell, Mitchell, Carter, Roberts, O'Brien, O'Connor, McAllister,
  van der Berg, De la Cruz, Müller, Nuñez, Okafor, Adeyemi, Kim, Park, Choi, Chen, 李, Tran, Patel, Kowalski, Petrov,
  Østergaard, Li, Ng, Wu, Fitzgerald, St. James, Whitfield, Abernathy, Castellanos, Vandermeer`);

const PLACES = words(`Grace, Hope, Faith, Cornerstone, Calvary, Hillside, Riverside, Lakeview, Northside, Southgate,
  Cedar Creek, Oak Ridge, Crossroads, New Life, Harvest, Living Water, Redeemer, Trinity, First, Second, St. Mark's,
  St. Andrew's, Bethel, Zion, Shiloh, Emmanuel, Mount Olive, The Bridge, The Well, Gateway, Open Door, Summit, Iglesia
  Nueva Vida, Igreja da Paz, Westwood, Eastpoint, Maple Grove, Pine Hills, Rock Springs, Good Shepherd`);
const KINDS = words(`Church, Chapel, Fellowship, Community Church, Bible Church, Baptist Church, Lutheran Church,
  Methodist Church, Presbyterian Church, Assembly of God, Ministries, Tabernacle, Worship Center, Christian Center`);
const CHURCHES = PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`.replaceAll(/\s+/g, ' ')));

const MINISTRIES = words(`Lighthouse Students, Ignite Youth, The Loft, Anchor Students, Rooted, Overflow, Uprising,
  Student Ministries, Elevate, Element Youth, Salt & Light, Ekklesia Students, Juventud Viva, Awaken, Thrive`);

const CITIES = words(`Austin TX, Dallas TX, Houston TX, San Antonio TX, Waco TX, Tulsa OK, Oklahoma City OK, Nashville
  TN, Memphis TN, Atlanta GA, Macon GA, Charlotte NC, Raleigh NC, Orlando FL, Tampa FL, Phoenix AZ, Tucson AZ, Denver CO,
  Boise ID, Portland OR, Salem OR, Seattle WA, Spokane WA, Sacramento CA, Fresno CA, San José CA, Omaha NE, Lincoln NE,
  Des Moines IA, Grand Rapids MI, Lansing MI, Columbus OH, Dayton OH, Louisville KY, Birmingham AL, Mobile AL, Jackson MS,
  Little Rock AR, Springfield MO, St. Louis MO, Wichita KS, Fargo ND, Minneapolis MN, Madison WI, Chicago IL, Peoria IL,
  Indianapolis IN, Pittsburgh PA, Albany NY, Boston MA, Coeur d'Alene ID, Honolulu HI, Anchorage AK`).map((place) => ({
  city: place.slice(0, -3).replaceAll(/\s+/g, ' '),
  state: place.slice(-2),
}));

const HEARD = words(`A friend, Another youth pastor, Search, Conference, Podcast, Instagram, Denomination newsletter`);
const SOFTWARE = words(`Planning Center, Church Community Builder, Breeze, Rock RMS, Elvanto, Spreadsheets, None`);

const MESSAGES = [
  'Looking forward to it.',
  'We have about 40 students, mostly middle school.',
  'Can parents see the devotionals, too?',
  'Our last app was "too complicated", said everybody.\nIs there training for leaders?',
  '¿Está disponible en español?',
  'Please call after 3 pm, I teach in the mornings 🙏',
];

export const REASONS = [
  'Our small groups need a place to talk between Sundays, and the leaders need to see who has gone quiet.',
  'I lead a network of twelve youth pastors and would love to show them something that works.',
  'We lose seniors in the first semester of college.\nI want to change that here and tell others how.',
];
