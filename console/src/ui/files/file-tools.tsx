import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import BorderOutlined from '@ant-design/icons/es/icons/BorderOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { FilterRow } from '../page/page.tsx'
import type { Selection } from '../selection/selection.ts'
import { text } from '../text.ts'
import styles from './file-body.module.css'
import type { FileView } from './file-view.ts'
import { type FileAction, SelectionBar } from './selection-bar.tsx'

export interface FileToolsProps<Item> {
  filters: ReactNode
  looks?: ReactNode
  /** With fewer than two, no choice of views is shown. */
  views: readonly FileView[]
  view: FileView
  onView: (view: FileView) => void
  selection: Selection<Item>
  selectedNote?: string | undefined
  fileActions: readonly FileAction[]
  total: number
}

export function FileTools<Item>(props: FileToolsProps<Item> & { onClear: () => void }) {
  const { selection } = props
  return (
    <div className="flex rigid gap-8 align-flex-start margin-bottom-12 narrow-wrap narrow-justify-end">
      <div className={`${styles['left']} relative grow min-width-0 narrow-line-of-its-own`}>
        <div inert={selection.count > 0}>
          <FilterRow>{props.filters}</FilterRow>
        </div>
        {selection.count > 0 && (
          <SelectionBar
            count={selection.count}
            note={props.selectedNote}
            total={props.total}
            actions={props.fileActions}
            onAll={selection.all}
            onClear={props.onClear}
          />
        )}
      </div>
      <div className="flex rigid gap-8">
        {props.looks}
        <ViewSwitch views={props.views} view={props.view} onView={props.onView} />
      </div>
    </div>
  )
}

const viewIcons = {
  table: ['tableView', BarsOutlined],
  small: ['smallIcons', AppstoreOutlined],
  large: ['largeIcons', BorderOutlined],
  gallery: ['galleryView', PictureOutlined],
} as const

function ViewSwitch({ views, view, onView }: Pick<FileToolsProps<never>, 'views' | 'view' | 'onView'>) {
  const t = useText(text)
  if (views.length < 2) return null
  return (
    <Segmented<FileView>
      value={view}
      onChange={onView}
      options={views.map((value) => {
        const [message, Icon] = viewIcons[value]
        return { value, icon: <Icon aria-label={t(message)} />, title: t(message) }
      })}
      aria-label={t('view')}
    />
  )
}
