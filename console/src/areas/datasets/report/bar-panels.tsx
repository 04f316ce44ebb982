import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetReport } from '@vermilion/contract/datasets/report'
import { type Translate, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type Bar, BarChart, barHeights } from '#ui/chart/bar-chart.tsx'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import { formatNumber } from '#lib/format.ts'
import type { ImageFilter } from '../search.ts'
import { ImagesLink } from './images-link.tsx'
import { heightOfEmpty, type Part, type PartProps } from './part.ts'
import { text } from './text.ts'

interface Row extends Pick<Bar, 'key' | 'name' | 'value'> {
  colour?: string
  images: number
  search: Partial<ImageFilter>
}

/** `3`, `5 – 9`, `100 +` */
export function describeRange(minimum: number, below: number | null): string {
  if (below === null) return `${minimum} +`
  return below - minimum === 1 ? String(minimum) : `${minimum} – ${below - 1}`
}

/** `0.6 – 0.9` */
export function spanOf(minimum: number, below: number | null): string {
  return below === null ? `≥ ${minimum}` : `${minimum} – ${below}`
}

const filled = (ranges: DatasetReport['labelsPerImage']) =>
  ranges.slice(0, Math.max(1, ranges.findLastIndex(({ images }) => images > 0) + 1))

/** The height of a card with an empty chart, in CSS pixels. */
const heightOfFrame = 150

interface PanelWords {
  title: string
  y: string
  x: string
  empty?: string | undefined
}

function barPart(dataset: Dataset, { title, y, x, empty }: PanelWords, rows: readonly Row[]): Part {
  return {
    key: title,
    height: empty === undefined ? heightOfFrame + rows.length * barHeights.min : heightOfEmpty,
    growth: empty === undefined ? rows.length * (barHeights.max - barHeights.min) : 0,
    content: <Bars dataset={dataset} title={title} x={x} y={y} rows={rows} empty={empty} />,
  }
}

export function countParts({ dataset, report }: PartProps, t: Translate<typeof text.en>): Part[] {
  return [
    barPart(
      dataset,
      {
        title: t('classes'),
        y: t('class'),
        x: t('labels'),
        empty: dataset.labels.length === 0 ? t('noClasses') : undefined,
      },
      report.classes
        .map(({ labelId, name, count, images, colour: own }) => ({
          key: labelId,
          name,
          value: count,
          colour: own,
          images,
          search: { label: labelId },
        }))
        .toSorted((a, b) => b.value - a.value),
    ),
    barPart(
      dataset,
      { title: t('statuses'), y: t('status'), x: t('imagesUnit') },
      report.statuses.map(({ status, images }) => ({
        key: status,
        name: t(status),
        value: images,
        images,
        search: { status },
      })),
    ),
    barPart(
      dataset,
      { title: t('splits'), y: t('split'), x: t('imagesUnit') },
      report.splits.map(({ split, images }) => ({
        key: split,
        name: t(split),
        value: images,
        images,
        search: { split },
      })),
    ),
  ]
}

export function rangeParts({ dataset, report }: PartProps, t: Translate<typeof text.en>): Part[] {
  return [
    barPart(
      dataset,
      { title: t('labelsPerImage'), y: t('labels'), x: t('imagesUnit') },
      filled(report.labelsPerImage).map(({ minimum, below, images }) => ({
        key: String(minimum),
        name: describeRange(minimum, below),
        value: images,
        images,
        search: { minimumLabels: minimum, ...(below === null ? {} : { maximumLabels: below - 1 }) },
      })),
    ),
    barPart(
      dataset,
      {
        title: t('aspects'),
        y: t('aspect'),
        x: t('labels'),
        empty: report.boundedShapes === 0 ? t('noShapes') : undefined,
      },
      report.aspects.map(({ minimum, below, shapes, images }, index) => ({
        key: String(minimum),
        name: spanOf(minimum, below),
        value: shapes,
        images,
        search: { aspectRange: index },
      })),
    ),
  ]
}

interface BarsProps extends Pick<PartProps, 'dataset'> {
  title: string
  x: string
  y: string
  rows: readonly Row[]
  empty: string | undefined
}

function Bars({ dataset, title, x, y, rows, empty }: BarsProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const wordsOf = ({ name, value, images }: Row) =>
    value === images
      ? `${name}: ${formatNumber(value, language)}`
      : t('labelsOn', { name, labels: value, count: images })
  return (
    <ChartPanel title={title} name={dataset.name} empty={empty} fills>
      <BarChart
        label={title}
        x={x}
        y={y}
        bars={rows.map((row) => ({ ...row, colour: row.colour ?? figureColour, title: wordsOf(row) }))}
        renderLink={({ key, title: message = '' }, content) => {
          const row = rowOf.get(key)
          if (row === undefined) return content
          return (
            <ImagesLink dataset={dataset} search={row.search} count={row.images} label={message}>
              {content}
            </ImagesLink>
          )
        }}
      />
    </ChartPanel>
  )
}
