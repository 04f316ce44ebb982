import type { ReactNode } from 'react'
import { background, type EvaluatedFilter, mistakes } from '@vermilion/contract/evaluations'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useMedia } from '#lib/media.ts'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import { FilterField, FilterFields } from '#ui/filter/filter-fields.tsx'
import { evaluateFrom } from './count-from.ts'
import { partText } from './part-text.ts'
import styles from './report.module.css'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'
import { Threshold, useMinScoreNote } from './threshold.tsx'
import type { EvaluatedOrder } from './use-evaluated-images.ts'
import { ViewSwitch } from './view-switch.tsx'

const orders = ['-badness', '-missed', '-wrong', '-extra', 'path'] as const satisfies readonly EvaluatedOrder[]
const choices = ['any', ...mistakes, 'none'] as const

interface EvaluatedBarProps {
  taskId: string
  labels: readonly string[]
  display: DisplayOptions
  onDisplay: (display: DisplayOptions) => void
  filter: EvaluatedFilter
  onFilter: (filter: EvaluatedFilter) => void
  order: EvaluatedOrder
  onOrder: (order: EvaluatedOrder) => void
  labeled: boolean
  minScore: number
  counted: number | null
  total: number
}

export function EvaluatedBar(props: EvaluatedBarProps) {
  const { taskId, labels, display, onDisplay, filter, onFilter, order, onOrder, labeled, minScore, counted, total } =
    props
  const t = useText(text)
  const texts = useText(partText)
  const scoreNote = useMinScoreNote(minScore)
  const name = (index: number) => (index === background ? t('background') : (labels[index] ?? '?'))
  const { label, found, real } = filter
  const selectedMistake =
    found !== undefined && real !== undefined
      ? t('cellChosen', { found: name(found), real: name(real) })
      : label !== undefined
        ? name(label)
        : null
  const isPhone = useMedia('(max-width: 719px)')
  // At these widths the tools would take two lines.
  const isMiddle = useMedia('(min-width: 1400px) and (max-width: 2199px)')
  const clearButton = selectedMistake !== null && (
    <Button
      size="small"
      icon={<CloseOutlined aria-hidden />}
      iconPlacement="end"
      onClick={() => onFilter({ mistake: filter.mistake, part: filter.part })}
      title={t('clearFilter')}
    >
      {selectedMistake}
    </Button>
  )
  const threshold = (
    <span className="wrapping-row grow gap-8">
      <Threshold display={display} onDisplay={onDisplay} minScore={minScore} note={scoreNote} />
      {counted !== null && display.threshold !== counted && (
        <Button size="small" onClick={() => void evaluateFrom(taskId, display.threshold)}>
          {t('countFrom', { value: display.threshold.toFixed(2) })}
        </Button>
      )}
    </span>
  )
  const view = <ViewSwitch view={display.view} onView={(next) => onDisplay({ ...display, view: next })} />
  const countShown = <output className={`${styles['shown']} note tabular`}>{texts('shown', { count: total })}</output>
  if (isPhone || isMiddle) {
    const set = [filter.mistake !== undefined, labeled && order !== orders[0], display.view !== 'both'].filter(Boolean)
    return (
      <>
        {isMiddle && <div className={styles['from']}>{threshold}</div>}
        <span className={styles['filters']}>
          <FilterButton align="right" set={set.length}>
            <FilterFields>
              {labeled && <FilterField name={t('boxes')}>{view}</FilterField>}
              {labeled && (
                <FilterField name={t('imagesShown')}>
                  <MistakeSelect filter={filter} onFilter={onFilter} />
                </FilterField>
              )}
              {labeled && (
                <FilterField name={t('order')}>
                  <OrderSelect order={order} onOrder={onOrder} />
                </FilterField>
              )}
              {isPhone && threshold}
              {countShown}
            </FilterFields>
          </FilterButton>
        </span>
        {selectedMistake !== null && <Tools>{clearButton}</Tools>}
      </>
    )
  }
  return (
    <>
      <div className={styles['from']}>{threshold}</div>
      <Tools>
        {labeled && view}
        {labeled && <MistakeSelect filter={filter} onFilter={onFilter} />}
        {labeled && <OrderSelect order={order} onOrder={onOrder} />}
        {clearButton}
        {countShown}
      </Tools>
    </>
  )
}

export function Tools({ children }: { children: ReactNode }) {
  return <div className={`${styles['bar']} wrapping-row rigid gap-8-12 margin-bottom-12`}>{children}</div>
}

function MistakeSelect({ filter, onFilter }: Pick<EvaluatedBarProps, 'filter' | 'onFilter'>) {
  const t = useText(text)
  return (
    <Select<'all' | (typeof choices)[number]>
      aria-label={t('imagesShown')}
      style={{ minWidth: 150 }}
      value={filter.mistake ?? 'all'}
      onChange={(mistake) => onFilter({ ...filter, mistake: mistake === 'all' ? undefined : mistake })}
      options={[
        { value: 'all', label: filter.part === undefined ? t('images-all') : t('images-ofPart') },
        ...choices.map((value) => ({ value, label: t(`mistake-${value}`) })),
      ]}
    />
  )
}

function OrderSelect({ order, onOrder }: Pick<EvaluatedBarProps, 'order' | 'onOrder'>) {
  const t = useText(text)
  return (
    <Select<EvaluatedOrder>
      aria-label={t('order')}
      style={{ minWidth: 130 }}
      value={order}
      onChange={onOrder}
      options={orders.map((value) => ({ value, label: t(`order-${value}`) }))}
    />
  )
}
