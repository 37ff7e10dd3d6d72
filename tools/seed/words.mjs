/** What people and churches are called, so that seeded lists look, sort and search like real ones. */

const words = (text) => text.trim().split(/,\s*/);

export const FIRST_NAMES = words(`Mary, James, Sarah, David, Hannah, Joshua, Rachel, Caleb, Grace, Noah, Emily, Daniel,
  Abigail, Micah, Rebekah, Luke, Leah, Samuel, Naomi, Ethan, Ruth, Nathan, Lydia, Isaac, Esther, Peter, Joanna, Tyler,
  Megan, Kyle, Brianna, Marcus, Tamika, DeShawn, Aaliyah, José, María, Luis, Guadalupe, Ángel, Sofía, Mateo, Chloë, Zoë,
  Łukasz, Søren, Björn, François, Nguyễn, Minh, Ji-woo, 小龍, Olu, Chidi, Amara, Priya, Anil, Mei, Kenji, Malia`);

export const LAST_NAMES =
  words(`Lee, Smith, Johnson, Williams, Brown, Jones, Garcia, Miller, Davis, Rodriguez, Martinez,
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
export const CHURCHES = PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`.replaceAll(/\s+/g, ' ')));

export const MINISTRIES =
  words(`Lighthouse Students, Ignite Youth, The Loft, Anchor Students, Rooted, Overflow, Uprising,
  Student Ministries, Elevate, Element Youth, Salt & Light, Ekklesia Students, Juventud Viva, Awaken, Thrive`);

export const CITIES =
  words(`Austin TX, Dallas TX, Houston TX, San Antonio TX, Waco TX, Tulsa OK, Oklahoma City OK, Nashville
  TN, Memphis TN, Atlanta GA, Macon GA, Charlotte NC, Raleigh NC, Orlando FL, Tampa FL, Phoenix AZ, Tucson AZ, Denver CO,
  Boise ID, Portland OR, Salem OR, Seattle WA, Spokane WA, Sacramento CA, Fresno CA, San José CA, Omaha NE, Lincoln NE,
  Des Moines IA, Grand Rapids MI, Lansing MI, Columbus OH, Dayton OH, Louisville KY, Birmingham AL, Mobile AL, Jackson MS,
  Little Rock AR, Springfield MO, St. Louis MO, Wichita KS, Fargo ND, Minneapolis MN, Madison WI, Chicago IL, Peoria IL,
  Indianapolis IN, Pittsburgh PA, Albany NY, Boston MA, Coeur d'Alene ID, Honolulu HI, Anchorage AK`).map((place) => ({
    city: place.slice(0, -3).replaceAll(/\s+/g, ' '),
    state: place.slice(-2),
  }));

export const HEARD = words(
  `A friend, Another youth pastor, Search, Conference, Podcast, Instagram, Denomination newsletter`,
);
export const SOFTWARE = words(
  `Planning Center, Church Community Builder, Breeze, Rock RMS, Elvanto, Spreadsheets, None`,
);

export const MESSAGES = [
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
