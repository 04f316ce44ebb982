import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import { type Evaluation, measures } from '@vermilion/contract/evaluations'
import { formatMeasure, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { partText } from './part-text.ts'
import { useAboutPart } from './part-description.tsx'
import { isFlattering, measuredParts, scopeOf } from './scope.ts'
import styles from './part-table.module.css'
import { text } from './text.ts'

const maxFigures = 2

interface PartTableProps {
  evaluation: Evaluation
  part: TrainingPart | undefined
  onPart: (part: TrainingPart | undefined) => void
  trainingId: string | null | undefined
}

export function PartTable({ evaluation, part: selected, onPart, trainingId }: PartTableProps) {
  const t = useText(partText)
  const named = useText(text)
  const language = useSystem((system) => system.lang)
  const about = useAboutPart(trainingId)
  const names = measures[evaluation.labelType].overall.slice(0, maxFigures)
  const parts = measuredParts(evaluation)
  if (parts.length < 2) return null
  const scopes = [...parts.map(({ part }) => scopeOf(evaluation, part)), scopeOf(evaluation, undefined)]
  return (
    <>
      <table
        className={`${styles['parts']} full-width margin-bottom-8 border-spacing-0 font-13 tabular`}
        aria-label={t('title')}
      >
        <thead>
          <tr>
            <th className="border-bottom weight-400 text-right nowrap height-28 text-tertiary" scope="col">
              {t('part')}
            </th>
            <th className="border-bottom weight-400 text-right nowrap height-28 text-tertiary" scope="col">
              {t('images')}
            </th>
            {names.map((name) => (
              <th className="border-bottom weight-400 text-right nowrap height-28 text-tertiary" key={name} scope="col">
                {named(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopes.map((scope) => {
            const { part, measured, figures, learned } = scope
            const isSelected = part === selected
            return (
              <tr key={part ?? 'all'} data-selected={isSelected}>
                <th className="height-34 border-bottom weight-400 text-right nowrap" scope="row">
                  <button
                    className="quiet-button row gap-10 full-width text-left"
                    type="button"
                    aria-pressed={isSelected}
                    title={about(part)}
                    onClick={() => onPart(part)}
                  >
                    <span>{t(`part-${part ?? 'all'}`)}</span>
                    {isFlattering(scope) && (
                      <Status tone="warning">
                        {learned === measured ? t('learned') : t('learnedPartly', { count: learned ?? 0 })}
                      </Status>
                    )}
                  </button>
                </th>
                <td className="height-34 border-bottom weight-400 text-right nowrap">
                  {formatNumber(measured, language)}
                </td>
                {names.map((name) => (
                  <td className="height-34 border-bottom weight-400 text-right nowrap" key={name}>
                    {formatMeasure(figures[name])}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="note padding-inline-8 margin-bottom-16">{about(selected)}</p>
    </>
  )
}
