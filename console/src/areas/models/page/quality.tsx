import { evaluationEndpoints, measures } from '@vermilion/contract/evaluations'
import type { InferenceModel } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Figures } from '#ui/page/page.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import { shownMeasures } from '../measures.ts'
import { partText } from '../report/part-text.ts'
import { PartWords } from '../report/part-words.tsx'
import { dependsOnThreshold, scopeOf, usualPart } from '../report/scope.ts'
import { text as reportText } from '../report/text.ts'
import styles from './page.module.css'
import { pageText } from './text.ts'
import type { ModelEvaluation } from './use-evaluations.ts'

/** Figures that are read at a glance. */
const mostFigures = 4

/** How good a model is, and on what: by its latest evaluation, else as its training measured it. */
export function Quality({ model, latest }: { model: InferenceModel; latest: ModelEvaluation | undefined }) {
  return latest === undefined ? <TrainingFigures model={model} /> : <EvaluatedFigures model={model} latest={latest} />
}

function EvaluatedFigures({ model, latest }: { model: InferenceModel; latest: ModelEvaluation }) {
  const t = useText(pageText)
  const named = useText(reportText)
  const measured = useText(measureText)
  const words = useText(partText)
  const params = { taskId: latest.taskId }
  const { data: evaluation, error, refetch } = useQuery(read(evaluationEndpoints.getEvaluation, { params }))
  if (evaluation === undefined) {
    return error === null ? <Bone height={110} /> : <ProblemState problem={error} onRetry={() => void refetch()} />
  }
  const scope = scopeOf(evaluation, usualPart(evaluation))
  const names = measures[model.labelType].overall.slice(0, mostFigures)
  const { versionNumber, data } = latest
  const on =
    versionNumber === null ? words('asThen', { name: data }) : words('version', { name: data, number: versionNumber })
  const inTraining = shownMeasures(model).filter((name) => model.metrics[name] !== null)
  const { bestConfidence } = scope
  const isElsewhere =
    evaluation.countsByConfidence && bestConfidence !== null && bestConfidence !== evaluation.confidence
  return (
    <section className={styles['quality']} aria-label={t('quality')}>
      <Figures
        figures={names.map((name, at) => ({
          name: named(name),
          value: formatMeasure(scope.figures[name] ?? null),
          note: (
            <>
              {dependsOnThreshold(name, evaluation) && (
                <>{words('from', { value: evaluation.confidence.toFixed(2) })} · </>
              )}
              <PartWords part={scope.onlyPart} images={scope.measured} learned={scope.learned} />
              {at === 0 && ` · ${on}`}
            </>
          ),
        }))}
      />
      {isElsewhere && (
        <p className={styles['quiet']}>
          {t('recommended', {
            score: formatMeasure(bestConfidence),
            confidence: evaluation.confidence.toFixed(2),
          })}
        </p>
      )}
      {inTraining.length > 0 && (
        <p className={styles['quiet']}>
          {t('inTraining', {
            figures: inTraining.map((name) => `${measured(name)} ${formatMeasure(model.metrics[name])}`).join(' · '),
          })}
          {inTraining.includes('precision') && t('inTrainingAtBest')}
        </p>
      )}
    </section>
  )
}

function TrainingFigures({ model }: { model: InferenceModel }) {
  const t = useText(pageText)
  const named = useText(measureText)
  const names = shownMeasures(model).slice(0, mostFigures)
  const isMeasured = names.some((name) => model.metrics[name] !== null)
  const note = (name: (typeof names)[number]) =>
    !isMeasured
      ? t('notMeasured')
      : name === 'precision' || name === 'recall'
        ? `${t('onValidation')} · ${t('atBest')}`
        : t('onValidation')
  return (
    <section className={styles['quality']} aria-label={t('quality')}>
      <Figures
        figures={names.map((name) => ({
          name: named(name),
          value: formatMeasure(model.metrics[name]),
          note: note(name),
        }))}
      />
    </section>
  )
}
