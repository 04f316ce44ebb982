import { useEffect, useRef } from 'react'
import type { EChartsType } from 'echarts/core'
import { type Theme, useTheme } from '#lib/system.ts'
import styles from './line-chart.module.css'

export interface Curve {
  name: string
  points: readonly (readonly [x: number, y: number])[]
}

interface LineChartProps {
  label: string
  /** Titles of the axes, with the unit where there is one. */
  x: string
  y: string
  curves: readonly Curve[]
  /** Upper end of the y axis, where it is known. */
  top?: number
}

/** Colours that stay apart for colour-blind eyes, legible on both grounds. */
const colours = ['#ff5125', '#2f86d6', '#1f9e77', '#c98a00', '#8c6bb1', '#5b8c9e', '#d64f8c']

/** Curves over a common axis. The chart's code is loaded when the first one is shown. */
export function LineChart({ label, x, y, curves, top }: LineChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const theme = useTheme()

  useEffect(() => {
    const element = holder.current
    if (element === null) return
    let gone = false
    const observer = new ResizeObserver(() => chart.current?.resize())
    const draw = async () => {
      const { makeChart } = await import('./charts.ts')
      if (gone) return
      chart.current ??= makeChart(element)
      chart.current.setOption(optionOf({ x, y, curves, top }, inkOf(element, theme)), { replaceMerge: ['series'] })
      observer.observe(element)
    }
    void draw()
    return () => {
      gone = true
      observer.disconnect()
    }
  }, [x, y, curves, top, theme])
  useEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = null
    },
    [],
  )
  // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- ECharts draws into an element of its own choice
  return <div ref={holder} className={styles['chart']} role="img" aria-label={label} />
}

interface Ink {
  text: string
  line: string
  ground: string
  font: string
}

/** The page's colours: the chart is drawn on a canvas, which knows no CSS variables. */
function inkOf(element: Element, theme: Theme): Ink {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: read('--ant-color-text-secondary'),
    line: theme === 'dark' ? read('--ant-color-border') : read('--ant-color-border-secondary'),
    ground: read('--ant-color-bg-elevated'),
    font: read('--ant-font-family'),
  }
}

function optionOf(
  { x, y, curves, top }: Pick<LineChartProps, 'x' | 'y' | 'curves'> & { top: number | undefined },
  ink: Ink,
) {
  const axis = {
    type: 'value' as const,
    nameTextStyle: { color: ink.text },
    axisLabel: { color: ink.text },
    axisLine: { lineStyle: { color: ink.line } },
    splitLine: { lineStyle: { color: ink.line } },
  }
  return {
    animation: false,
    color: colours,
    textStyle: { fontFamily: ink.font },
    grid: { left: 46, right: 16, top: 52, bottom: 44 },
    legend: {
      type: 'scroll' as const,
      top: 0,
      textStyle: { color: ink.text },
      icon: 'roundRect',
      itemWidth: 14,
      itemHeight: 3,
    },
    tooltip: {
      trigger: 'axis' as const,
      backgroundColor: ink.ground,
      borderColor: ink.line,
      textStyle: { color: ink.text },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? value.toPrecision(4) : '--'),
    },
    xAxis: {
      ...axis,
      name: x,
      nameLocation: 'middle' as const,
      nameGap: 28,
      min: 'dataMin',
      minInterval: 1,
      splitLine: { show: false },
    },
    yAxis: { ...axis, name: y, scale: top === undefined, ...(top === undefined ? {} : { min: 0, max: top }) },
    series: curves.map(({ name, points }) => ({
      type: 'line' as const,
      id: name,
      name,
      data: points.map(([a, b]) => [a, b]),
      showSymbol: points.length < 2,
      lineStyle: { width: 1.8 },
    })),
  }
}
