import { background, type ConfusionCell, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import styles from './confusion-matrix.module.css'
import { text } from './text.ts'

/** Labels that are shown at most: those that are taken for others most often. */
const mostLabels = 30

interface ConfusionMatrixProps {
  taskId: string
  labels: readonly string[]
  onCell: (cell: ConfusionCell) => void
}

/** What was taken for what: a column for each truth, a row for each find. Each cell leads to its images. */
export function ConfusionMatrix({ taskId, labels, onCell }: ConfusionMatrixProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const confusion = useQuery(read(evaluationEndpoints.evaluationConfusion, { params: { taskId } }))
  if (confusion.error !== null) {
    return <ProblemState problem={confusion.error} onRetry={() => void confusion.refetch()} />
  }
  if (confusion.data === undefined) return <Bone height={240} />
  const { cells } = confusion.data
  const visibleLabels = [
    ...mostMistaken(cells)
      .slice(0, mostLabels)
      .sort((a, b) => a - b),
    background,
  ]
  const name = (index: number) => (index === background ? t('background') : (labels[index] ?? '?'))
  const counts = new Map(cells.map((cell) => [`${cell.found} ${cell.real}`, cell]))
  const totals = new Map(
    visibleLabels.map((real) => [real, cells.reduce((sum, cell) => sum + (cell.real === real ? cell.count : 0), 0)]),
  )
  const mentionedLabels = new Set(cells.flatMap(({ found, real }) => [found, real]))
  return (
    <div className={styles['holder']}>
      <p>{t('confusionHint')}</p>
      {mentionedLabels.size > visibleLabels.length && <p>{t('confusionPart', { count: visibleLabels.length - 1 })}</p>}
      <table className={styles['matrix']} aria-label={t('confusion')}>
        <thead>
          <tr>
            <th scope="col">{t('confusionCorner')}</th>
            {visibleLabels.map((real) => (
              <th key={real} scope="col" title={name(real)}>
                <span>{name(real)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visibleLabels.map((predicted) => (
            <tr key={predicted}>
              <th scope="row" title={name(predicted)}>
                {name(predicted)}
              </th>
              {visibleLabels.map((real) => {
                const cell = counts.get(`${predicted} ${real}`)
                if (cell === undefined) return <td key={real} data-empty aria-label={formatNumber(0, language)} />
                const share = cell.count / Math.max(1, totals.get(real) ?? 1)
                const title = t('confusionCell', {
                  found: name(predicted),
                  real: name(real),
                  amount: formatNumber(cell.count, language),
                  count: cell.images,
                })
                return (
                  <td key={real} data-right={predicted === real}>
                    <button
                      type="button"
                      aria-label={title}
                      title={title}
                      data-strong={share > 0.6}
                      style={{ '--share': share.toFixed(3) } as CSSProperties}
                      onClick={() => onCell(cell)}
                    >
                      {compact(cell.count, language)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function compact(value: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** Labels by how often something was mistaken with them, then by how often they occur. */
function mostMistaken(cells: readonly ConfusionCell[]): number[] {
  const weights = new Map<number, { mistakes: number; count: number }>()
  for (const { found, real, count } of cells) {
    for (const label of new Set([found, real])) {
      if (label === background) continue
      const weight = weights.get(label) ?? { mistakes: 0, count: 0 }
      weight.count += count
      if (found !== real) weight.mistakes += count
      weights.set(label, weight)
    }
  }
  return [...weights].toSorted(([, a], [, b]) => b.mistakes - a.mistakes || b.count - a.count).map(([label]) => label)
}
