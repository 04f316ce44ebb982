import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import Button from 'antd/es/button'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { useWidth } from '#ui/chart/use-width.ts'
import { ChartAxes } from './chart-axes.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartReading, type Reading, rowsAt } from './chart-reading.tsx'
import { type ChartProps, edge, keyOf, plotHeight } from './chart-types.ts'
import styles from './chart.module.css'
import type { Frame } from './drawing.ts'
import { text } from '../text.ts'
import { useGestures } from './use-gestures.ts'
import { usePicture } from './use-picture.ts'
import { usePoints } from '../use-points.ts'
import { around, extentOf, nearestTo, positionOf, rangeIn, type Span } from '../view.ts'

/** Milliseconds after the last move of a gesture until the chart asks for finer points and fits its height. */
const rest = 140
const nothing = { from: 0, to: 1 }

/** Curves over a common axis, of any number of points. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function SeriesChart({ label, group, alone, curves, hidden, onHidden, look, span, onSpan }: ChartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const [holder, outer] = useWidth()
  const width = Math.max(0, outer - edge.left - edge.right)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [focus, setFocus] = useState<number | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  // What a gesture shows right now; null once it has come to rest.
  const [moving, setMoving] = useState<Span | null>(null)

  const tasks = useMemo(() => [...new Set(curves.map(({ taskId }) => taskId))], [curves])
  const names = useMemo(() => [...new Set(curves.map(({ name }) => name))], [curves])
  const all = usePoints({ tasks, names, axis: look.axis, span: null, alone })
  const near = usePoints({ tasks, names, axis: look.axis, span, alone }, span !== null)
  const loaded = span !== null && near.exact && near.series.length > 0 ? near : all
  const points = useMemo(() => {
    const seriesByKey = new Map(loaded.series.map((one) => [keyOf(one), one]))
    return curves.map((curve) => {
      const { x = [], y = [] } = seriesByKey.get(keyOf(curve)) ?? {}
      return { x: Float64Array.from(x), y: Float64Array.from(y), colour: curve.colour }
    })
  }, [loaded.series, curves])

  const extent = useMemo(() => extentOf(all.series) ?? nothing, [all.series])
  const view = moving ?? span ?? extent
  const settled = span ?? extent
  const hiddenList = useMemo(
    () => curves.flatMap((curve, at) => (hidden.has(keyOf(curve)) ? [at] : [])),
    [curves, hidden],
  )
  const range = useMemo(() => {
    const visiblePoints = points.filter((_, at) => !hiddenList.includes(at))
    return heightOf(rangeIn(visiblePoints, settled, look.logarithmic), look.logarithmic)
  }, [points, hiddenList, settled, look.logarithmic])
  const drawnSpan = moving === null && span === null ? extent : around(view)
  const frame: Frame = { span: drawnSpan, ...range, logarithmic: look.logarithmic }
  const drawnWidth = width * ((drawnSpan.to - drawnSpan.from) / (view.to - view.from))
  const picture = usePicture(canvas, {
    curves: points,
    frame,
    width: drawnWidth,
    smoothing: look.smoothing,
    hidden: hiddenList,
    focus,
  })

  const show = (next: Span) => setMoving(next)
  useEffect(() => {
    if (moving === null) return
    const timer = setTimeout(() => {
      onSpan(moving.from <= extent.from && moving.to >= extent.to ? null : moving)
      setMoving(null)
    }, rest)
    return () => clearTimeout(timer)
  }, [moving, extent, onSpan])

  const shownCurves = curves.flatMap((curve, at) => {
    const seriesByKey = points[at]
    return hidden.has(keyOf(curve)) || seriesByKey === undefined ? [] : [[curve, seriesByKey] as const]
  })
  const step = (by: -1 | 1 | null) => {
    if (by === null) return setReading(null)
    const at = reading?.at ?? (by > 0 ? view.from : view.to)
    const positions = shownCurves.flatMap(([, { x }]) => {
      const next = by > 0 ? positionOf(x, at + Number.EPSILON * Math.max(1, Math.abs(at))) : positionOf(x, at) - 1
      return next >= 0 && next < x.length ? [x[next] ?? at] : []
    })
    const next = by > 0 ? Math.min(...positions) : Math.max(...positions)
    if (positions.length > 0) setReading({ at: next, value: null })
  }
  const gestures = useGestures({ holder, view, extent, width, onView: show, onStep: step })

  const leftOf = (at: number) => edge.left + ((at - view.from) / (view.to - view.from)) * width
  const title = t(`axis-${look.axis}`)
  const read = reading === null || gestures.drag !== null ? null : { reading, ...rowsAt(reading, shownCurves, frame) }
  const spoken = read?.rows.map(({ curve, value }) => `${curve.words} ${Number(value.toPrecision(5))}`).join(', ')
  const failed = all.error !== null ? all : span !== null && near.error !== null ? near : null
  // The plot stays, unseen: its width and its listeners are those of this element.
  const isEmpty = failed === all && all.series.length === 0
  const hide = useCallback((next: ReadonlySet<string>) => onHidden(group, next), [group, onHidden])
  return (
    <figure className={styles['chart']} aria-label={label}>
      <ChartLegend curves={curves} hidden={hidden} onHidden={hide} onFocus={setFocus} />
      {failed !== null &&
        (isEmpty ? (
          <ProblemState problem={failed.error} onRetry={failed.retry} />
        ) : (
          <PartialStrip problem={failed.error} onRetry={failed.retry} />
        ))}
      <div className={styles['tools']}>
        <Button
          size="small"
          type="text"
          icon={<ZoomInOutlined aria-hidden />}
          aria-label={t('zoomIn', { label })}
          title={t('zoomInKey')}
          onClick={() => gestures.zoom(0.5)}
        />
        <Button
          size="small"
          type="text"
          icon={<ZoomOutOutlined aria-hidden />}
          aria-label={t('zoomOut', { label })}
          title={t('zoomOutKey')}
          disabled={view === extent}
          onClick={() => gestures.zoom(2)}
        />
        <Button
          size="small"
          type="text"
          icon={<FullscreenExitOutlined aria-hidden />}
          aria-label={t('zoomReset', { label })}
          title={t('zoomResetKey')}
          disabled={view === extent}
          onClick={() => onSpan(null)}
        />
      </div>
      <div
        ref={holder}
        className={styles['plot']}
        style={isEmpty ? { height: 0, visibility: 'hidden' } : { height: edge.top + plotHeight + edge.bottom }}
        data-drawn={picture !== null && !all.pending}
        data-moves={gestures.drag?.moves !== undefined && gestures.drag?.moves !== null}
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not hold the picture whose places it chooses
        role="slider"
        aria-label={label}
        aria-valuemin={view.from}
        aria-valuemax={view.to}
        aria-valuenow={reading?.at ?? view.from}
        aria-valuetext={spoken ?? label}
        tabIndex={0}
        {...gestures.handlers}
        onPointerMove={(event) => {
          gestures.handlers.onPointerMove(event)
          const box = event.currentTarget.getBoundingClientRect()
          const at = view.from + ((event.clientX - box.left - edge.left) / Math.max(1, width)) * (view.to - view.from)
          const value = range.high - ((event.clientY - box.top - edge.top) / plotHeight) * (range.high - range.low)
          const first = shownCurves[0]?.[1]
          const nearest = shownCurves.length === 1 && first ? first.x[nearestTo(first.x, at)] : at
          setReading(at < view.from || at > view.to ? null : { at: nearest ?? at, value })
        }}
        onPointerLeave={() => setReading(null)}
        onBlur={() => setReading(null)}
      >
        {width > 0 && (
          <ChartAxes view={view} frame={frame} look={look} title={title} width={width} language={language} />
        )}
        <div className={styles['clip']} style={{ left: edge.left, top: edge.top, width, height: plotHeight }}>
          <canvas
            ref={canvas}
            aria-hidden
            style={picture === null ? {} : transformOf(picture, { view, width, ...range })}
          />
          {gestures.drag !== null && gestures.drag.moves === null && (
            <div
              className={styles['taken']}
              style={{
                left: Math.min(gestures.drag.from, gestures.drag.to),
                width: Math.abs(gestures.drag.to - gestures.drag.from),
              }}
            />
          )}
        </div>
        {read !== null && read.rows.length > 0 && (
          <ChartReading {...read} axis={look.axis} title={title} left={leftOf(read.reading.at)} width={outer} />
        )}
      </div>
    </figure>
  )
}

/** Where a picture of one frame lies in a view of another. */
function transformOf(
  picture: { frame: Frame; width: number },
  now: { view: Span; width: number; low: number; high: number },
) {
  const { span, low, high } = picture.frame
  const perPlace = now.width / (now.view.to - now.view.from)
  const across = ((span.to - span.from) * perPlace) / picture.width
  const up = (high - low) / (now.high - now.low)
  const left = (span.from - now.view.from) * perPlace
  const top = ((now.high - high) / (now.high - now.low)) * plotHeight
  return {
    width: picture.width,
    height: plotHeight,
    transform: `translate(${left}px, ${top}px) scale(${across}, ${up})`,
  }
}

/** The ends of the y axis with a little room, as logarithms on a logarithmic axis. */
function heightOf(range: readonly [number, number] | null, logarithmic: boolean): { low: number; high: number } {
  if (range === null) return { low: 0, high: 1 }
  const [low, high] = logarithmic ? range.map(Math.log10) : range
  if (low === undefined || high === undefined || !(high > low)) {
    const [at = 0] = logarithmic ? range.map(Math.log10) : range
    const half = logarithmic ? 0.5 : Math.max(Math.abs(at) / 2, 0.5)
    return { low: at - half, high: at + half }
  }
  const margin = (high - low) * 0.05
  return { low: low - margin, high: high + margin }
}
