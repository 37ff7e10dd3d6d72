/** Inlined into the home page. Founders' cards: Escape dismisses them until pointer or focus moves on; touch opens none. */
const { classList: founderMarks, dataset: founderData } = document.documentElement;
const founderCardAround = (node: EventTarget | null) => (node as Element | null)?.closest('.hover-card');
const moveOn = ({ target, relatedTarget }: MouseEvent | FocusEvent) => {
  if (founderCardAround(target) !== founderCardAround(relatedTarget)) founderMarks.remove('esc');
};
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') founderMarks.add('esc');
});
addEventListener('focusin', moveOn);
addEventListener('pointerover', (event) => {
  moveOn(event);
  founderData['pointer'] = event.pointerType;
});
