/** Inlined into the home page. Founders' cards: Escape dismisses them until pointer or focus moves on; touch opens none. */
const { classList, dataset } = document.documentElement;
const cardAround = (node: EventTarget | null) => (node as Element | null)?.closest('.hover-card');
const move = ({ target, relatedTarget }: MouseEvent | FocusEvent) => {
  if (cardAround(target) !== cardAround(relatedTarget)) classList.remove('esc');
};
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') classList.add('esc');
});
addEventListener('focusin', move);
addEventListener('pointerover', (event) => {
  move(event);
  dataset['pointer'] = event.pointerType;
});
