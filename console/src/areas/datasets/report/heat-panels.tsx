import { gridSide, itemReportEdges } from '@vermilion/contract/datasets/report'
import { useText } from '#lib/i18n.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { HeatMap } from '#ui/chart/heat-map.tsx'
import { ImagesLink } from './images-link.tsx'
import type { PartProps } from './part.ts'
import { text } from './text.ts'

const percent = (part: number) => `${Number((part * 100).toFixed(1))}`
const borders = (edges: readonly number[]) => [...edges, 1].map(percent)

/** How large the labels are, and where they lie, as parts of their images. */
export function HeatPanels({ dataset, report }: PartProps) {
  const t = useText(text)
  const empty = report.boundedShapes === 0 ? t('noShapes') : undefined
  const map = (kind: 'sizes' | 'positions') => {
    const isSize = kind === 'sizes'
    const edges = borders(isSize ? itemReportEdges.size : itemReportEdges.position)
    const span = (index: number) => `${edges[index]} – ${edges[index + 1]} %`
    return (
      <ChartPanel title={t(kind)} name={dataset.name} empty={empty}>
        <HeatMap
          label={t(kind)}
          x={t(isSize ? 'width' : 'across')}
          y={t(isSize ? 'height' : 'down')}
          columns={edges}
          rows={edges}
          upward={isSize}
          cells={report[kind].map(({ column, row, shapes, images }) => ({
            column,
            row,
            value: shapes,
            title: t(isSize ? 'sizeCell' : 'positionCell', {
              column: span(column),
              row: span(row),
              labels: shapes,
              count: images,
            }),
          }))}
          renderLink={({ column, row, value, title }, content) => {
            const cell = row * gridSide + column
            return (
              <ImagesLink
                dataset={dataset}
                search={isSize ? { sizeCell: cell } : { positionCell: cell }}
                count={value}
                label={title}
              >
                {content}
              </ImagesLink>
            )
          }}
        />
      </ChartPanel>
    )
  }
  return (
    <>
      {map('sizes')}
      {map('positions')}
    </>
  )
}
