import { background } from '@vermilion/contract/evaluations'
import Segmented from 'antd/es/segmented'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import styles from './confusion-matrix.module.css'
import { type ConfusedCount, type MatrixCell, matrixOf } from './confusion.ts'
import { confusionText } from './text.ts'

const contents = ['count', 'truth', 'found'] as const
type Content = (typeof contents)[number]
/** From this number of labels on, column names are vertical. */
const manyLabels = 7

interface ConfusionMatrixProps {
  cells: readonly ConfusedCount[]
  name: (label: number) => string
  note: ReactNode
  onCell?: (cell: ConfusedCount) => void
}

export function ConfusionMatrix({ cells, name, note, onCell }: ConfusionMatrixProps) {
  const t = useText(confusionText)
  const [content, setContent] = useState<Content>('count')
  const matrix = matrixOf(cells)
  const isOfShapes = cells.some(({ found: match, real }) => match === background || real === background)
  return (
    <div className={styles['holder']}>
      <div className={styles['bar']}>
        <Segmented<Content>
          value={content}
          onChange={setContent}
          options={contents.map((value) => ({ value, label: t(`cells-${value}`) }))}
          aria-label={t('cellsAs')}
        />
        <small>{note}</small>
      </div>
      <p>{t(onCell === undefined ? 'hint' : 'hintWithImages')}</p>
      {matrix.isPart && <p>{t('part', { count: matrix.labels.filter((label) => label !== background).length })}</p>}
      <MatrixTable matrix={matrix} content={content} name={name} onCell={onCell} />
      {isOfShapes && <p>{t('pairing')}</p>}
    </div>
  )
}

interface MatrixTableProps {
  matrix: ReturnType<typeof matrixOf>
  content: Content
  name: (label: number) => string
  onCell: ((cell: ConfusedCount) => void) | undefined
}

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function MatrixTable({ matrix, content, name, onCell }: MatrixTableProps) {
  const t = useText(confusionText)
  const language = useSystem((system) => system.lang)
  const [{ row, column }, setCurrent] = useState({ row: 0, column: 0 })
  const { labels, cellAt } = matrix
  const titleOf = ({ found: predicted, real, count, images }: MatrixCell) =>
    t('cell', { found: name(predicted), real: name(real), amount: formatNumber(count, language) }) +
    (images === undefined ? '' : t('onImages', { count: images }))
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const within = (value: number) => Math.min(labels.length - 1, Math.max(0, value))
    const next = { row: within(row + step[0]), column: within(column + step[1]) }
    setCurrent(next)
    document.getElementById(cellId(next.row, next.column))?.focus()
  }
  const current = cellAt(labels[row] ?? background, labels[column] ?? background)
  return (
    <>
      <div className={styles['scrolling']}>
        <table
          className={styles['matrix']}
          aria-label={t('title')}
          data-many={labels.length > manyLabels}
          style={{ '--labels': labels.length } as CSSProperties}
        >
          <thead>
            <tr>
              <th scope="col">{t('corner')}</th>
              {labels.map((real) => (
                <th key={real} scope="col" title={name(real)}>
                  <span>{name(real)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((predicted, at) => (
              <tr key={predicted}>
                <th scope="row" title={name(predicted)}>
                  {name(predicted)}
                </th>
                {labels.map((real, across) => (
                  <Cell
                    key={real}
                    id={cellId(at, across)}
                    cell={cellAt(predicted, real)}
                    content={content}
                    max={matrix.max}
                    title={titleOf(cellAt(predicted, real))}
                    focusable={at === row && across === column}
                    onFocus={() => setCurrent({ row: at, column: across })}
                    onMove={move}
                    onOpen={onCell}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <output className={styles['detail']}>
        {t('cellDetail', {
          cell: titleOf(current),
          truth: percentOf(current.ofTruth),
          found: percentOf(current.ofFound),
          real: name(current.real),
          match: name(current.found),
        })}
      </output>
    </>
  )
}

const cellId = (row: number, column: number) => `confusion-${row}-${column}`
const percentOf = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

interface CellProps {
  max: number
  id: string
  cell: MatrixCell
  content: Content
  title: string
  focusable: boolean
  onFocus: () => void
  onMove: (event: KeyboardEvent) => void
  onOpen: ((cell: ConfusedCount) => void) | undefined
}

function Cell({ id, cell, content, max, title, focusable, onFocus, onMove, onOpen }: CellProps) {
  const language = useSystem((system) => system.lang)
  const { found: predicted, real, count, ofTruth, ofFound } = cell
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const shares = { count: count / max, truth: ofTruth, found: ofFound }
  const message = { count: short.format(count), truth: percentOf(ofTruth), found: percentOf(ofFound) }
  return (
    <td data-right={predicted === real} data-empty={count === 0}>
      <button
        type="button"
        id={id}
        aria-label={title}
        title={title}
        aria-disabled={count === 0 || onOpen === undefined}
        tabIndex={focusable ? 0 : -1}
        style={{ '--share': shares[content].toFixed(3) } as CSSProperties}
        onFocus={onFocus}
        onPointerEnter={onFocus}
        onKeyDown={onMove}
        onClick={() => count > 0 && onOpen?.(cell)}
      >
        {count === 0 ? '' : message[content]}
      </button>
    </td>
  )
}
