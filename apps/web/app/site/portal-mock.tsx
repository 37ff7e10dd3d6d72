const WEEKS = [58, 66, 61, 78, 84, 96, 112] as const;
const GROUPS = [
  { name: 'Freshmen girls', width: 150 },
  { name: 'Sophomores', width: 122 },
  { name: 'Junior guys', width: 96 },
] as const;

/** The leader's dashboard, drawn: the weeks, the groups, and who has gone quiet. Decoration; the text beside it says the same. */
export const PortalMock = () => (
  <svg
    className="mock portal-mock"
    width="620"
    height="430"
    viewBox="0 0 620 430"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect className="board" x="1.5" y="1.5" width="617" height="427" rx="24" />
    <path className="line" d="M1.5 52h617" />
    <circle className="clay" cx="28" cy="27" r="6" />
    <circle className="lamp-fill" cx="48" cy="27" r="6" />
    <circle className="sage" cx="68" cy="27" r="6" />
    <text className="faint" x="592" y="32" textAnchor="end">
      Wednesday night
    </text>

    <text className="strong" x="30" y="92">
      Weekly engagement
    </text>
    <text className="title" x="30" y="126">
      34 of 41 students
    </text>
    {WEEKS.map((height, week) => (
      <rect
        key={height}
        className={week === WEEKS.length - 1 ? 'lamp-fill' : 'bar'}
        x={30 + week * 44}
        y={268 - height}
        width="28"
        height={height}
        rx="7"
      />
    ))}
    <path className="line" d="M24 269h312" />

    <text className="strong" x="370" y="92">
      Groups this week
    </text>
    {GROUPS.map(({ name, width }, row) => (
      <g key={name} transform={`translate(370 ${122 + row * 52})`}>
        <text x="0" y="0">
          {name}
        </text>
        <rect className="track" x="0" y="9" width="216" height="11" rx="5.5" />
        <rect className="sage" x="0" y="9" width={width} height="11" rx="5.5" />
      </g>
    ))}

    <rect className="alert" x="24" y="300" width="572" height="104" rx="18" />
    <text className="strong" x="46" y="330">
      Who could use a call
    </text>
    <circle className="clay" cx="60" cy="366" r="14" />
    <text x="84" y="362">
      Noah has gone quiet
    </text>
    <text className="faint" x="84" y="382">
      No reading for 12 days
    </text>
    <circle className="sage" cx="328" cy="366" r="14" />
    <text x="352" y="362">
      Ava asked for prayer
    </text>
    <text className="faint" x="352" y="382">
      Private, leaders only
    </text>
  </svg>
);
