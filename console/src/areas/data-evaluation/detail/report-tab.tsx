import { type DataEvaluation, dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { type DataEvaluationReport, type Distribution, scoreEdges } from '@vermilion/contract/data-evaluations/report'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useScoreNames } from '#areas/files'
import { ApiError } from '#lib/api.ts'
import { formatNumber, formatTime, unknownValue } from '#lib/format.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { Figures } from '#ui/page/page.tsx'
import styles from '../evaluation.module.css'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import { AgreementPanels } from './agreement-panels.tsx'
import { CriteriaPanels, LowestPanel } from './reason-panels.tsx'
import { text } from './text.ts'

export function ReportTab({ evaluation, spaceName }: { evaluation: DataEvaluation; spaceName: string }) {
  const t = useText(text)
  const report = useQuery(
    read(dataEvaluationEndpoints.reportDataEvaluation, { params: { evaluationId: evaluation.id } }),
  )
  const { error, data } = report
  if (error instanceof ApiError && error.error === 'data-evaluation.no-scores')
    return <State title={t('noScores')} text={t('noScoresWords')} />
  if (error !== null) return <ProblemState problem={error} onRetry={() => void report.refetch()} />
  if (data === undefined) return <Bone height={320} />
  return <Report evaluation={evaluation} report={data} spaceName={spaceName} />
}

interface ReportProps {
  evaluation: DataEvaluation
  report: DataEvaluationReport
  spaceName: string
}

function Report({ evaluation, report, spaceName }: ReportProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const names = useScoreNames()
  const { joint, models, alpha } = report
  return (
    <>
      <div className={`${styles['top']} wrapping-row gap-8-16 justify-between`}>
        <Subject evaluation={evaluation} spaceName={spaceName} />
        <CsvButton name={`${evaluation.name} ${t('report')}`} table={() => tableOf(evaluation, report, { t, names })} />
      </div>
      <Figures
        figures={[
          { name: t('scored'), value: formatNumber(joint.images, language) },
          { name: t('mean'), value: <ScoreOfHundred score={joint.mean} /> },
          { name: t('deviation'), value: formatNumber(joint.standardDeviation, language, 1) },
          ...(models.length < 2
            ? []
            : [{ name: t('alpha'), value: alpha === null ? unknownValue : formatNumber(alpha, language, 3) }]),
        ]}
      />
      <div className={styles['strip']}>
        <LowestPanel evaluation={evaluation} report={report} />
      </div>
      <div className={`${styles['panels']} grid gap-16 align-start margin-top-16`}>
        <ScorePanel title={t('jointScores')} scores={joint} evaluation={evaluation} isJoint />
        <CriteriaPanels evaluation={evaluation} report={report} />
        {models.flatMap(({ model, name, scores }) =>
          scores === null || models.length < 2
            ? []
            : [
                <ScorePanel
                  key={model}
                  title={t('scoresOf', { name: names.modelName(model, name) })}
                  scores={scores}
                  evaluation={evaluation}
                />,
              ],
        )}
        <div className={`${styles['stack']} grid gap-16`}>
          <AgreementPanels evaluation={evaluation} report={report} />
        </div>
      </div>
    </>
  )
}

function Subject({ evaluation, spaceName }: Omit<ReportProps, 'report'>) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const zone = useSystem((system) => system.zone)
  const names = useScoreNames()
  const { spaceId, folder, images, models, createdAt } = evaluation
  const by = models.map(({ id, name }) => names.modelName(id, name)).join(', ')
  return (
    <p className="text-secondary">
      {t(folder === null ? 'pickedOf' : 'imagesOf', { count: images ?? 0, number: formatNumber(images, language) })}{' '}
      <Link to="/space/list/file/$id" params={{ id: spaceId }} search={folder ? { folder } : {}}>
        {folder ? `${spaceName} / ${folder}` : spaceName}
      </Link>{' '}
      · {t('scoredBy', { names: by })} · {formatTime(createdAt, zone)}
    </p>
  )
}

interface ScorePanelProps {
  title: string
  scores: Distribution
  evaluation: DataEvaluation
  isJoint?: boolean
}

function ScorePanel({ title, scores, evaluation: { spaceId, name }, isJoint = false }: ScorePanelProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const bars = scores.ranges.map((value, index) => {
    const low = scoreEdges[index] ?? 0
    return { key: String(low), name: `${low} – ${low + 10}`, value, colour: figureColour }
  })
  return (
    <ChartPanel
      title={title}
      name={name}
      above={
        isJoint ? undefined : (
          <Figures
            figures={[
              { name: t('mean'), value: <ScoreOfHundred score={scores.mean} /> },
              { name: t('deviation'), value: formatNumber(scores.standardDeviation, language, 1) },
            ]}
          />
        )
      }
    >
      <BarChart
        label={title}
        x={t('imagesAxis')}
        y={t('scoreAxis')}
        bars={bars}
        renderLink={({ key, name: range, value }, content) => {
          if (!isJoint || value === 0) return content
          const minimumScore = Number(key)
          const maximumScore = minimumScore === 90 ? undefined : minimumScore + 9.999
          return (
            <Link
              to="/space/list/file/$id"
              params={{ id: spaceId }}
              search={{ recursive: true, minimumScore, maximumScore }}
              aria-label={`${range}: ${formatNumber(value, language)}`}
            >
              {content}
            </Link>
          )
        }}
      />
    </ChartPanel>
  )
}

type Cells = (string | number | null)[]

interface Texts {
  t: Translate<typeof text.en>
  names: ReturnType<typeof useScoreNames>
}

function tableOf({ standard }: DataEvaluation, report: DataEvaluationReport, { t, names }: Texts): Cells[] {
  const part = (head: Cells, rows: readonly Cells[]): Cells[] => (rows.length === 0 ? [] : [[], head, ...rows])
  const { joint, models, alpha, lowest, disputed, nearDuplicates } = report
  return [
    [t('report'), t('count')],
    [t('scored'), joint.images],
    [t('mean'), joint.mean],
    [t('deviation'), joint.standardDeviation],
    [t('alpha'), alpha],
    ...part(
      [t('scoreAxis'), t('count')],
      joint.ranges.map((images, index) => [`${scoreEdges[index] ?? 0}–${(scoreEdges[index] ?? 0) + 10}`, images]),
    ),
    ...part(
      [t('model'), t('mean'), t('bias'), t('failedCalls')],
      models.map(({ model, name, scores, bias, failed }) => [
        names.modelName(model, name),
        scores?.mean ?? null,
        bias,
        failed,
      ]),
    ),
    ...part(
      [t('model'), t('criterion'), t('mean')],
      models.flatMap(({ model, name, criteria }) =>
        criteria.map(({ key, mean }) => [
          names.modelName(model, name),
          names.criterionName(model, key, standard?.criteria),
          mean,
        ]),
      ),
    ),
    ...part(
      [t('lowest'), t('score')],
      lowest.map(({ path, score }) => [path, score]),
    ),
    ...part(
      [t('disputed'), t('disagreement')],
      disputed.map(({ path, disagreement }) => [path, disagreement]),
    ),
    ...part(
      [t('nearDuplicates'), t('count')],
      (nearDuplicates?.largest ?? []).map(({ images, files }) => [files[0]?.path ?? null, images]),
    ),
  ]
}
