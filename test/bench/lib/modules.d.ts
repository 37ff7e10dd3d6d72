/** Installed in test/bench only when `npm run bench` runs, so without types here. */
declare module 'lighthouse';
