interface Props {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

/** One choice of a list's filter, told in words; it acts at once. */
export const ChoiceFilter = ({ label, value, choices, onChoose }: Props) => (
  <div className="choice-filter">
    <label htmlFor="choice">{label}</label>
    <select id="choice" className="control" value={value} onChange={({ target }) => onChoose(target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </div>
);
