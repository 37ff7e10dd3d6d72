/**
 * Browsers that translate a page replace its text nodes: Chrome and Edge each by a `<font>` element, Safari all of a paragraph by new text
 * nodes. React keeps references to the removed text nodes: it then throws when it removes them or inserts before them, and its updates
 * are not visible (https://github.com/facebook/react/issues/11538). `keepTexts` puts a text node back into the page before React changes
 * it. The translator then translates the new text.
 */
interface Place {
  parent: ParentNode;
  /** What stands where the text was. Safari may leave a text out. */
  translation: ChildNode | undefined;
}

const places = new WeakMap<Node, Place>();
const observer = new MutationObserver(note);
let seen = false;

const isText = (node: Node): node is ChildNode => node instanceof Text || node.nodeName === 'FONT';
const isOfReact = (node: Node) => Object.keys(node).some((key) => key.startsWith('__react'));

/** The children of an element before these changes. It undoes the changes, the last one first. */
function childrenBefore(parent: ParentNode, changes: MutationRecord[]): Node[] {
  const children: Node[] = [...parent.childNodes];
  for (const { target, addedNodes, removedNodes, previousSibling } of changes.toReversed()) {
    if (target !== parent) continue;
    const start = previousSibling ? children.indexOf(previousSibling) + 1 : 0;
    children.splice(start, addedNodes.length, ...removedNodes);
  }
  return children;
}

/** The translator replaced the nth removed text of an element by the nth added text. */
function note(changes: MutationRecord[]): void {
  const removals = changes.filter(({ removedNodes }) => [...removedNodes].some(isText));
  for (const target of new Set(removals.map((change) => change.target))) {
    const parent = target as Element;
    const before = childrenBefore(parent, changes);
    const came = [...parent.childNodes].filter((node) => isText(node) && !isOfReact(node) && !before.includes(node));
    const left = before.filter((node) => isText(node) && node.parentNode !== parent);
    for (const [index, text] of left.entries()) places.set(text, { parent, translation: came[index] });
    seen ||= came.length > 0;
  }
}

function putBack(text: Node | null): void {
  if (!(text instanceof Text) || text.parentNode || !isOfReact(text)) return;
  note(observer.takeRecords());
  const place = places.get(text);
  let translation = place?.translation;
  while (translation && !translation.parentNode) translation = places.get(translation)?.translation;
  if (translation) translation.replaceWith(text);
  else place?.parent.append(text);
}

/** Whether the page is translated, or was before React rendered a part of it anew. */
export function isTranslated(): boolean {
  note(observer.takeRecords());
  return seen || document.querySelector('font') !== null;
}

/** For the start of a page, before React. Wraps the three DOM functions by which React changes text nodes. */
export function keepTexts(): void {
  observer.observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild, nodeValue } = Object.getOwnPropertyDescriptors(Node.prototype);
  Node.prototype.insertBefore = function (node, before) {
    for (const each of [node, before]) putBack(each);
    return insertBefore.value!.call(this, node, before) as typeof node;
  };
  Node.prototype.removeChild = function (node) {
    putBack(node);
    return removeChild.value!.call(this, node) as typeof node;
  };
  const set = function (this: Node, text: string) {
    putBack(this);
    nodeValue.set!.call(this, text);
  };
  Object.defineProperty(Node.prototype, 'nodeValue', { set });
}
