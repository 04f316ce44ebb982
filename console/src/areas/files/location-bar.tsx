import { Link } from '@tanstack/react-router'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { FolderTrail } from '#ui/files/folder-trail.tsx'
import { filterText } from './filter/filter-text.ts'
import styles from './files.module.css'

export interface LocationBarProps {
  spaceId: string
  folder: string
  recursive: boolean
  onRecursive: (recursive: boolean) => void
  takes: (event: React.DragEvent, folder: string) => boolean
  onDrop: (event: React.DragEvent, folder: string) => void
  children: ReactNode
}

export function LocationBar({ spaceId, folder, recursive, onRecursive, takes, onDrop, children }: LocationBarProps) {
  const t = useText(filterText)
  return (
    <div className="wrapping-row rigid gap-4-14 min-height-28 margin-bottom-8">
      <FolderTrail
        folder={folder}
        renderLink={(path, message) => (
          <FolderLink spaceId={spaceId} path={path} text={message} takes={takes} onDrop={onDrop} />
        )}
      />
      <span className="faint push-right tabular">{children}</span>
      <Segmented<'here' | 'below'>
        size="small"
        aria-label={t('scope')}
        value={recursive ? 'below' : 'here'}
        onChange={(value) => onRecursive(value === 'below')}
        options={[
          { value: 'here', label: t('here') },
          { value: 'below', label: t('below') },
        ]}
      />
    </div>
  )
}

type FolderLinkProps = Pick<LocationBarProps, 'spaceId' | 'takes' | 'onDrop'> & { path: string; text: string }

function FolderLink({ spaceId, path, text: message, takes, onDrop }: FolderLinkProps) {
  const [over, setOver] = useState(false)
  return (
    <Link
      to="/space/list/file/$id"
      params={{ id: spaceId }}
      search={({ view, sort }) => ({ view, sort: sort as never, folder: path === '' ? undefined : path })}
      className={styles['step']}
      data-over={over}
      draggable={false}
      onDragOver={(event) => {
        if (!takes(event, path)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!takes(event, path)) return
        event.preventDefault()
        onDrop(event, path)
      }}
    >
      {message}
    </Link>
  )
}
