import type { Locator } from '@playwright/test';

/**
 * What changes in the computed style of each element in `part`, and of what `::before`, `::after`, `::marker` and `::placeholder` add
 * to it, when the page gets these sheets whole: nothing, unless it lacks one of their rules. Transitions are at their end. At most 20
 * lines as `p.error color: black -> red`.
 */
export const lostStyles = (part: Locator, sheets: readonly string[]): Promise<string[]> =>
  part.evaluate((root, texts) => {
    const sheetOf = (text: string) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    };
    // Without the fonts, which would load again.
    const whole = texts.map((text) => sheetOf(text.replaceAll(/@font-face\{[^}]*\}/g, '')));
    const still = sheetOf('*, ::before, ::after { transition-property: none !important }');
    const properties = new Set<string>();
    const collect = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) for (const name of rule.style) properties.add(name);
        if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule)) collect(rule.cssRules as CSSRuleList);
      }
    };
    for (const { cssRules } of whole) collect(cssRules);
    const names = [...properties].filter((name) => !name.startsWith('--'));
    const elements = [root, ...root.querySelectorAll('*')];
    const pseudoOf = ({ localName }: Element) => [
      '',
      '::before',
      '::after',
      ...(localName === 'li' ? ['::marker'] : []),
      ...(localName === 'input' ? ['::placeholder'] : []),
    ];
    const look = (sheetsToAdopt: CSSStyleSheet[]) => {
      document.adoptedStyleSheets = sheetsToAdopt;
      return elements.map((each) =>
        pseudoOf(each).map((kind) => {
          const style = getComputedStyle(each, kind);
          return names.map((name) => style.getPropertyValue(name));
        }),
      );
    };
    const before = look([still]);
    const after = look([...whole, still]);
    document.adoptedStyleSheets = [];
    const changed = elements.flatMap((each, at) =>
      pseudoOf(each).flatMap((kind, which) =>
        names.flatMap((name, property) => {
          const [had, has] = [before, after].map((styles) => styles[at]![which]![property]);
          const element = [each.localName, ...each.classList].join('.') + kind;
          return had === has ? [] : [`${element} ${name}: ${had} -> ${has}`];
        }),
      ),
    );
    return changed.slice(0, 20);
  }, sheets);
