/**
 * Lint rule: no name of a chart's state outside libs/workflows, migrations and tests. Use a tag of the chart instead:
 * `hasTag(trialSignup, state, 'waitsForCard')`, or in SQL `state IN (${sqlStates(trialSignup, 'waitsForCard')})`.
 * Keys of a `Record<TrialState, …>` are fine: the compiler requires all of them.
 */
/** @typedef {any} Node an ESTree node @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context */

import { readFileSync } from 'node:fs';

const CHARTS = ['trial-signup', 'subscription-life', 'ambassador-application'];
const sourceOf = (/** @type {string} */ chart) =>
  readFileSync(new URL(`../libs/workflows/src/${chart}.ts`, import.meta.url), 'utf8');
const STATES = new Set(
  CHARTS.flatMap((chart) => [...sourceOf(chart).matchAll(/^ {4}(\w+): +\{/gm)]).map(([, state]) => state),
);
/** Others, such as `active`, are words of other tables, too. They count beside `state` only. */
const isUnmistakable = (/** @type {string} */ word) => /[a-z][A-Z]/.test(word);
const SQL = /\bstate"?\s*(?:=|<>|(?:NOT )?IN|ANY)\s*\(?((?:\s*'\w+'\s*,?)+)/gi;

/** @param {Context} context @param {Node} node @param {string} state */
const report = (context, node, state) =>
  context.report({
    node,
    message: `The state "${state}" is named outside its chart. Use a tag of the chart: hasTag, statesTagged, sqlStates.`,
  });

/** @type {(node: Node) => boolean} */
const isState = (node) =>
  node?.type === 'ChainExpression'
    ? isState(node.expression)
    : (node?.type === 'MemberExpression' && node.property.name === 'state') ||
      (node?.type === 'Identifier' && node.name === 'state');

/** @param {Context} context @param {Node} node @param {string} text */
function inSql(context, node, text) {
  for (const [, list = ''] of text.matchAll(SQL))
    for (const [, word = ''] of list.matchAll(/'(\w+)'/g)) if (STATES.has(word)) return report(context, node, word);
}

/** Tags may be words that states are, too. @type {(node: Node) => boolean} */
const takesTags = ({ type, callee }) =>
  type === 'CallExpression' &&
  ['is', 'hasTag', 'statesTagged', 'sqlStates'].includes(callee.property?.name ?? callee.name);

const rule = {
  create: (/** @type {Context} */ context) => ({
    Literal(/** @type {Node} */ node) {
      if (typeof node.value !== 'string') return;
      const { parent } = node;
      if (takesTags(parent)) return;
      if (STATES.has(node.value)) {
        const isKey = parent.type === 'Property' && parent.key === node && !parent.computed;
        const compared = parent.type === 'BinaryExpression' && (isState(parent.left) || isState(parent.right));
        const switched = parent.type === 'SwitchCase' && isState(parent.parent.discriminant);
        if (!isKey && (isUnmistakable(node.value) || compared || switched)) report(context, node, node.value);
      } else inSql(context, node, node.value);
    },
    TemplateElement(/** @type {Node} */ node) {
      inSql(context, node, node.value.raw);
    },
  }),
};

export default { meta: { name: 'lampstand' }, rules: { 'no-state-names': rule } };
