import type { Sweep, Trial } from '@vermilion/contract/tasks/sweeps/sweeps'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useText } from '#lib/i18n.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { lineStyle } from '#ui/chart/series-colours.ts'
import { useSize } from '#ui/chart/use-size.ts'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { formatHeadline } from '../../headline.tsx'
import { formatParameter } from '../format-spread.ts'
import { text } from '../text.ts'
import { type Axis, axesOf } from './axes.ts'
import styles from './parallel-coordinates.module.css'
import { rankTrials } from './trial-order.ts'

const height = 280
const edge = { top: 52, bottom: 28 }
/** CSS pixels between axes below which every second name stands above the others. */
const namesApart = 120
const margin = 64

interface ParallelCoordinatesProps {
  sweep: Sweep
  nameOf: (parameter: string) => string
  objective: string
}

/** One line for each trial across axes of its parameters and its figure. The slider below is its keyboard. */
export function ParallelCoordinates({ sweep, nameOf, objective }: ParallelCoordinatesProps) {
  const t = useText(text)
  const [rank, setRank] = useState(0)
  const ranked = rankTrials(sweep)
  const axes = axesOf(sweep, ranked, { nameOf, objective })
  const at = Math.min(rank, ranked.length - 1)
  const selected = ranked[at]
  const title = t('parallel', { metric: objective })
  return (
    <ChartPanel title={title} name={sweep.name} empty={selected === undefined ? t('noParallel') : undefined}>
      <p className="note margin-bottom-8">{t('parallelHint')}</p>
      <Lines {...{ axes, ranked, at, title }} onPoint={setRank} />
      {selected !== undefined && (
        <label className="grid gap-8 margin-top-8">
          <span className="note">{t('rank')}</span>
          <input
            className={`${styles['rank']} full-width radius-2 cursor-pointer no-appearance round-knob height-4 margin-0`}
            type="range"
            min={1}
            max={ranked.length}
            value={at + 1}
            aria-valuetext={t('rankOf', { rank: at + 1, description: describe(selected, axes) })}
            onChange={({ target }) => setRank(target.valueAsNumber - 1)}
          />
        </label>
      )}
      {selected !== undefined && (
        <div className="wrapping-row gap-4-10 margin-top-8 tabular">
          <span>{t('rankOf', { rank: at + 1, description: describe(selected, axes) })}</span>
          {selected.taskId !== null && (
            <span>
              <TaskLink id={selected.taskId}>{t('bestTrial', { number: selected.number })}</TaskLink>
            </span>
          )}
        </div>
      )}
    </ChartPanel>
  )
}

const formatAt = ({ key }: Axis, value: number) => (key === '' ? formatHeadline(value) : formatParameter(value))

const describe = (trial: Trial, axes: readonly Axis[]) =>
  axes
    .flatMap((axis) => {
      const value = axis.valueOf(trial)
      return value === null ? [] : [`${axis.name} ${formatAt(axis, value)}`]
    })
    .join(', ')

interface LinesProps {
  axes: readonly Axis[]
  /** Best first. */
  ranked: readonly Trial[]
  at: number
  title: string
  onPoint: (rank: number) => void
}

function Lines({ axes, ranked, at, title, onPoint }: LinesProps) {
  const [holder, { width }] = useSize()
  const across = (width - 2 * margin) / Math.max(1, axes.length - 1)
  const xOf = (index: number) => margin + index * across
  const top = (share: number) => height - edge.bottom - share * (height - edge.top - edge.bottom)
  const pointsOf = (trial: Trial) =>
    axes.flatMap((axis, index) => {
      const value = axis.valueOf(trial)
      return value === null ? [] : [[xOf(index), top(axis.shareAt(value))] as const]
    })
  const lineOf = (trial: Trial) =>
    pointsOf(trial)
      .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ')
  const selected = ranked[at]
  return (
    <div ref={holder} className="relative full-width" style={{ height, ...lineStyle(0) }}>
      {width > 0 && (
        <svg className={styles['chart']} width={width} height={height} data-chart role="img" aria-label={title}>
          {axes.map((axis, index) => (
            <AxisLine key={axis.key} axis={axis} x={xOf(index)} isRaised={across < namesApart && index % 2 === 1} />
          ))}
          {ranked.toReversed().map((trial, index) => {
            const good = ranked.length < 2 ? 1 : index / (ranked.length - 1)
            return (
              <polyline
                key={trial.number}
                className={styles['line']}
                style={{ '--good': `${Math.round(good * 100)}%` } as CSSProperties}
                data-stopped={trial.status === 'stopped' || undefined}
                points={lineOf(trial)}
              />
            )
          })}
          {selected !== undefined && <polyline className={styles['selected']} points={lineOf(selected)} />}
          {selected !== undefined &&
            pointsOf(selected).map(([x, y]) => <circle key={x} className={styles['dot']} cx={x} cy={y} r={4} />)}
          {ranked.map((trial, index) => (
            <polyline
              key={trial.number}
              className={styles['target']}
              points={lineOf(trial)}
              onPointerEnter={() => onPoint(index)}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

function AxisLine({ axis, x, isRaised }: { axis: Axis; x: number; isRaised: boolean }) {
  return (
    <g textAnchor="middle">
      <text className={styles['name']} x={x} y={edge.top - (isRaised ? 40 : 24)}>
        {axis.name}
      </text>
      <text className={styles['tick']} x={x} y={edge.top - 8}>
        {formatAt(axis, axis.high)}
      </text>
      <line className={styles['axis']} x1={x} x2={x} y1={edge.top} y2={height - edge.bottom} />
      <text className={styles['tick']} x={x} y={height - edge.bottom + 16}>
        {formatAt(axis, axis.low)}
      </text>
    </g>
  )
}
