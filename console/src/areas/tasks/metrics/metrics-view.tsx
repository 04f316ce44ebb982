import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { createCursor } from '#ui/chart/lines/cursor.ts'
import type { Span } from '#ui/chart/lines/span.ts'
import { Panel } from '#ui/page/page.tsx'
import { State } from '#ui/feedback/states.tsx'
import { type Group, groupsOf, type ShownTask } from './groups.ts'
import { machineAxisOf } from './machine-charts.ts'
import { useMachineNames } from './machine.ts'
import { useMetricNames } from './metric-names.ts'
import { MetricsBar, type CurveOptions } from './metrics-bar.tsx'
import styles from './metrics.module.css'
import { plotHeight, SeriesChart } from './series-chart.tsx'
import { text } from './text.ts'

const chartHeight = plotHeight + 34

const none: ReadonlySet<string> = new Set()

interface MetricsViewProps {
  tasks: readonly ShownTask[]
  options: CurveOptions
  onOptions: (changes: Partial<CurveOptions>) => void
}

export function MetricsView({ tasks, options, onOptions }: MetricsViewProps) {
  const t = useText(text)
  const { titleOf, curvesOf, machineTitle } = useChartWords(tasks.length > 1)
  const [cursor] = useState(createCursor)
  const [machineCursor] = useState(createCursor)
  const [hidden, setHidden] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const [selection, setChosen] = useState<{ axis: SeriesAxis; span: Span | null }>({ axis: options.axis, span: null })
  // The toolbar renders while the worker draws the curves, which come first.
  const barToo = useDeferredValue(true, false)
  const { find, apart } = options
  const groups = useMemo(
    () => groupsOf(tasks, { find, apart }).map((group) => ({ ...group, curves: curvesOf(group) })),
    [tasks, find, apart, curvesOf],
  )
  // A span only applies to its own kind of axis.
  const isByEpoch = groups.every((group) => group.system || group.isByEpoch)
  const machineDisplay = useMemo(() => ({ ...options, axis: machineAxisOf(options.axis) }), [options])
  const onSpan = useMemo(() => (next: Span | null) => setChosen({ axis: options.axis, span: next }), [options.axis])
  const onMachineSpan = useMemo(
    () => (next: Span | null) => setChosen({ axis: machineAxisOf(options.axis), span: next }),
    [options.axis],
  )
  const onHidden = useCallback(
    (group: string, curves: ReadonlySet<string>) => setHidden((previous) => new Map([...previous, [group, curves]])),
    [],
  )
  return (
    <>
      <div className={`${styles['bar']} wrapping-row gap-10-20 min-height-32 margin-bottom-14 narrow-justify-between`}>
        {barToo && <MetricsBar {...{ options, onOptions, isByEpoch }} several={tasks.length > 1} />}
      </div>
      {groups.length === 0 &&
        (find === '' ? <State title={t('none')} text={t('noneWords')} /> : <State title={t('noMatch')} />)}
      <div className={`${styles['charts']} grid columns-of-440 gap-0-16`} data-alone={groups.length === 1}>
        {groups.map((group, at) => {
          const { key, title, kind, system, curves } = group
          const name = titleOf(group)
          const display = system ? machineDisplay : options
          return (
            <Panel key={key} title={<span title={title}>{name}</span>}>
              <WhenVisible height={chartHeight} first={at < 2}>
                <SeriesChart
                  label={name}
                  valueTitle={system ? (unitOf(machineTitle(title)) ?? name) : t(`value-${kind}`)}
                  unit={system ? unitOf(machineTitle(title)) : undefined}
                  group={key}
                  alone={groups.length === 1}
                  curves={curves}
                  hidden={hidden.get(key) ?? none}
                  onHidden={onHidden}
                  display={display}
                  isByEpoch={group.isByEpoch}
                  fromZero={system || kind === 'quality'}
                  cursor={display.axis === options.axis ? cursor : machineCursor}
                  span={selection.axis === display.axis ? selection.span : null}
                  onSpan={system ? onMachineSpan : onSpan}
                />
              </WhenVisible>
            </Panel>
          )
        })}
      </div>
    </>
  )
}

const unitOf = (title: string) => /[(（]([^()（）]*)[)）]/.exec(title)?.[1]

function useChartWords(isCompared: boolean) {
  const t = useText(text)
  const machine = useMachineNames()
  const metric = useMetricNames()
  return useMemo(
    () => ({
      titleOf({ title, kind, isOne, system }: Group): string {
        if (system) return `${t('system')} · ${machine.title(title).replace(/\s*[(（]MiB\/s[)）]/, '')}`
        return (isOne ? metric.wholeNameOf(title) : metric.titleOf(title, kind)) || t('other')
      },
      machineTitle: machine.title,
      curvesOf({ system, curves }: Group) {
        if (isCompared) return curves
        if (system) return machine.curves(curves)
        const message = curves.length === 1 ? metric.nameAlone : metric.nameOf
        return curves.map((curve) => ({ ...curve, text: message(curve.name), tooltip: curve.name }))
      },
    }),
    [t, machine, metric, isCompared],
  )
}

interface WhenVisibleProps {
  height: number
  /** True for a chart that is in the window at first, which need not wait for the observer. */
  first: boolean
  children: ReactNode
}

/** Renders its content near the viewport, and keeps its height before; a page may have a thousand charts. */
function WhenVisible({ height, first, children }: WhenVisibleProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(first)
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={holder} style={{ minHeight: height }}>
      {isVisible && children}
    </div>
  )
}
