/** The people of the seed in SQL: the same person for the same seed and number, with a unique phone and email. */
import { type SignUpColumn, sourceOf } from '@lampstand/contracts';
import { chance, layer, often, pick } from './parts.ts';

const EARLIER_SHARE = 0.03;
const PHONES = 2_312_000_000;
const CHURCH_SIZES = ['under-100', '100-250', '250-500', '500-1000', '1000-3000', '3000-plus'];

/** Some people sign up twice: the attempt with this number stays unfinished, and a later one is of the same person. */
export const isEarlierAttempt = (by: string) => `(${chance('earlier', by)} < ${EARLIER_SHARE})`;

const words = (text: string) =>
  text
    .trim()
    .split(/,\s*/)
    .map((each) => each.replaceAll(/\s+/g, ' '));

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
const MINISTRIES = words(`Lighthouse Students, Ignite Youth, The Loft, Anchor Students, Rooted, Overflow, Uprising,
  Student Ministries, Elevate, Element Youth, Salt & Light, Ekklesia Students, Juventud Viva, Awaken, Thrive`);

const CITIES = words(`Austin TX, Dallas TX, Houston TX, San Antonio TX, Waco TX, Tulsa OK, Oklahoma City OK, Nashville
  TN, Memphis TN, Atlanta GA, Macon GA, Charlotte NC, Raleigh NC, Orlando FL, Tampa FL, Phoenix AZ, Tucson AZ, Denver CO,
  Boise ID, Portland OR, Salem OR, Seattle WA, Spokane WA, Sacramento CA, Fresno CA, San José CA, Omaha NE, Lincoln NE,
  Des Moines IA, Grand Rapids MI, Lansing MI, Columbus OH, Dayton OH, Louisville KY, Birmingham AL, Mobile AL, Jackson MS,
  Little Rock AR, Springfield MO, St. Louis MO, Wichita KS, Fargo ND, Minneapolis MN, Madison WI, Chicago IL, Peoria IL,
  Indianapolis IN, Pittsburgh PA, Albany NY, Boston MA, Coeur d'Alene ID, Honolulu HI, Anchorage AK`);

const HEARD = words(`A friend, Another youth pastor, Search, Conference, Podcast, Instagram, Denomination newsletter`);
const SOFTWARE = words(`Planning Center, Church Community Builder, Breeze, Rock RMS, Elvanto, Spreadsheets, None`);

const MESSAGES = [
  'Looking forward to it.',
  'We have about 40 students, mostly middle school.',
  'Can parents see the devotionals, too?',
  'Our last app was "too complicated", said everyone.\nIs there training for leaders?',
  '¿Está disponible en español?',
  'Please call after 3 pm, I teach in the mornings 🙏',
];

/** Lower-case letters and digits of a text, without accents. */
const slug = (text: string) =>
  `coalesce(nullif(regexp_replace(translate(lower(normalize(${text}, NFD)), 'øł', 'ol'), '[^a-z0-9]', '', 'g'), ''), 'pastor')`;

/** The person of the attempt `number`: what `PERSON` and the age refer to. */
export const personOf = (number: string) => [
  layer({
    person: `(SELECT attempt FROM generate_series(${number}, ${number} + 100) AS attempt WHERE NOT ${isEarlierAttempt('attempt')} ORDER BY attempt LIMIT 1)`,
  }),
  layer({
    first: pick(FIRST_NAMES, 'first name', 'person'),
    family: pick(LAST_NAMES, 'last name', 'person'),
    church: `${pick(PLACES, 'place', 'person')} || ' ' || ${pick(KINDS, 'kind', 'person')}`,
    city: pick(CITIES, 'city', 'person'),
    // A permutation of all phones: no two people of a seed share one.
    number: `(1618033 * person + 982451653 * (seed % 1000)) % ${PHONES}`,
    heard: often(0.6, pick(HEARD, 'heard', 'person'), 'heard', 'person'),
    age: `20 + 45 * ${chance('age', 'person')} ^ 1.5`,
  }),
];

/** A value for each column of the form, except the birthdate, which follows from the age. */
export const PERSON: Record<Exclude<SignUpColumn, 'birthdate'>, string> = {
  first_name: 'first',
  last_name: `CASE WHEN ${chance('no last name', 'person')} < 0.04 THEN ''
                   WHEN ${chance('two names', 'person')} < 0.1 THEN ${pick(FIRST_NAMES, 'second name', 'person')} || ' ' || family ELSE family END`,
  email: `left(${slug('first')}, 1) || ${slug('family')} || '.' || to_hex(number) || '@' || split_part(${slug('church')}, '-', 1) || '.example'`,
  // Area codes below 490, where the sandbox has no magic numbers.
  phone: `(201 + number / 8000000)::text || (2000000 + number % 8000000)`,
  church_name: 'church',
  ministry_name: pick(MINISTRIES, 'ministry', 'person'),
  church_city: 'left(city, -3)',
  church_state: 'right(city, 2)',
  position: `CASE WHEN ${chance('position', 'person')} < 0.7 THEN 'Youth Pastor' ELSE 'Church Leader' END`,
  church_size: pick(CHURCH_SIZES, 'church size', 'person', 1.6),
  how_heard_about: 'heard',
  church_software: often(0.5, pick(SOFTWARE, 'software', 'person'), 'software', 'person'),
  gender: `CASE WHEN ${chance('gender', 'person')} < 0.58 THEN 'M' ELSE 'F' END`,
  message: often(0.2, pick(MESSAGES, 'message', 'person'), 'message', 'person'),
};

/** The number of the source that the person named. */
export const HEARD_FROM = `CASE heard ${HEARD.map((answer) => `WHEN '${answer}' THEN ${sourceOf(answer)}`).join(' ')} END`;

export const REASONS = [
  'Our small groups need a place to talk between Sundays, and the leaders need to see who has gone quiet.',
  'I lead a network of twelve youth pastors and would love to show them something that works.',
  'We lose seniors in the first semester of college.\nI want to change that here and tell others how.',
];
