/** Who signs up: the same person for the same seed and number, and no two with one phone or e-mail. */
import { pick, randomOf } from './random.mjs';
import { CHURCHES, CITIES, FIRST_NAMES, HEARD, LAST_NAMES, MESSAGES, MINISTRIES, SOFTWARE } from './words.mjs';

const PHONES = 2_312_000_000;
const EARLIER_SHARE = 0.03;
export const CHURCH_SIZES = ['under-100', '100-250', '250-500', '500-1000', '1000-3000', '3000-plus'];

/** Some people try twice: their first, unfinished attempt is followed by another of the same person. */
export const isEarlierAttempt = (seed, index) => randomOf(seed, index)() < EARLIER_SHARE;

export function personOf(seed, index) {
  let last = index;
  while (isEarlierAttempt(seed, last)) last += 1;
  return describe(seed, last);
}

function describe(seed, index) {
  const random = randomOf(seed ^ 0x5eed, index);
  const [first, family] = [pick(FIRST_NAMES, random()), pick(LAST_NAMES, random())];
  const church = pick(CHURCHES, random());
  const place = pick(CITIES, random());
  const often = (chance, choices) => (random() < chance ? pick(choices, random()) : '');
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
    church_size: CHURCH_SIZES[Math.floor(random() ** 1.6 * CHURCH_SIZES.length)],
    how_heard_about: often(0.6, HEARD),
    church_software: often(0.5, SOFTWARE),
    gender: random() < 0.58 ? 'M' : 'F',
    message: often(0.2, MESSAGES),
    age: 20 + Math.floor(random() ** 1.5 * 45),
  };
}

/** A walk through all phones that meets each once: no two people of a seed share one. */
const unique = (seed, index) => (1_618_033 * index + 982_451_653 * (seed % 1000)) % PHONES;

/** Area codes below 490, where the sandbox keeps no magic numbers. */
const phoneOf = (number) => `${201 + Math.floor(number / 8_000_000)}${2_000_000 + (number % 8_000_000)}`;

const slug = (text) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9]/g, '') || 'pastor';
