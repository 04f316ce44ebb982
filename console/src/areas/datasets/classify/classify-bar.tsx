import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import Button from 'antd/es/button'
import Switch from 'antd/es/switch'
import { useId, type CSSProperties } from 'react'
import { useText } from '#lib/i18n.ts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import styles from './classify.module.css'
import { classifyText } from './text.ts'
import type { ClassifyPage } from './use-classify-page.ts'
import type { Picks } from './use-picks.ts'

export interface ClassifyActions {
  give: (label: Label) => void
  undo: () => void
  go: (by: 1 | -1) => void
}

interface ClassifyBarProps {
  datasetId: string
  labels: readonly Label[]
  byKey: ReadonlyMap<string, Label>
  page: ClassifyPage
  picks: Picks
  actions: ClassifyActions
  isPart: boolean
  onPart: (on: boolean) => void
}

export function ClassifyBar({ datasetId, labels, byKey, page, picks, actions, isPart, onPart }: ClassifyBarProps) {
  const t = useText(classifyText)
  const id = useId()
  return (
    <header className={`${styles['bar']} wrapping-row gap-8-12`}>
      <ClassButtons
        datasetId={datasetId}
        labels={labels}
        byKey={byKey}
        disabled={page.items.length === 0}
        onLabel={actions.give}
      />
      <span className="grow narrow-hidden" />
      {/* They come and go beside the gap, which takes up what they need: nothing else moves. */}
      <span className={`${styles['passing']} inline-row gap-12 min-height-36`}>
        <span className="faint tabular" aria-live="polite">
          {picks.picked.length > 0 && t('selected', { count: picks.picked.length })}
        </span>
        {page.canUndo && (
          <Button icon={<RollbackOutlined aria-hidden />} onClick={actions.undo} title={t('undoKey')}>
            {t('undo')}
          </Button>
        )}
      </span>
      <label className="inline-row gap-8" htmlFor={id}>
        <Switch id={id} size="small" checked={isPart} onChange={onPart} />
        {t('onlyUnlabeled')}
      </label>
      {(page.hasNext || page.hasPrevious) && <PageButtons page={page} go={actions.go} />}
    </header>
  )
}

function PageButtons({ page, go }: Pick<ClassifyBarProps, 'page'> & Pick<ClassifyActions, 'go'>) {
  const t = useText(classifyText)
  return (
    <span className="inline-row gap-12 nowrap">
      <Button
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('previous')}
        title={t('previousKey')}
        disabled={!page.hasPrevious}
        onClick={() => go(-1)}
      />
      <span className="faint tabular">
        {t('page', { from: page.offset + 1, to: page.offset + page.items.length, total: page.total })}
      </span>
      <Button
        type="primary"
        icon={<RightOutlined aria-hidden />}
        iconPlacement="end"
        title={t('nextKey')}
        disabled={!page.hasNext}
        onClick={() => go(1)}
      >
        {t('next')}
      </Button>
    </span>
  )
}

interface ClassButtonsProps {
  datasetId: string
  labels: readonly Label[]
  byKey: ReadonlyMap<string, Label>
  disabled: boolean
  onLabel: (label: Label) => void
}

function ClassButtons({ datasetId, labels, byKey, disabled, onLabel }: ClassButtonsProps) {
  const t = useText(classifyText)
  const { data: report } = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId } }))
  const keys = new Map([...byKey].map(([key, { id }]) => [id, key]))
  return (
    <div className={`${styles['buttons']} flex wrap gap-8`} role="toolbar" aria-label={t('classes')}>
      {labels.map((label) => {
        const key = keys.get(label.id)
        const count = report?.classes.find(({ labelId }) => labelId === label.id)?.images
        return (
          <button
            className="field-frame inline-row gap-8 min-height-36 padding-0-14 text-ink font-14 cursor-pointer"
            key={label.id}
            type="button"
            disabled={disabled}
            title={count === undefined ? label.name : t('setClass', { name: label.name, count })}
            style={{ '--class': label.colour } as CSSProperties}
            onClick={() => onLabel(label)}
          >
            <i className="rigid width-10 height-10 radius-4" aria-hidden />
            <strong className="weight-600">{label.name}</strong>
            {count !== undefined && <b className="note weight-400 tabular">{t('images', { count })}</b>}
            {key !== undefined && (
              <span className={`${styles['key']} inline-flex`}>
                <Keys combination={key} />
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
