/**
 * A browser that translates a page replaces each text node by a `<font>` element. React keeps a reference to the removed text node: it
 * then throws when it removes it or inserts before it, and its updates are not visible (https://github.com/facebook/react/issues/11538).
 * `keepTexts` puts a text node back into the page before React changes it. The translator then translates the new text.
 */
const translations = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(note);
let seen = false;

/** A translator inserts its element beside the text, which it then removes, or does both at once. */
function note(changes: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const font = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (!font) continue;
    seen = true;
    for (const text of removedNodes) translations.set(text, font as HTMLElement);
  }
}

function putBack(text: Node | null): void {
  if (!(text instanceof Text) || text.parentNode) return;
  note(observer.takeRecords());
  translations.get(text)?.replaceWith(text);
  translations.delete(text);
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
