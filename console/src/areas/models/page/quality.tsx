import { type Evaluation, evaluationEndpoints, measures } from '@vermilion/contract/evaluations'
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
import { FigureNote } from '../report/part-description.tsx'
import { dependsOnThreshold, type Scope, scopeOf, usualPart } from '../report/scope.ts'
import { text as reportText } from '../report/text.ts'
import styles from './page.module.css'
import { pageText } from './text.ts'
import type { ModelEvaluation } from './use-evaluations.ts'

const maxFigures = 4

export function Quality({ model, latest }: { model: InferenceModel; latest: ModelEvaluation | undefined }) {
  return latest === undefined ? <TrainingFigures model={model} /> : <EvaluatedFigures model={model} latest={latest} />
}

function EvaluatedFigures({ model, latest }: { model: InferenceModel; latest: ModelEvaluation }) {
  const t = useText(pageText)
  const named = useText(reportText)
  const measured = useText(measureText)
  const texts = useText(partText)
  const params = { taskId: latest.taskId }
  const { data: evaluation, error, refetch } = useQuery(read(evaluationEndpoints.getEvaluation, { params }))
  const scope = evaluation && scopeOf(evaluation, usualPart(evaluation))
  const atBest = useFiguresAtBest(latest.taskId, evaluation, scope)
  if (evaluation === undefined || scope === undefined || atBest === undefined) {
    return error === null ? <Bone height={110} /> : <ProblemState problem={error} onRetry={() => void refetch()} />
  }
  const names = measures[model.labelType].overall.slice(0, maxFigures)
  const { versionNumber, data } = latest
  const on =
    versionNumber === null ? texts('asThen', { name: data }) : texts('version', { name: data, number: versionNumber })
  const inTraining = shownMeasures(model).filter((name) => model.metrics[name] !== null)
  const { threshold, figures } = atBest
  return (
    <section className={`${styles['quality']} margin-bottom-12`} aria-label={t('quality')}>
      <Figures
        figures={names.map((name) => ({
          name: named(name),
          value: formatMeasure(figures[name] ?? null),
          note: (
            <FigureNote
              threshold={dependsOnThreshold(name, evaluation) ? threshold : undefined}
              part={scope.onlyPart}
              images={scope.measured}
              learned={scope.learned}
            />
          ),
        }))}
      />
      <details className="note margin-top-8">
        <summary className="fit-width cursor-pointer">{t('howMeasured')}</summary>
        <p className="margin-top-6">{t('measuredOn', { data: on, task: latest.name })}</p>
        {evaluation.countsByConfidence && threshold === scope.bestConfidence && (
          <p className="margin-top-6">{t('recommended', { score: threshold.toFixed(2) })}</p>
        )}
        {inTraining.length > 0 && (
          <p className="margin-top-6">
            {t('inTraining', {
              figures: inTraining.map((name) => `${measured(name)} ${formatMeasure(model.metrics[name])}`).join(' · '),
            })}
            {inTraining.includes('precision') && t('inTrainingAtBest')}
          </p>
        )}
      </details>
    </section>
  )
}

/** The measures at the model's recommended threshold instead of the evaluation's own; undefined while loading. */
function useFiguresAtBest(taskId: string, evaluation: Evaluation | undefined, scope: Scope | undefined) {
  const best = scope?.bestConfidence ?? null
  const isElsewhere = evaluation?.countsByConfidence === true && best !== null && best !== evaluation.confidence
  const curves = useQuery({
    ...read(evaluationEndpoints.evaluationCurves, { params: { taskId }, query: { part: scope?.part } }),
    enabled: isElsewhere,
  })
  if (evaluation === undefined || scope === undefined || (isElsewhere && curves.isPending)) return undefined
  const at = curves.data?.steps.findIndex((step) => Math.abs(step - (best ?? 0)) < 0.005) ?? -1
  const overall = curves.data?.overall ?? null
  if (!isElsewhere || overall === null || at < 0) return { threshold: evaluation.confidence, figures: scope.figures }
  const { precision, recall, f1 } = overall
  return {
    threshold: best,
    figures: { ...scope.figures, precision: precision[at] ?? null, recall: recall[at] ?? null, f1: f1[at] ?? null },
  }
}

function TrainingFigures({ model }: { model: InferenceModel }) {
  const t = useText(pageText)
  const named = useText(measureText)
  const names = shownMeasures(model).slice(0, maxFigures)
  const isMeasured = names.some((name) => model.metrics[name] !== null)
  const note = (name: (typeof names)[number]) =>
    !isMeasured
      ? t('notMeasured')
      : name === 'precision' || name === 'recall'
        ? `${t('onValidation')} · ${t('atBest')}`
        : t('onValidation')
  return (
    <section className={`${styles['quality']} margin-bottom-12`} aria-label={t('quality')}>
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
