import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import type { itemStatuses } from '@vermilion/contract/datasets/items'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Status } from '#ui/feedback/status.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { text } from '../text.ts'
import type { StudioActions } from './page-commands.ts'
import styles from './workbench.module.css'

interface ImageBarProps {
  path: string
  status: (typeof itemStatuses)[number]
  filterNote: ReactNode
  position: number
  total: number
  actions: StudioActions
  hasPrevious: boolean
  hasNext: boolean
  canSave: boolean
  isToReview: boolean
  children: ReactNode
}

export function ImageBar({ path, status, filterNote, position, total, actions, ...more }: ImageBarProps) {
  const t = useText(text)
  const names = useText(studioCommandText)
  return (
    <div className={`${styles['bar']} row gap-14 border-bottom`}>
      <h1 className="absolute width-1 height-1 clip-away nowrap">{visibleName(path)}</h1>
      <Status tone={status === 'labeled' || status === 'reviewed' ? 'good' : 'neutral'}>{t(`status-${status}`)}</Status>
      <span className="grow" />
      {more.children}
      <div className="row gap-8 narrow-grow narrow-justify-between">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={names('previous')}
          title={more.hasPrevious ? names('previous') : t('noPrevious')}
          disabled={!more.hasPrevious}
          onClick={actions.previous}
        />
        <span className="stack note tabular text-center nowrap" style={{ lineHeight: 1.3 }}>
          {t('position', { position, total })}
          {filterNote}
        </span>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={names('next')}
          title={more.hasNext ? names('next') : t('noNext')}
          disabled={!more.hasNext}
          onClick={actions.next}
        />
      </div>
      <Button
        type={more.isToReview ? 'default' : 'primary'}
        {...(!more.isToReview && { icon: <CheckOutlined aria-hidden /> })}
        disabled={!more.canSave}
        onClick={actions.save}
        title={names('save')}
      >
        {t(more.hasNext ? 'doneAndNext' : 'done')}
      </Button>
    </div>
  )
}
