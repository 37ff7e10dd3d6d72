import { AxisBottom, AxisLeft } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { type ReactNode, useId, useState } from 'react';
import { Link, type To } from 'react-router-dom';
import { count } from '../format.ts';
import './funnel-chart.css';

/** One bar of the chart: a day, a week or a month. */
export interface DrawnBar {
  key: string;
  /** Below the axis. */
  tick: string;
  /** What the caption says while the pointer is on it. */
  text: string;
  /** The later ones are drawn over the earlier ones, each from the axis. */
  values: { of: string; value: number }[];
  /** The number at which a line is drawn. */
  line?: number | undefined;
  /** Hatched: days of it are missing. */
  isPart: boolean;
  /** The list that it opens. */
  to?: To | undefined;
}

interface Props {
  bars: DrawnBar[];
  caption: string;
  /** The text of a number beside the axis. */
  axis?: (value: number) => string;
  /** The same numbers as a table. The chart has no text for screen readers. */
  children?: ReactNode;
}

export function BarChart({ caption, children, ...drawn }: Props) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  const [pointed, setPointed] = useState<DrawnBar>();
  return (
    <figure className="day-bars">
      <div ref={parentRef} className="day-bars-picture" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && <Bars {...drawn} width={width} onPoint={setPointed} />}
      </div>
      <figcaption aria-hidden="true">{pointed?.text ?? caption}</figcaption>
      {children}
    </figure>
  );
}

const HEIGHT = 190;
const MARGIN = { top: 8, right: 4, bottom: 26, left: 44 };
const LINE_HEIGHT = 2;
/** Room for a date below the axis. */
const LABEL_WIDTH = 96;

interface BarsProps extends Pick<Props, 'bars' | 'axis'> {
  width: number;
  onPoint: (bar: DrawnBar) => void;
}

function Bars({ bars, axis = count, width, onPoint }: BarsProps) {
  const hatching = useId();
  const topOf = ({ values, line = 0 }: DrawnBar) => Math.max(line, ...values.map(({ value }) => value));
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [MARGIN.left, width - MARGIN.right],
    paddingInner: 0.2,
    paddingOuter: 0.1,
  });
  const y = scaleLinear({
    domain: [0, Math.max(...bars.map(topOf), 1)],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  });
  const every = Math.ceil((bars.length * LABEL_WIDTH) / (width - MARGIN.left));
  const fits = (key: string) => (x(key) ?? 0) + (x.bandwidth() + LABEL_WIDTH) / 2 <= width;
  const ticks = new Map(bars.map(({ key, tick }) => [key, tick]));
  /** From the axis to a value. */
  const upTo = (value: number) => ({ y: y(value), height: HEIGHT - MARGIN.bottom - y(value), width: x.bandwidth() });
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="hatch" width="2.5" height="6" />
      </pattern>
      {bars.map((bar) => {
        const { key, values, line, isPart, to } = bar;
        const drawn = (
          <>
            <rect className="ground" x={x(key)} y={0} width={x.bandwidth()} height={HEIGHT - MARGIN.bottom} />
            {values.map(({ of, value }) => (
              <rect key={of} data-stage={of} x={x(key)} {...upTo(value)} />
            ))}
            {isPart && (
              <rect fill={`url(#${hatching})`} x={x(key)} {...upTo(Math.max(...values.map(({ value }) => value)))} />
            )}
            {line !== undefined && (
              <rect
                className="line"
                x={x(key)}
                y={y(line) - LINE_HEIGHT / 2}
                width={x.bandwidth()}
                height={LINE_HEIGHT}
              />
            )}
          </>
        );
        const onPointerEnter = () => onPoint(bar);
        return to ? (
          <Link key={key} to={to} tabIndex={-1} onPointerEnter={onPointerEnter}>
            {drawn}
          </Link>
        ) : (
          <g key={key} onPointerEnter={onPointerEnter}>
            {drawn}
          </g>
        );
      })}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={y.ticks(4).filter(Number.isInteger)}
        tickFormat={(value) => axis(Number(value))}
        hideTicks
        axisLineClassName="axis-line"
        tickClassName="axis-tick"
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        tickValues={bars.flatMap(({ key }, at) => (at % every === 0 && fits(key) ? [key] : []))}
        tickFormat={(key) => ticks.get(key) ?? key}
        axisLineClassName="axis-line"
        tickLineProps={{ className: 'axis-line' }}
        tickClassName="axis-tick"
      />
    </svg>
  );
}

/** A share of a whole as a bar as wide as its column. */
export const StageBar = ({ part }: { part: number }) => (
  <svg className="stage-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="1" className="ground" />
    <rect width={100 * part} height="1" />
  </svg>
);
