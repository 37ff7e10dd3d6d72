/** The pictures of this folder, and in words what each shows. */
export const SCENES = {
  blanket: 'Under a blanket on a bed, the shadow of a student who reads a phone. The clock beside the bed says 10:40.',
  campfire: 'Four people sit around a campfire under a tarp, in the rain.',
  church:
    'A small church on a winter night, its door open. Light falls on the snow, and three people are on their way in.',
  circle: 'Seven people sit in a circle of folding chairs under a lamp. The chair at the front is empty.',
  desk: 'An open Bible and a mug on a desk, under a lamp, at night.',
  dorm: 'A dormitory at night. In the one lit window, someone stands beside a stack of moving boxes.',
  porch: 'Two people sit side by side on the steps of a porch, under a lantern, each with a cup.',
  ramp: 'Someone in a wheelchair and a friend go up a ramp to an open door. Light falls out of it, and someone waits inside.',
  table: 'Six people at a long table outdoors, under a string of light bulbs.',
  van: 'A van on the road at night. The back window is lit: someone there reads a phone.',
  window: 'A dark house at night. One window is lit, and someone sits at it.',
} as const;

export type SceneName = keyof typeof SCENES;

export const isScene = (name: string): name is SceneName => name in SCENES;
