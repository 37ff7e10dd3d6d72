/** Inlined behind the question of /pricing: shows the answer while the number is typed. Without it, the form asks the server. */
const question = document.currentScript!.previousElementSibling as HTMLElement;
const numberField = question.querySelector<HTMLInputElement>('#people')!;

const showAnswer = () => {
  const people = numberField.valueAsNumber;
  const whole = Number.isInteger(people) ? people : 0;
  document.querySelectorAll<HTMLElement>('[data-from]').forEach((part) => {
    const { from, upTo } = part.dataset;
    part.hidden = whole < Number(from) || whole > Number(upTo);
    if (part.hidden) return;
    part.querySelectorAll('[data-people]').forEach((each) => (each.textContent = whole.toLocaleString('en-US')));
    part.querySelectorAll<HTMLElement>('[data-each]').forEach((each) => {
      const price = Number(each.dataset['each']) / whole / 100;
      each.textContent = price.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    });
    question.querySelector('[data-error]')?.remove();
    numberField.removeAttribute('aria-invalid');
  });
};
numberField.oninput = showAnswer;
/** A browser may fill in again what was typed. */
addEventListener('pageshow', showAnswer);

question.querySelector<HTMLElement>('[data-preset]')!.onclick = (event) => {
  event.preventDefault();
  numberField.value = (event.currentTarget as HTMLElement).dataset['preset']!;
  showAnswer();
};
