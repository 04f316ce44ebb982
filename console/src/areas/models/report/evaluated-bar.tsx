import {
  background,
  type EvaluatedFilter,
  evaluationEndpoints,
  exportKinds,
  mistakes,
} from '@vermilion/contract/evaluations'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Menu } from '#ui/menu/menu.tsx'
import { evaluateFrom } from './count-from.ts'
import styles from './report.module.css'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'
import { Threshold, useKeptNote } from './threshold.tsx'
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
  /** Whether there is truth to compare with. */
  labeled: boolean
  least: number
  /** From which score on mistakes are counted; null where that makes no difference. */
  counted: number | null
  onAdd: () => void
}

/** Which of the judged images are shown, in which order, and what can be done with them. */
export function EvaluatedBar(props: EvaluatedBarProps) {
  const { taskId, labels, display, onDisplay, filter, onFilter, order, onOrder, labeled, least, counted, onAdd } = props
  const t = useText(text)
  const keptNote = useKeptNote(least)
  const name = (index: number) => (index === background ? t('background') : (labels[index] ?? '?'))
  const { label, found, real } = filter
  const selectedMistake =
    found !== undefined && real !== undefined
      ? t('cellChosen', { found: name(found), real: name(real) })
      : label !== undefined
        ? name(label)
        : null
  return (
    <>
      <Actions taskId={taskId} onAdd={onAdd} />
      <div className={styles['bar']}>
        {labeled && <ViewSwitch view={display.view} onView={(view) => onDisplay({ ...display, view })} />}
        {labeled && (
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
        )}
        {labeled && (
          <Select<EvaluatedOrder>
            aria-label={t('order')}
            style={{ minWidth: 130 }}
            value={order}
            onChange={onOrder}
            options={orders.map((value) => ({ value, label: t(`order-${value}`) }))}
          />
        )}
        <span className={styles['again']}>
          <Threshold display={display} onDisplay={onDisplay} least={least} note={keptNote} />
          {counted !== null && display.threshold !== counted && (
            <Button size="small" onClick={() => void evaluateFrom(taskId, display.threshold)}>
              {t('countFrom', { value: display.threshold.toFixed(2) })}
            </Button>
          )}
        </span>
        {selectedMistake !== null && (
          <Button
            size="small"
            icon={<CloseOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => onFilter({ mistake: filter.mistake, part: filter.part })}
            title={t('clearFilter')}
          >
            {selectedMistake}
          </Button>
        )}
      </div>
    </>
  )
}

/** What can be done with the judged images. */
function Actions({ taskId, onAdd }: Pick<EvaluatedBarProps, 'taskId' | 'onAdd'>) {
  const t = useText(text)
  return (
    <span className={styles['actions']}>
      <Button type="primary" onClick={onAdd}>
        {t('addToDataset')}
      </Button>
      <Menu
        label={t('export')}
        actions={exportKinds.map((kind) => ({
          key: kind,
          words: t(`export-${kind}`),
          run: () =>
            location.assign(addressOf(evaluationEndpoints.exportEvaluation, { params: { taskId }, query: { kind } })),
        }))}
      >
        {(button) => (
          <Button {...button} aria-label={t('export')}>
            {t('export')}
          </Button>
        )}
      </Menu>
    </span>
  )
}
