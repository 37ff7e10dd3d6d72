import './mockups.css';

/** Drawing of the student app. Decorative: the text beside it says the same. */
export const PhoneMock = () => (
  <svg
    className="mock phone-mock"
    width="280"
    height="560"
    viewBox="0 0 280 560"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect className="case" x="2" y="2" width="276" height="556" rx="42" />
    <rect className="screen" x="14" y="14" width="252" height="532" rx="31" />
    <rect className="case" x="104" y="24" width="72" height="18" rx="9" />
    <text className="faint" x="32" y="76">
      Thursday
    </text>
    <text className="title" x="32" y="102">
      Good morning, Emma
    </text>

    <rect className="lit" x="26" y="122" width="228" height="150" rx="20" />
    <text className="strong" x="44" y="152">
      Today’s reading
    </text>
    <text className="title" x="44" y="182">
      Matthew 5:13-16
    </text>
    <text x="44" y="206">
      5 minutes · Day 31
    </text>
    <rect className="ink" x="44" y="222" width="96" height="34" rx="12" />
    <text className="strong on-ink" x="92" y="244" textAnchor="middle">
      Open
    </text>
    <path className="flame" d="M220 218c9 10 14 16 14 23a14 14 0 0 1-28 0c0-7 5-13 14-23z" />

    <rect className="tile" x="26" y="286" width="228" height="106" rx="20" />
    <text className="strong" x="44" y="314">
      Challenge: Thank someone
    </text>
    <text className="faint" x="44" y="336">
      4 of 6 friends have done it
    </text>
    <g className="faces">
      <circle className="sage" cx="58" cy="364" r="14" />
      <circle className="clay" cx="88" cy="364" r="14" />
      <circle className="lamp-fill" cx="118" cy="364" r="14" />
      <circle className="sage" cx="148" cy="364" r="14" />
      <circle className="open" cx="178" cy="364" r="14" />
      <circle className="open" cx="208" cy="364" r="14" />
      <path className="tick" d="m52 364 4 4 8-8m18 4 4 4 8-8m18 4 4 4 8-8m18 4 4 4 8-8" />
    </g>

    <rect className="tile" x="26" y="406" width="228" height="74" rx="20" />
    <text className="strong" x="44" y="435">
      Prayer journal
    </text>
    <text className="faint" x="44" y="458">
      For Grandma’s surgery
    </text>
    <path className="line" d="M214 442v-6a9 9 0 0 1 18 0v6m-22 0h26v18h-26z" />

    <g className="tabs">
      <circle className="lamp-fill" cx="62" cy="513" r="9" />
      <rect className="open" x="106" y="505" width="17" height="17" rx="4" />
      <rect className="open" x="157" y="505" width="17" height="17" rx="8" />
      <circle className="open" cx="218" cy="513" r="9" />
    </g>
  </svg>
);

const WEEKS = [58, 66, 61, 78, 84, 96, 112] as const;
const GROUPS = [
  { name: 'Freshmen girls', width: 150 },
  { name: 'Sophomores', width: 122 },
  { name: 'Junior guys', width: 96 },
] as const;

/** Drawing of the leader's dashboard. Decorative: the text beside it says the same. */
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
