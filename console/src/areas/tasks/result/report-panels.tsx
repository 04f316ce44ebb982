import { background } from '@vermilion/contract/evaluations'
import { compareMetrics } from '@vermilion/contract/tasks/metric-kinds'
import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import type { ReactNode } from 'react'
import { formatMeasure, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ClassCurves } from '#ui/chart/class-curves.tsx'
import { ConfusionMatrix } from '#ui/chart/confusion/confusion-matrix.tsx'
import { lineStyle } from '#ui/chart/series-colours.ts'
import { Figures, Panel } from '#ui/page/page.tsx'
import { useMetricNames } from '../metrics/metric-names.ts'
import { backgroundName, mistakesOf } from './mistakes.ts'
import styles from './result.module.css'
import { resultText } from './text.ts'

const maxClasses = 100

const measures = ['mAP50', 'mAP50to95', 'precision', 'recall', 'averagePrecision', 'overlap'] as const
type ClassReport = TrainingReport['classes'][number]

interface ReportPanelsProps {
  report: TrainingReport
  name: string
  toCurves: ReactNode
  toImages: ReactNode
}

export function ReportPanels({ report, name, toCurves, toImages }: ReportPanelsProps) {
  const t = useText(resultText)
  const { images, confidence, confusion, kept, curves = [] } = report
  const shared = { name, steps: curveSteps, hasOverall: curves.length > 1 }
  const note = [
    t('qualityNote', { count: images }),
    ...(confidence === undefined ? [] : [t('threshold', { confidence: formatMeasure(confidence) })]),
    ...(kept === undefined ? [] : [t(kept.rule ?? 'keptEpoch', { epoch: kept.epoch })]),
  ].join(' · ')
  const from = (score: number | undefined) =>
    score === undefined ? '' : t('countedFrom', { confidence: formatMeasure(score) })
  return (
    <>
      <Panel title={t('quality')} extra={toCurves}>
        <p className={`${styles['note']} faint weight-400`}>{note}</p>
        <QualityFigures report={report} />
      </Panel>
      <div className={`${styles['columns']} grid gap-0-16`}>
        <div className={`${styles['stack']} stack`}>
          <ClassesPanel classes={report.classes} />
          {confusion !== undefined && confusion.labels.length > 0 && (
            <MistakesPanel confusion={confusion} toImages={toImages} />
          )}
        </div>
        {confusion !== undefined && confusion.labels.length > 0 && (
          <Panel title={t('confusion')} extra={toImages}>
            <TrainingConfusion confusion={confusion} note={from(confusion.confidence)} />
          </Panel>
        )}
        {curves.length > 0 && (
          <>
            <ClassCurves
              {...shared}
              title={t('precisionRecall')}
              note={confidence === undefined ? '' : t('dots', { note: from(confidence) })}
              titles={{ x: t('recall'), y: t('precision') }}
              curves={curvesOf(curves, 'precisionByRecall', t('allClasses')).map((curve) => ({
                ...curve,
                dot: confidence === undefined ? undefined : dotOf(curve.name, report.classes),
              }))}
            />
            <ClassCurves
              {...shared}
              title={t('f1')}
              note={confidence === undefined ? '' : t('line', { note: from(confidence) })}
              marks={confidence === undefined ? [] : [{ x: confidence, text: formatMeasure(confidence) }]}
              titles={{ x: t('score'), y: t('f1Axis') }}
              curves={curvesOf(curves, 'f1', t('allClasses'))}
            />
          </>
        )}
      </div>
    </>
  )
}

function QualityFigures({ report: { metrics } }: { report: TrainingReport }) {
  const { nameOf } = useMetricNames()
  const measured = Object.entries(metrics)
    .filter(([, value]) => value !== null)
    .toSorted(([a], [b]) => compareMetrics(a, b))
  return <Figures figures={measured.map(([name, value]) => ({ name: nameOf(name), value: formatMeasure(value) }))} />
}

interface TrainingConfusionProps {
  confusion: NonNullable<TrainingReport['confusion']>
  note: string
}

function TrainingConfusion({ confusion: { labels, matrix }, note }: TrainingConfusionProps) {
  const t = useText(resultText)
  const labelOf = (index: number) => (labels[index] === backgroundName ? background : index)
  const cells = matrix.flatMap((row, predicted) =>
    row.map((count, real) => ({ found: labelOf(predicted), real: labelOf(real), count })),
  )
  const name = (index: number) => (index === background ? t('background') : (labels[index] ?? '?'))
  return <ConfusionMatrix cells={cells.filter(({ count }) => count > 0)} name={name} note={note} />
}

