/** Styles of pages without scripts of React: the build writes into each page the rules that it can use. */
import { describe, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import { splitRules, usedRules } from '../../tools/page-styles.mjs';
import { pageOf, SITE_FOLDER } from '../site/built-page.ts';
import { PATHS } from '../site/pages.ts';

const HEADER_BYTES = 1000;
/** Ten segments (RFC 6928). */
const FIRST_ROUND_TRIP_BYTES = 14_600;

const PAGE = `<body style="color: var(--ink)"><details class="note"><summary>More</summary></details>
  <div class="sheet"><table><tr><td>1</td></tr></table></div></body>
  <script>document.body.classList.add("is-late")</script>`;

describe('The styles of a page', () => {
  it.each([
    ['of its classes', '.note{color:red}'],
    ['of a class that its script adds', '.is-late{color:red}'],
    ['of a state that the browser sets', 'details[open]{color:red}'],
    ['of an attribute that its script sets', 'td[aria-invalid=true]{color:red}'],
    ['of another state', 'td:not(:empty):hover{color:red}'],
    ['of a part that the browser adds', '::selection{color:red}'],
    ['of an element of the page in one of two places', ':is(.plan,.sheet)>table{color:red}'],
    ['of nothing but pseudo-classes', ':focus-visible{color:red}'],
    ['of alternatives only', ':is(.sheet) :is(td){color:red}'],
    ['of parents by their children', 'body:has(.note) td{color:red}'],
    ['in a media query', '@media print{.sheet td{color:red}}'],
    ['of a variable that an attribute uses', ':root{--ink:red}'],
    ['of an animation that a rule uses', '@keyframes fade{0%{opacity:0}}.note{animation:1s fade}'],
  ])('keep a rule %s', (_of, css) => {
    expect(usedRules(css, PAGE)).toBe(css);
  });

  it.each([
    ['of a class that it lacks', '.plan{color:red}'],
    ['of an element that it lacks', 'dialog p{color:red}'],
    ['of an element in a place that it lacks', '.note td{color:red}'],
    ['of a parent without such a child', 'details:has(td){color:red}'],
    ['in a media query that stays empty', '@media print{.plan{color:red}}'],
  ])('have no rule %s', (_of, css) => {
    expect(usedRules(css, PAGE)).toBe('');
  });

  it('have no variable that no rule uses', () => {
    expect(usedRules(':root{--ink:red;--paper:white}', PAGE)).toBe(':root{--ink:red}');
  });

  it('are all of them in a page that its scripts fill', () => {
    expect(pageOf('/admin').$('style').text()).toContain('.button.second');
  });

  it.each(PATHS)('of %s are in the page, but for a file before what is below its first screen', (path) => {
    const { $ } = pageOf(path);
    const links = $('link[rel=stylesheet]:not([disabled])');
    expect(links.toArray().map((each) => $(each).next().is('[data-below]'))).toEqual(
      $('[data-below]')
        .toArray()
        .map(() => true),
    );
    expect($('style').text()).toContain(':focus-visible{');
  });

  describe('below the first screen of a long page', () => {
    const LONG =
      '<body><h1>A</h1><p class="lede">B</p><nav data-below=""><p class="near">C</p></nav><footer>D</footer>';
    it.each([
      ['of what is below', 'footer{color:red}'],
      ['of what is below in a condition', '@container (width>=36rem){@media (width>=60rem){.near{color:red}}}'],
      ['of what a script adds', '.is-late{color:red}'],
      ['of print', '@media print{h1{color:red}}'],
    ])('are not in the page: a rule %s', (_of, css) => {
      expect(splitRules(`h1{color:red}${css}`, LONG)).toEqual({ above: 'h1{color:red}', all: `h1{color:red}${css}` });
    });
    it.each([
      ['of both', 'p{color:red}'],
      ['of the whole page', ':focus-visible{color:red}'],
      ['of a font', '@font-face{font-family:Figtree}'],
      ['of an animation', '@keyframes fade{0%{opacity:0}}'],
    ])('are in the page: a rule %s', (_of, css) => {
      expect(splitRules(css, LONG).above).toBe(css);
    });

    it('are all in the file, in their order, without fonts and animations', () => {
      const css = 'p{color:red}footer{color:red}';
      expect(splitRules(`@font-face{font-family:Figtree}${css}@keyframes fade{0%{opacity:0}}`, LONG).all).toBe(css);
    });
  });

  it.each(PATHS)('let %s and its headers fit into the first round trip of a connection', (path) => {
    const { size } = statSync(`${SITE_FOLDER}${path}/index.html.br`);
    expect(size + HEADER_BYTES).toBeLessThanOrEqual(FIRST_ROUND_TRIP_BYTES);
  });
});
