/** When a sheet is needed: a filter of the library, at an address of its own. */
export const MOMENTS = {
  'first-night': {
    name: 'First night',
    heading: 'Sheets for a first night',
    intro: 'A new student at the door, a new group in the room. What to hand out, read aloud and agree on.',
  },
  'every-week': {
    name: 'Every week',
    heading: 'Sheets for every week',
    intro: 'The same hour, week after week: what to read, what to ask, and whom to write to.',
  },
  camp: {
    name: 'Camp',
    heading: 'Sheets for camp, and after',
    intro: 'From the last rest stop before home to the sixtieth day.',
  },
  crisis: {
    name: 'Crisis',
    heading: 'Sheets for a hard moment',
    intro: 'Words to have ready before anyone needs them. If someone is in danger now, call 911.',
  },
  parents: {
    name: 'Parents',
    heading: 'Sheets for parents',
    intro: 'Letters, a consent form, and the call that no leader wants to make.',
  },
  team: {
    name: 'Team',
    heading: 'Sheets for the team',
    intro: 'For volunteers and student leaders: what you ask of them, and what you promise.',
  },
  graduates: {
    name: 'Graduates',
    heading: 'Sheets for graduates',
    intro: 'From the last spring at home to the eighth week in a new town.',
  },
  year: {
    name: 'The year',
    heading: 'Sheets for planning the year',
    intro: 'Twelve months, one reset, and a letter that asks the church for more than money.',
  },
} as const;

export type Moment = keyof typeof MOMENTS;
