import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { type Evaluation, type FigureName, type Figures, measures } from '@vermilion/contract/evaluations'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import type { Scope } from '../report/scope.ts'
import { text } from '../report/text.ts'
import { tilesText } from './text.ts'

interface TilesComparedProps {
  tiles: TileOptions
  evaluation: Evaluation
  scope: Scope
}

/** Figures of the same images with and without tiles, side by side. */
export function TilesCompared({ tiles, evaluation: { labelType, labels }, scope }: TilesComparedProps) {
  const t = useText(tilesText)
  const named = useText(text)
  const { untiled, figures, classes, measured } = scope
  if (measured === 0) return null
  if (untiled === undefined)
    return tiles.hasFullPicture ? null : <p className="note padding-inline-8 margin-bottom-14">{t('notCompared')}</p>
  const { overall, label } = measures[labelType]
  const main = overall.find((name) => label.includes(name))!
  const row = (key: string, title: string, name: FigureName, [plain, tiled]: readonly [Figures, Figures]) => {
    return { key, cells: [title, formatMeasure(plain[name] ?? null), formatMeasure(tiled[name] ?? null)] }
  }
  const ofLabels = untiled.classes.flatMap((plain) => {
    const own = classes.find(({ labelIndex }) => labelIndex === plain.labelIndex)
    const title = `${labels[plain.labelIndex] ?? '?'} · ${named(`${main}Short`)}`
    return own === undefined ? [] : [row(`${own.labelIndex}`, title, main, [plain.figures, own.figures])]
  })
  return (
    <section className="padding-inline-8 margin-bottom-16" aria-label={t('compared')}>
      <h3 className="font-14">{t('compared')}</h3>
      <FigureTable
        columns={[t('measure'), t('untiled'), t('tiled')]}
        rows={[
          ...overall.map((name) => row(name, named(name), name, [untiled.figures, figures])),
          ...(ofLabels.length > 1 ? ofLabels : []),
        ]}
      />
    </section>
  )
}
