import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { Pager } from '#ui/table/pager.tsx'
import styles from './picked-files.module.css'
import { pickedText } from './picked-text.ts'

interface PickedPictures {
  spaceId: string
  folder: string
  value: readonly string[]
  onChange: (fileIds: readonly string[]) => void
}

export interface PicturePickerProps extends PickedPictures {
  onClose: () => void
}

export function PicturePicker({ onClose, ...picked }: PicturePickerProps) {
  const t = useText(pickedText)
  return (
    <Modal open title={t('title')} width={760} footer={null} onCancel={onClose}>
      <Pictures {...picked} />
      <Button type="primary" onClick={onClose}>
        {t('done')}
      </Button>
    </Modal>
  )
}

function Pictures({ spaceId, folder, value, onChange }: PickedPictures) {
  const t = useText(pickedText)
  const [cursor, setCursor] = useState<string | undefined>()
  const limit = useSystem((system) => system.pageSize)
  const params = { spaceId }
  const filter = { kind: 'image', folder, recursive: 'true' } as const
  const position = cursor === undefined ? {} : { cursor }
  const page = useQuery(readList(fileEndpoints.listFiles, { params, query: { ...filter, ...position, limit } }))
  const count = useQuery(read(fileEndpoints.countFiles, { params, query: filter }))
  if (page.error !== null || page.data === undefined) return <QueryState query={page} height={240} />
  if (page.data.items.length === 0) return <State title={t('none')} words={t('noneWords')} />
  const toggle = (fileId: string, isPicked: boolean) =>
    onChange(isPicked ? [...value, fileId] : value.filter((id) => id !== fileId))
  return (
    <>
      <ul className={`${styles['grid']} grid gap-10 margin-0-0-12 scroll-y`}>
        {page.data.items.map(({ id: fileId, path }) => (
          <li key={fileId}>
            <label className="relative block cursor-pointer" title={visibleName(path)}>
              <input
                className="absolute top-6 left-6 accent-primary"
                type="checkbox"
                checked={value.includes(fileId)}
                onChange={({ target }) => toggle(fileId, target.checked)}
              />
              <img
                className="block full-width radius-8 ground-tertiary object-cover"
                style={{ height: 96 }}
                src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
                alt={path}
                loading="lazy"
              />
            </label>
          </li>
        ))}
      </ul>
      <Pager page={{ ...page.data, total: page.data.total ?? count.data?.files ?? 0 }} onCursor={setCursor} />
    </>
  )
}