function ClassesPanel({ classes }: Pick<TrainingReport, 'classes'>) {
  const t = useText(resultText)
  const language = useSystem((system) => system.lang)
  const { nameOf } = useMetricNames()
  const columns = measures.filter((key) => classes.some((one) => typeof one[key] === 'number'))
  const [main] = columns
  const weight = (one: ClassReport) => (main === undefined ? 0 : (one[main] ?? Infinity))
  const visible = classes.toSorted((a, b) => weight(a) - weight(b)).slice(0, maxClasses)
  return (
    <Panel title={t('classes')}>
      <div className="scroll" style={{ maxHeight: 460 }}>
        <table className={`${styles['classes']} full-width border-spacing-0 font-13 tabular`}>
          <thead>
            <tr>
              <th className="padding-6-10 border-bottom text-right nowrap text-tertiary weight-400" scope="col">
                {t('label')}
              </th>
              <th className="padding-6-10 border-bottom text-right nowrap text-tertiary weight-400" scope="col">
                {t('instances')}
              </th>
              {columns.map((key) => (
                <th
                  className="padding-6-10 border-bottom text-right nowrap text-tertiary weight-400"
                  key={key}
                  scope="col"
                >
                  {nameOf(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((one) => (
              <tr key={one.label}>
                <th className="padding-6-10 border-bottom text-right nowrap" scope="row" title={one.label}>
                  {one.label}
                </th>
                <td className="padding-6-10 border-bottom text-right nowrap" data-name={t('instances')}>
                  {formatNumber(one.instances, language)}
                </td>
                {columns.map((key) => (
                  <td className="padding-6-10 border-bottom text-right nowrap" key={key} data-name={nameOf(key)}>
                    {key === main && (
                      <span
                        className={`${styles['share']} inline-block width-56 height-6 margin-right-8 radius-4 ground-secondary clip`}
                        style={lineStyle(0)}
                      >
                        <i
                          className="block full-height ground-line"
                          style={{ width: `${100 * Math.min(1, Math.max(0, one[key] ?? 0))}%` }}
                        />
                      </span>
                    )}
                    {formatMeasure(one[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function dotOf(name: string, classes: readonly ClassReport[]) {
  const { precision, recall } = classes.find(({ label }) => label === name) ?? {}
  return typeof precision === 'number' && typeof recall === 'number' ? { x: recall, y: precision } : undefined
}

/** A training reports its curves at each hundredth. */
const curveSteps = Array.from({ length: 101 }, (_, step) => step / 100)

function curvesOf(curves: NonNullable<TrainingReport['curves']>, key: 'precisionByRecall' | 'f1', all: string) {
  const each = curves.map((one) => ({ name: one.label, values: one[key] }))
  const mean = (_: number, step: number) => curves.reduce((sum, one) => sum + (one[key][step] ?? 0), 0) / curves.length
  return each.length > 1 ? [{ name: all, values: (curves[0]?.[key] ?? []).map(mean) }, ...each] : each
}

const maxMistakes = 6

interface MistakesPanelProps {
  confusion: NonNullable<TrainingReport['confusion']>
  toImages: ReactNode
}

function MistakesPanel({ confusion, toImages }: MistakesPanelProps) {
  const t = useText(resultText)
  const language = useSystem((system) => system.lang)
  const mistakes = mistakesOf(confusion)
  const [most] = mistakes
  return (
    <Panel title={t('mistakes')} extra={toImages}>
      {most === undefined && <p className={`${styles['note']} faint weight-400`}>{t('noMistakes')}</p>}
      <ol className={`${styles['mistakes']} font-13 tabular`}>
        {mistakes.slice(0, maxMistakes).map(({ kind, real, found, count }) => (
          <li
            className="grid gap-10 align-center padding-4-0"
            style={{ gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) 40px' }}
            key={`${real} ${found}`}
          >
            <span className="break-anywhere">{t(kind, { real, found })}</span>
            <i className="height-6 radius-4" style={{ width: `${(100 * count) / (most?.count ?? 1)}%` }} />
            <b className="weight-500 text-right">{formatNumber(count, language)}</b>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
