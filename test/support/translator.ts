/** The translators of browsers, and what the page must still show. Both functions run in the page. */

/**
 * When texts are replaced: as soon as the page is there, or once React has taken over, at once or only when the test says so; and then at
 * each change.
 */
export const MOMENTS = ['before hydration', 'after hydration', 'at each change', 'at each change, by Safari'] as const;
export type Moment = (typeof MOMENTS)[number];

declare global {
  interface Window {
    translator?: { translate: () => void; texts: number };
  }
}

/**
 * Chrome puts `<font><font>text</font></font>` in the place of each text node. Safari removes the text nodes of a paragraph, in any
 * order, and then inserts new ones (`TextManipulationController::replace` of WebKit).
 */
export function startTranslator({ moment, mark }: { moment: Moment; mark: string }): void {
  if (window !== top) return;
  const made = new WeakSet<Node>();
  const wrapped = (text: string): ChildNode => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text;
    outer.append(inner);
    return outer;
  };
  const replaceAll = (texts: Text[]): void => {
    const nextOf = (text: Text) => {
      let next = text.nextSibling;
      while (next instanceof Text && texts.includes(next)) next = next.nextSibling;
      return next;
    };
    const places = texts.map((text) => ({ text: text.data, parent: text.parentNode!, next: nextOf(text) }));
    for (const text of texts.toReversed()) text.remove();
    for (const { text, parent, next } of places) {
      const replacement = new Text(text + mark);
      made.add(replacement);
      parent.insertBefore(replacement, next);
    }
  };
  const translateIn = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const all: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) all.push(walker.currentNode as Text);
    const texts = all
      .filter((text) => text.data.trim() && !made.has(text))
      .filter(({ parentElement: parent }) => parent && !parent.closest('font, script, style, noscript, textarea, svg'));
    translator.texts += texts.length;
    if (moment === 'at each change, by Safari') replaceAll(texts);
    else for (const text of texts) text.replaceWith(wrapped(text.data + mark));
  };
  const translator = { translate: () => translateIn(document.body), texts: 0 };
  const start = () => {
    window.translator = translator;
    if (!document.title.endsWith(mark)) document.title += mark;
    translator.translate();
    if (moment === 'after hydration') return;
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'childList' ? addedNodes : [target]) if (node.isConnected) translateIn(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  const isHydrated = () => {
    const ofReact = '__reactRouterContext' in window ? '#content h1, #office h1' : '[data-island] button';
    return [...document.querySelectorAll(ofReact)].some((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    );
  };
  const whenHydrated = () => {
    const hasReact = '__reactRouterContext' in window || document.querySelector('[data-island]');
    const waits = hasReact && !isHydrated();
    if (waits) requestAnimationFrame(whenHydrated);
    else start();
  };
  const begin = moment === 'before hydration' ? start : whenHydrated;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

/** Runs in the page. The elements whose text is not what React has there. */
export function staleTexts(mark: string): string[] {
  interface Fiber {
    tag: number;
    memoizedProps: Record<string, unknown> | string | null;
    memoizedState: unknown;
    stateNode: Element & { current: Fiber; containerInfo: Element };
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const [TEXT, PORTAL, ELEMENT, HIDEABLE, IN_HEAD, BODY] = [6, 4, 5, 22, 26, 27];
  const stale: { element: Element; text: string }[] = [];
  /** What they show belongs to another part of the tree. */
  const slots: Element[] = [];
  const textOf = (fiber: Fiber): string => {
    const { tag, memoizedProps: props, memoizedState, stateNode } = fiber;
    if (typeof props === 'string') return tag === TEXT ? props : '';
    if (tag === IN_HEAD || (tag === HIDEABLE && memoizedState)) return '';
    if (tag === PORTAL) slots.push(stateNode.containerInfo);
    const isElement = tag === ELEMENT || tag === BODY;
    const shown = isElement ? stateNode.textContent.replaceAll(mark, '') : '';
    const isForeign = props?.['dangerouslySetInnerHTML'] || props?.['suppressHydrationWarning'];
    if (isElement && stateNode.matches('head, noscript, textarea')) return shown;
    if (tag === ELEMENT && isForeign) return shown;
    const found = stale.length;
    let text = '';
    if (isElement && ['string', 'number'].includes(typeof props?.['children'])) text = String(props!['children']);
    else for (let child = fiber.child; child; child = child.sibling) text += textOf(child);
    if (tag === ELEMENT && stale.length === found && (shown !== text || !stateNode.isConnected))
      stale.push({ element: stateNode, text });
    if (tag === PORTAL) return '';
    return isElement ? shown : text;
  };
  for (const container of [document, ...document.querySelectorAll('[data-island]')]) {
    const key = Object.keys(container).find((name) => name.startsWith('__reactContainer'));
    const root = key && (container as unknown as Record<string, Fiber>)[key];
    if (root) textOf(root.stateNode.current);
  }
  return stale
    .filter(({ element }) => !slots.includes(element))
    .map(({ element, text }) => `<${element.localName}> shows "${element.textContent}" instead of "${text}"`);
}
