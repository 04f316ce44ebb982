import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TableChoice } from '../table/column.ts'
import { RowBox } from '../table/table-head.tsx'
import { Bone, ProblemState } from '../feedback/states.tsx'
import { text } from '../text.ts'
import styles from './card-list.module.css'

interface CardListProps<Row> {
  label: string
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  problem?: unknown
  failure?: string | undefined
  onRetry?: (() => void) | undefined
  empty: ReactNode
  onRow: (row: Row) => void
  choice?: TableChoice<Row> | undefined
  removed?: ReadonlySet<string>
}

export function CardList<Row>(props: CardListProps<Row>) {
  const { label, rows, rowKey, card, problem, failure, onRetry, empty, onRow, choice, removed } = props
  const t = useText(text)
  if (rows === undefined && problem !== undefined && problem !== null) {
    return <ProblemState problem={problem} failure={failure} onRetry={onRetry} />
  }
  if (rows?.length === 0) return empty
  return (
    <div className={`${styles['scroller']} min-height-0 scroll`} data-scroll-restoration-id="list">
      <ul className={`${styles['cards']} grid gap-14`} aria-label={label} aria-busy={rows === undefined}>
        {rows === undefined
          ? Array.from({ length: 8 }, (_, index) => <BoneCard key={index} />)
          : rows.map((row) => {
              const key = rowKey(row)
              const isGone = removed?.has(key) === true
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link on the card does the same
                <li
                  key={key}
                  data-gone={isGone || undefined}
                  data-selected={choice?.rows.has(key)}
                  title={isGone ? t('rowGone') : undefined}
                  onClick={({ target, currentTarget }) => {
                    const inner = (target as Element).closest('a, button, input, label, [role="dialog"]')
                    // React events bubble out of portals, which are not inside the card.
                    if (inner === null && currentTarget.contains(target as Node)) onRow(row)
                  }}
                >
                  {choice !== undefined && (
                    <span className={`${styles['box']} absolute layer-1 flex height-44`}>
                      <RowBox
                        label={t('selectRow', { name: choice.nameOf(row) })}
                        checked={choice.rows.has(key)}
                        onChange={(range) => choice.onRow(row, range)}
                      />
                    </span>
                  )}
                  {card(row)}
                </li>
              )
            })}
      </ul>
    </div>
  )
}

function BoneCard() {
  const t = useText(text)
  return (
    <li aria-label={t('loading')}>
      <Bone width="55%" height={18} />
      <Bone width="35%" style={{ marginTop: 10 }} />
      <Bone height={64} style={{ marginTop: 24 }} />
    </li>
  )
}
