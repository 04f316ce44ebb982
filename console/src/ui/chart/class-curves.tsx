import { ChartPanel } from './chart-panel.tsx'
import { LineChart } from './line-chart.tsx'
import type { LineChartProps } from './line-plot.tsx'

const maxCurves = 6

interface ClassCurvesProps extends Pick<LineChartProps, 'mark' | 'dots'> {
  title: string
  name: string
  x: string
  y: string
  steps: readonly number[]
  curves: readonly { name: string; values: readonly number[] }[]
  hasOverall: boolean
  note?: string
  empty?: string | undefined
}

export function ClassCurves({ title, name, steps, curves, hasOverall, note = '', empty, ...axes }: ClassCurvesProps) {
  const drawn = curves.slice(0, maxCurves + Number(hasOverall)).map((curve, index) => ({
    name: curve.name,
    isOverall: hasOverall && index === 0,
    points: curve.values.map((value, step) => [steps[step] ?? 0, value] as const),
  }))
  return (
    <ChartPanel
      title={title}
      name={name}
      empty={empty}
      above={note !== '' && <p className="faint margin-bottom-8">{note}</p>}
      fills
    >
      <LineChart label={title} {...axes} curves={drawn} top={1} />
    </ChartPanel>
  )
}
