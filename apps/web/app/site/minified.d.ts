/** A script as text, made by `tools/minified.ts`. */
declare module '*?minified' {
  const code: string;
  export default code;
}
