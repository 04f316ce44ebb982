import { unknownValue } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { type Curve, type LineAxes, lineAxesOf, plotEdge } from './line-axes.ts'
import styles from './line-chart.module.css'
import { useReadingPosition } from './use-reading-position.ts'
import { useSize } from './use-size.ts'

export interface LineChartProps {
  label: string
  x: string
  y: string
  curves: readonly Curve[]
  /** The upper end of the y axis, if known; the lower end is then 0. */
  top?: number
  mark?: { x: number; words: string } | undefined
  dots?: readonly { curve: string; x: number; y: number }[]
}

type Coloured = Curve & { colour: string }
type PlotProps = Omit<LineChartProps, 'curves'> & { curves: readonly Coloured[] }

export function Plot({ label, x, y, curves, top, mark, dots = [] }: PlotProps) {
  const [holder, size] = useSize()
  const { width, height } = size
  const axes = lineAxesOf(curves, size, top)
  const { position, handlers } = useReadingPosition(axes)
  const values = curves.map(({ name, colour, points }) => ({
    name,
    colour,
    value: points.find(([nearest]) => nearest === position)?.[1]?.toPrecision(4) ?? unknownValue,
  }))
  const spoken =
    position === undefined ? '' : `${x} ${position}, ${values.map((one) => `${one.name} ${one.value}`).join(', ')}`
  return (
    <div
      ref={holder}
      className={`${styles['plot']} relative min-width-0 radius-6 cursor-crosshair`}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
      role="slider"
      aria-label={label}
      aria-valuemin={axes.across.low}
      aria-valuemax={axes.across.high}
      aria-valuenow={position ?? axes.across.low}
      aria-valuetext={spoken || label}
      tabIndex={0}
      {...handlers}
    >
      {/* Drawn once its width is known. */}
      {width > 0 && (
        <svg className="block absolute overflow-visible" width={width} height={height} data-chart aria-hidden>
          <AxisLines axes={axes} x={x} y={y} />
          {mark !== undefined && <MarkLine axes={axes} {...mark} />}
          {curves.map((curve) => (
            <CurveLine key={curve.name} curve={curve} axes={axes} />
          ))}
          {curves.map(({ name, colour }) =>
            dots
              .filter(({ curve }) => curve === name)
              .map((dot) => (
                <circle
                  key={name}
                  className={styles['dot']}
                  cx={axes.left(dot.x)}
                  cy={axes.down(dot.y)}
                  r={4.5}
                  fill={colour}
                />
              )),
          )}
          {position !== undefined && (
            <line
              className={styles['here']}
              x1={axes.left(position)}
              x2={axes.left(position)}
              y1={plotEdge.top}
              y2={height - plotEdge.bottom}
            />
          )}
        </svg>
      )}
      {position !== undefined && (
        <Reading title={`${x} ${position}`} values={values} left={axes.left(position)} width={width} />
      )}
    </div>
  )
}

function AxisLines({ axes, x, y }: { axes: LineAxes; x: string; y: string }) {
  const language = useSystem((system) => system.lang)
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 })
  const { width, height, across, up, left, down } = axes
  return (
    <>
      <text className="font-12 tabular" x={0} y={12}>
        {y}
      </text>
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line x1={plotEdge.left} x2={width - plotEdge.right} y1={down(tick)} y2={down(tick)} />
          <text className="font-12 tabular" x={plotEdge.left - 8} y={down(tick) + 4} textAnchor="end">
            {short.format(tick)}
          </text>
        </g>
      ))}
      {across.ticks.map((tick) => (
        <text
          className="font-12 tabular"
          key={tick}
          x={left(tick)}
          y={height - plotEdge.bottom + 18}
          textAnchor="middle"
        >
          {short.format(tick)}
        </text>
      ))}
      <text
        className="font-12 tabular"
        x={(plotEdge.left + width - plotEdge.right) / 2}
        y={height - 4}
        textAnchor="middle"
      >
        {x}
      </text>
    </>
  )
}

/** CSS pixels of a mark's text, centered on its line. */
const markWidth = 96

function MarkLine({ axes: { width, height, left }, x, words }: { axes: LineAxes; x: number; words: string }) {
  const at = left(x)
  const middle = Math.min(Math.max(at, plotEdge.left + markWidth / 2), width - plotEdge.right - markWidth / 2)
  return (
    <>
      <line className={styles['mark']} x1={at} x2={at} y1={plotEdge.top - 6} y2={height - plotEdge.bottom} />
      <text className="font-12 tabular" x={middle} y={plotEdge.top - 12} textAnchor="middle">
        {words}
      </text>
    </>
  )
}

function CurveLine({ curve, axes }: { curve: Coloured; axes: LineAxes }) {
  const { name, colour, points, isOverall = false } = curve
  const { left, down } = axes
  return points.length === 1 ? (
    points.map(([a, b]) => <circle key={name} cx={left(a)} cy={down(b)} r={3} fill={colour} />)
  ) : (
    <polyline
      data-overall={isOverall}
      stroke={colour}
      points={points.map(([a, b]) => `${left(a)},${down(b)}`).join(' ')}
    />
  )
}

interface ReadingProps {
  title: string
  values: readonly { name: string; colour: string; value: string }[]
  left: number
  width: number
}

function Reading({ title, values, left, width }: ReadingProps) {
  return (
    <div
      className={`${styles['reading']} absolute layer-1 grid gap-4 min-width-150 padding-8-10 radius-6 ground-raised shadow font-12 no-pointer`}
      style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}
    >
      <span className="row gap-6 nowrap">{title}</span>
      {values.map(({ name, colour, value }) => (
        <span className="row gap-6 nowrap" key={name}>
          <i className="rigid radius-2 width-12 height-3" style={{ background: colour }} />
          {name}
          <b className="push-right weight-500 tabular" style={{ paddingLeft: 12 }}>
            {value}
          </b>
        </span>
      ))}
    </div>
  )
}
