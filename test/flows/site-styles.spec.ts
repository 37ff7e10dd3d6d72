/** Styles of pages without scripts of React: the build writes into each page the rules that it can use. */
import { describe, expect, it } from '@jest/globals';
import { usedRules } from '../../tools/page-styles.mjs';
import { pageOf } from '../site/built-page.ts';

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

  it('are in the page, without a link', () => {
    const article = pageOf('/blog/small-church-no-budget');
    expect(article.$('link[rel=stylesheet]')).toHaveLength(0);
    expect(article.$('style').text()).toContain(':is(th,td){');
  });
});
