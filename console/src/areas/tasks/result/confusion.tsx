import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import type { CSSProperties } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import styles from './result.module.css'
import { resultText } from './text.ts'

/** Labels that are shown at most: those that are mixed up most. */
const mostLabels = 20

/** As trainers call what is no object. */
const background = 'background'

/** What was taken for what: a column for each truth, a row for each prediction. */
export function Confusion({ labels, matrix }: NonNullable<TrainingReport['confusion']>) {
  const t = useText(resultText)
  const language = useSystem((system) => system.lang)
  const at = (predicted: number, real: number) => matrix[predicted]?.[real] ?? 0
  const totals = labels.map((_, real) => labels.reduce((sum, _label, predicted) => sum + at(predicted, real), 0))
  const mistakes = labels.map((_, one) =>
    labels.reduce((sum, _label, other) => (other === one ? sum : sum + at(one, other) + at(other, one)), 0),
  )
  const visible = labels
    .map((_, index) => index)
    .toSorted((a, b) => (mistakes[b] ?? 0) - (mistakes[a] ?? 0))
    .slice(0, mostLabels)
    .toSorted((a, b) => a - b)
  const nameOf = (index: number) => (labels[index] === background ? t('background') : (labels[index] ?? ''))
  return (
    <div className={styles['scroller']}>
      <p className={styles['note']}>
        {t('confusionHint')}
        {visible.length < labels.length && ` ${t('confusionPart', { count: visible.length })}`}
      </p>
      <table className={styles['matrix']} aria-label={t('confusion')}>
        <thead>
          <tr>
            <td className={styles['note']}>{t('predictedAs')}</td>
            {visible.map((real) => (
              <th key={real} scope="col" title={nameOf(real)}>
                {nameOf(real)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((predicted) => (
            <tr key={predicted}>
              <th scope="row" title={nameOf(predicted)}>
                {nameOf(predicted)}
              </th>
              {visible.map((real) => {
                const count = at(predicted, real)
                const share = count / Math.max(1, totals[real] ?? 1)
                const title = t('cell', {
                  real: nameOf(real),
                  predicted: nameOf(predicted),
                  count,
                })
                return (
                  <td
                    key={real}
                    title={title}
                    data-right={predicted === real}
                    data-empty={count === 0}
                    style={{ '--share': share.toFixed(3) } as CSSProperties}
                  >
                    {count === 0 ? '' : formatNumber(count, language)}
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
