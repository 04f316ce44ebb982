import { useMemo } from 'react'
import { Panel } from '../page/page.tsx'
import { LineChart } from './lines/line-chart.tsx'
import type { LinePlotProps } from './lines/line-plot.tsx'
import { seriesColour } from './series-colours.ts'

const maxCurves = 6

interface ClassCurvesProps extends Pick<LinePlotProps, 'name' | 'marks'> {
  title: string
  titles: NonNullable<LinePlotProps['titles']>
  steps: readonly number[]
  curves: readonly { name: string; values: readonly number[]; dot?: { x: number; y: number } | undefined }[]
  hasOverall: boolean
  note?: string
  empty?: string | undefined
}

export function ClassCurves({ title, steps, curves, hasOverall, note = '', empty, ...chart }: ClassCurvesProps) {
  const drawn = useMemo(
    () =>
      curves.slice(0, maxCurves + Number(hasOverall)).map(({ name, values, dot }, index) => {
        const isOverall = hasOverall && index === 0
        const colour = isOverall ? 'currentcolor' : seriesColour(index - Number(hasOverall))
        return { key: String(index), name, x: steps, y: values, dot, isOverall, colour }
      }),
    [curves, steps, hasOverall],
  )
  if (empty !== undefined)
    return (
      <Panel title={title}>
        <p>{empty}</p>
      </Panel>
    )
  return (
    <Panel title={title} fills>
      {note !== '' && <p className="faint margin-bottom-8">{note}</p>}
      <LineChart label={title} {...chart} curves={drawn} top={1} />
    </Panel>
  )
}
