const STAR = 'm10 1.6 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L1.5 7.8l5.9-.8z';

export const Stars = ({ count }: { count: number }) => (
  <svg
    className="stars"
    width={count * 22}
    height="20"
    viewBox={`0 0 ${count * 22} 20`}
    role="img"
    aria-label={`${count} out of 5 stars`}
  >
    {Array.from({ length: count }, (_, index) => (
      <path key={index} d={STAR} transform={`translate(${index * 22} 0)`} />
    ))}
  </svg>
);
