/**
 * The lint rules of this repository.
 *
 * `no-state-names`: no name of a chart's state outside libs/workflows, migrations and tests. Use a tag of the chart instead:
 * `hasTag(trialSignup, state, 'waitsForCard')`, or in SQL `state IN (${sqlStates(trialSignup, 'waitsForCard')})`.
 * Keys of a `Record<TrialState, …>` are fine: the compiler requires all of them.
 *
 * `no-conditional-text`: conditional text stands in an element of its own, and no conditional element stands before text. Browsers
 * that translate a page replace its text nodes, after which React fails to remove such a text, or to insert before it
 * (https://github.com/facebook/react/issues/11538).
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

const stateNames = {
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

/** Blanks and comments render nothing that is translated. @type {(child: Node) => boolean} */
const isBlank = ({ type, value, expression }) =>
  type === 'JSXText'
    ? !value.trim()
    : type === 'JSXExpressionContainer' &&
      (expression.type === 'JSXEmptyExpression' || (expression.type === 'Literal' && !String(expression.value).trim()));

/** @type {(child: Node) => boolean} */
const isText = ({ type, expression }) =>
  type === 'JSXText' || (type === 'JSXExpressionContainer' && ['Literal', 'TemplateLiteral'].includes(expression.type));

/** What a conditional expression can render. @type {(expression: Node) => Node[]} */
function outcomes(expression) {
  if (expression.type === 'ConditionalExpression')
    return [...outcomes(expression.consequent), ...outcomes(expression.alternate)];
  if (expression.type !== 'LogicalExpression') return [expression];
  return [...(expression.operator === '&&' ? [] : outcomes(expression.left)), ...outcomes(expression.right)];
}

/** Elements, and what may be one or nothing. @type {(outcome: Node) => boolean} */
const isNoText = ({ type, value }) =>
  ['JSXElement', 'JSXFragment', 'Identifier', 'CallExpression'].includes(type) ||
  (type === 'Literal' && (value === null || typeof value === 'boolean'));

const conditionalText = {
  create: (/** @type {Context} */ context) => {
    const check = (/** @type {Node} */ { children }) => {
      const shown = children.filter((/** @type {Node} */ child) => !isBlank(child));
      for (const [at, child] of shown.entries()) {
        const { type, expression } = child;
        if (shown.length < 2 || type !== 'JSXExpressionContainer') continue;
        if (!['ConditionalExpression', 'LogicalExpression'].includes(expression.type)) continue;
        if (!outcomes(expression).every(isNoText))
          context.report({ node: child, message: 'Give conditional text an element of its own, such as a span.' });
        else if (shown.slice(at + 1).some(isText))
          context.report({ node: child, message: 'Give the text after a conditional element an element of its own.' });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default {
  meta: { name: 'lampstand' },
  rules: { 'no-state-names': stateNames, 'no-conditional-text': conditionalText },
};
