import { gridSide, itemReportEdges } from '@vermilion/contract/datasets/report'
import { type Translate, useText } from '#lib/i18n.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { HeatMap, mapRowHeights } from '#ui/chart/heat-map.tsx'
import { ImagesLink } from './images-link.tsx'
import { heightOfEmpty, type Part, type PartProps } from './part.ts'
import { text } from './text.ts'

const percent = (fraction: number) => `${Number((fraction * 100).toFixed(1))}`
const borders = (edges: readonly number[]) => [...edges, 1].map(percent)

/** The height of a card with an empty map, in CSS pixels. */
const heightOfFrame = 150

export function heatParts(props: PartProps, t: Translate<typeof text.en>): Part[] {
  const empty = props.report.boundedShapes === 0 ? t('noShapes') : undefined
  return (['sizes', 'positions'] as const).map((kind) => ({
    key: kind,
    height: empty === undefined ? heightOfFrame + gridSide * mapRowHeights.min : heightOfEmpty,
    growth: empty === undefined ? gridSide * (mapRowHeights.max - mapRowHeights.min) : 0,
    content: <LabelMap {...props} kind={kind} empty={empty} />,
  }))
}

interface MapProps extends PartProps {
  kind: 'sizes' | 'positions'
  empty: string | undefined
}

function LabelMap({ dataset, report, kind, empty }: MapProps) {
  const t = useText(text)
  const isSize = kind === 'sizes'
  const edges = borders(isSize ? itemReportEdges.size : itemReportEdges.position)
  const span = (index: number) => `${edges[index]} – ${edges[index + 1]} %`
  return (
    <ChartPanel title={t(kind)} name={dataset.name} empty={empty} fills>
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
