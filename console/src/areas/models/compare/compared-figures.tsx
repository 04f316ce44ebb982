import { measures } from '@vermilion/contract/evaluations'
import { isSignificant } from '@vermilion/contract/evaluation/resampling/bootstrap'
import type { Compared, ComparedModel } from '@vermilion/contract/models/comparisons'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Status, Tag } from '#ui/feedback/status.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { text } from '../report/text.ts'
import styles from './compare.module.css'
import { IntervalBar, signed } from './interval-bar.tsx'
import { compareText } from './text.ts'

/** Below this number of labeled images, intervals say little. */
const fewImages = 30

interface ComparedFiguresProps {
  models: readonly ComparedModel[]
  result: Compared
  version: number | undefined
  onFirst: (modelId: string) => void
}

export const nameOf = ({ name, version }: ComparedModel) => `${name} v${version}`

export function ComparedFigures({ models, result, version, onFirst }: ComparedFiguresProps) {
  const t = useText(compareText)
  const named = useText(text)
  const names = measures[result.labelType].overall
  const { labeled: count, draws } = result
  return (
    <Panel
      title={t('figures')}
      extra={<CsvButton small name={t('title')} table={() => tableOf(models, result, named)} />}
    >
      <p className={`${styles['note']} faint`}>
        {t('figuresNote', { count, draws, version: version ?? unknownValue })} {count < fewImages && t('few')}
      </p>
      <Notes models={models} result={result} />
      <Sentences models={models} result={result} />
      <div className="scroll-x">
        <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`} aria-label={t('figures')}>
          <thead>
            <tr>
              <th className="text-tertiary" scope="col">
                {t('model')}
              </th>
              {names.map((name) => (
                <th className="text-tertiary" key={name} scope="col">
                  {named(name)}
                </th>
              ))}
              <th className="text-tertiary" scope="col">
                {t('latency')}
              </th>
              <th className="text-tertiary" scope="col">
                {t('size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map((model, at) => (
              <tr key={model.modelId}>
                <th scope="row">
                  <ModelLink id={model.modelId}>{nameOf(model)}</ModelLink>
                  {at === 0 ? (
                    <Tag>{t('baseline')}</Tag>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t('makeBaseline', { name: nameOf(model) })}
                      onClick={() => onFirst(model.modelId)}
                    >
                      {t('asBaseline')}
                    </Button>
                  )}
                  {(model.run?.learned ?? 0) > 0 && (
                    <Status tone="warning">
                      {t('learnedFrom', { learned: model.run?.learned ?? 0, labeled: count })}
                    </Status>
                  )}
                  {model.run !== null && (
                    <Link to="/compute/taskdetail/$id" params={{ id: model.run.taskId }} search={{ tab: 'report' }}>
                      {t('report')}
                    </Link>
                  )}
                </th>
                {names.map((name) => (
                  <td key={name}>
                    <IntervalBar figure={result.figures[at]?.[name]} />
                  </td>
                ))}
                <td>{millisecondsOf(model, t)}</td>
                <td>{formatSize(model.size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const millisecondsOf = ({ run }: ComparedModel, t: Translate<typeof compareText.en>) =>
  typeof run?.latency === 'number' ? t('milliseconds', { amount: run.latency.toFixed(1) }) : unknownValue

function Notes({ models, result }: Pick<ComparedFiguresProps, 'models' | 'result'>) {
  const t = useText(compareText)
  const confidences = new Set(models.flatMap(({ run }) => run?.confidence ?? []))
  const [confidence] = confidences
  const differ = result.classes.some(({ figures }) => figures.includes(null))
  return (
    <>
      {confidences.size === 1 && confidence !== undefined && result.labelType === 'target-detection' && (
        <p className={`${styles['note']} faint`}>{t('oneConfidence', { value: confidence.toFixed(2) })}</p>
      )}
      {confidences.size > 1 && (
        <p className={`${styles['note']} faint`}>{t('otherConfidence', { values: [...confidences].join(', ') })}</p>
      )}
      {differ && <p className={`${styles['note']} faint`}>{t('otherLabels')}</p>}
    </>
  )
}

function Sentences({ models, result }: Pick<ComparedFiguresProps, 'models' | 'result'>) {
  const t = useText(compareText)
  const named = useText(text)
  const [first, ...others] = models
  const main = measures[result.labelType].overall.find((name) => (result.figures[0]?.[name]?.value ?? null) !== null)
  if (first === undefined || main === undefined) return null
  const sentences = others.map((model, index) => {
    const difference = result.figures[index + 1]?.[main]?.difference
    const about = { name: nameOf(model), first: nameOf(first), figure: named(main) }
    if (difference === null || difference === undefined || difference.interval === null) return t('uncounted', about)
    const { low, high } = difference.interval
    const amounts = { ...about, difference: signed(difference.value), low: signed(low), high: signed(high) }
    if (!isSignificant(difference.interval)) return t('unsure', amounts)
    return t(low > 0 ? 'better' : 'worse', amounts)
  })
  return (
    <ul className="grid gap-8 margin-bottom-12">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function tableOf(models: readonly ComparedModel[], result: Compared, named: Translate<typeof text.en>) {
  const names = measures[result.labelType].overall
  const overall = models.flatMap((model, at) =>
    names.map((name) => {
      const figure = result.figures[at]?.[name]
      const { interval, difference } = figure ?? { interval: null, difference: null }
      return [
        nameOf(model),
        '*',
        named(name),
        figure?.value ?? null,
        interval?.low ?? null,
        interval?.high ?? null,
        difference?.value ?? null,
        difference?.interval?.low ?? null,
        difference?.interval?.high ?? null,
      ]
    }),
  )
  const classes = result.classes.flatMap(({ label, figures }) =>
    models.flatMap((model, at) =>
      measures[result.labelType].label.map((name) => [nameOf(model), label, named(name), figures[at]?.[name] ?? null]),
    ),
  )
  const head = ['model', 'label', 'figure', 'value', 'low', 'high', 'difference', 'difference low', 'difference high']
  return [head, ...overall, ...classes]
}
