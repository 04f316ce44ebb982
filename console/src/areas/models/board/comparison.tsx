import {
  type BoardComparison,
  type BoardInference,
  boardInferenceEndpoints,
} from '@vermilion/contract/board-inferences'
import type { FigureName } from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { text } from '../report/text.ts'
import styles from './board.module.css'
import { ComparedImages, type ComparedFilter } from './compared-images.tsx'
import { boardText } from './text.ts'

type Sides = BoardComparison['figures']

export function Comparison({ inference }: { inference: BoardInference }) {
  const t = useText(boardText)
  const { taskId, status, cloudTaskId, cloudStatus, taskName } = inference
  const isReady = status === 'success' && cloudStatus === 'success'
  const comparison = useQuery({
    ...read(boardInferenceEndpoints.compareBoardInference, { params: { taskId } }),
    enabled: isReady,
  })
  const [filter, setFilter] = useState<ComparedFilter>({})
  if (cloudTaskId === null) return <State title={t('noCloud')} text={t('noCloudWords')} />
  const toCloud = <TaskLink id={cloudTaskId}>{t('toCloud')}</TaskLink>
  if (!isReady || comparison.error?.error === 'board-inference.not-comparable') {
    return (
      <State title={t('notComparable')} text={t('notComparableWords')}>
        {toCloud}
      </State>
    )
  }
  if (comparison.error !== null || comparison.data === undefined) return <QueryState query={comparison} height={240} />
  const { figures, classes, different, largestScoreDifference } = comparison.data
  return (
    <>
      <Panel
        title={t('accuracy')}
        extra={
          <span className="row gap-16">
            {toCloud}
            <CsvButton small name={`${taskName} ${t('accuracy')}`} table={() => tableOf(comparison.data, t)} />
          </span>
        }
      >
        <p className="wrapping-row gap-8-16 margin-bottom-12">
          <Button size="small" onClick={() => setFilter({ different: true })}>
            {different === 0 ? t('imagesSame') : t('imagesDifferent', { count: different })}
          </Button>
          <span>{t('largestDifference', { value: largestScoreDifference.toFixed(4) })}</span>
        </p>
        <ComparisonTable
          figures={figures}
          classes={classes}
          onClass={(label) => setFilter(label === null ? {} : { label })}
        />
      </Panel>
      <ComparedImages taskId={taskId} classes={classes} filter={filter} onFilter={setFilter} />
    </>
  )
}

interface ComparisonTableProps {
  figures: Sides
  classes: BoardComparison['classes']
  /** Shows the images of a label; null shows all. */
  onClass: (label: number | null) => void
}

function ComparisonTable({ figures, classes, onClass }: ComparisonTableProps) {
  const t = useText(boardText)
  const named = useText(text)
  const names = Object.keys(classes[0]?.figures ?? {}) as FigureName[]
  const rows = [
    { key: 'all', label: named('allClasses'), index: null, sides: figures },
    ...classes.map(({ labelIndex, label, figures: sides }) => ({
      key: `${labelIndex}`,
      label,
      index: labelIndex,
      sides,
    })),
  ]
  return (
    <div className="scroll-x">
      <table
        className={`${styles['table']} full-width border-spacing-0 font-13 tabular`}
        aria-label={t('classDifferences')}
      >
        <thead>
          <tr>
            <th className="text-tertiary" scope="col">
              {named('class')}
            </th>
            {names.flatMap((name) =>
              (['board', 'cloud', 'difference'] as const).map((side) => (
                <th className="text-tertiary" key={`${name} ${side}`} scope="col">
                  {`${named(`${name}Short`)} ${t(side)}`}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, index, sides }) => (
            <tr key={key}>
              <th scope="row">
                <button
                  className="plain-button hover-underline"
                  type="button"
                  title={t('imagesOf', { label })}
                  onClick={() => onClass(index)}
                >
                  {label}
                </button>
              </th>
              {names.flatMap((name) =>
                [sides[name]?.board, sides[name]?.cloud, differenceOf(sides, name)].map((value, side) => (
                  <td key={`${name} ${side}`}>
                    <button
                      className="plain-button hover-underline"
                      type="button"
                      title={t('imagesOf', { label })}
                      onClick={() => onClass(index)}
                    >
                      {side === 2 ? signed(value) : formatMeasure(value)}
                    </button>
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function differenceOf(sides: Sides, name: FigureName): number | null {
  const { board = null, cloud = null } = sides[name] ?? {}
  return board === null || cloud === null ? null : board - cloud
}

const signed = (value: number | null | undefined) =>
  value === null || value === undefined ? unknownValue : `${value > 0 ? '+' : ''}${value.toFixed(3)}`

function tableOf({ figures, classes }: BoardComparison, t: Translate<typeof boardText.en>) {
  const rowsOf = (label: string, sides: Sides) =>
    (Object.keys(sides) as FigureName[]).map((name) => {
      return [label, name, sides[name]?.board ?? null, sides[name]?.cloud ?? null, differenceOf(sides, name)]
    })
  return [
    [t('classDifferences'), t('figure'), t('board'), t('cloud'), t('difference')],
    ...rowsOf('*', figures),
    ...classes.flatMap(({ label, figures: sides }) => rowsOf(label, sides)),
  ]
}
