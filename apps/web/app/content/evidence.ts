/** A figure of the site, and the study it comes from. */
export interface Evidence {
  /** Its anchor on /evidence. */
  id: string;
  figure: string;
  /** What the site says the figure counts. */
  text: string;
  /** The words of the study. */
  wording: string;
  /** The organization, its participants and the year. */
  study: string;
  /** What the figure does not say. */
  limits: string;
  links: readonly { href: string; label: string }[];
}

/** The statistics of the hero. */
export const STATISTICS: readonly Evidence[] = [
  {
    id: 'screen-time',
    figure: '7h 22m',
    text: 'on the phone daily, for the average student',
    wording:
      'Teens ages 13 to 18 spend 7 hours and 22 minutes a day with entertainment screen media, not counting school or homework.',
    study:
      'Common Sense Media, The Common Sense Census: Media Use by Tweens and Teens, 2019. A national survey of children and teenagers ages 8 to 18 in the United States. Asked again in 2021: 8 hours and 39 minutes.',
    limits:
      'It counts every screen: television, games and computers, too. Our short sentence says “phone”; the study measured more than that. The newer figure is 8 hours and 39 minutes. It’s an average, not your students.',
    links: [
      {
        href: 'https://www.commonsensemedia.org/research/the-common-sense-census-media-use-by-tweens-and-teens-2019',
        label: 'Common Sense Media, 2019',
      },
      {
        href: 'https://www.commonsensemedia.org/research/the-common-sense-census-media-use-by-tweens-and-teens-2021',
        label: 'Common Sense Media, 2021',
      },
    ],
  },
  {
    id: 'bible',
    figure: '9%',
    text: 'of teens engage with the Bible more than once a week',
    wording:
      'Barna calls a teen “Bible engaged” who holds a high view of the Bible and reads it several times a week: 9 percent of teens in the United States, and 8 percent in all countries asked.',
    study:
      'Barna Group, The Open Generation, 2022. 24,870 teens ages 13 to 17 in 26 countries. The two figures are reported by Rooted Ministry, from Barna’s presentation of the study.',
    limits:
      'Our short sentence leaves out the high view: a teen who reads often and doubts isn’t counted. And it’s what teens say about themselves.',
    links: [
      {
        href: 'https://www.barna.com/the-open-generation/meet-todays-teens/',
        label: 'Barna, how it defines Bible engagement',
      },
      {
        href: 'https://rootedministry.com/three-takeaways-barns-research-teenagers-bible/',
        label: 'Rooted Ministry, October 2022',
      },
    ],
  },
  {
    id: 'motivated',
    figure: '77%',
    text: 'are motivated to learn more about Jesus',
    wording:
      '77 percent of U.S. teens are at least somewhat motivated to keep learning about Jesus throughout their lives: 52 percent very, 25 percent somewhat.',
    study:
      'Barna Group, Gen Z Volume 3 and The Open Generation: United States, published in 2022 and 2023. Teens ages 13 to 17.',
    limits:
      'It says how they feel, not what they do. “At least somewhat” is missing in our short sentence, and one in four of all teens said only somewhat.',
    links: [{ href: 'https://www.barna.com/the-open-generation/', label: 'Barna, The Open Generation' }],
  },
];

export const HARD_TRUTHS: readonly Evidence[] = [
  {
    id: 'leave-church',
    figure: '70%',
    text: 'of students leave church after high school',
    wording:
      '70 percent of young adults who had attended a Protestant church regularly for at least a year in high school stopped attending regularly for at least a year between the ages of 18 and 22.',
    study:
      'Lifeway Research, 2007. Asked again in September and October 2017, of 2,002 U.S. adults ages 23 to 30 who had attended at least twice a month: 66 percent.',
    limits:
      'Most of them stopped for a time, and some came back: in 2017, 31 percent of those who had stopped attended regularly again. The newer figure is 66 percent. Other churches, and students who came rarely, were not asked.',
    links: [
      {
        href: 'https://research.lifeway.com/2019/01/15/most-teenagers-drop-out-of-church-as-young-adults/',
        label: 'Lifeway Research, 2019',
      },
    ],
  },
  {
    id: 'sadness',
    figure: '42%',
    text: 'of teens report persistent sadness',
    wording:
      '42 percent of high school students felt so sad or hopeless almost every day for at least two weeks in a row that they stopped doing their usual activities.',
    study:
      'Centers for Disease Control and Prevention, Youth Risk Behavior Survey, 2021. In 2023, among more than 20,000 students: 40 percent; 53 percent of girls.',
    limits:
      'It isn’t a diagnosis, and it covers the year before the survey. The 2021 figure dates from the pandemic; the newer one is 40 percent.',
    links: [{ href: 'https://www.cdc.gov/yrbs/', label: 'CDC, Youth Risk Behavior Survey' }],
  },
];
