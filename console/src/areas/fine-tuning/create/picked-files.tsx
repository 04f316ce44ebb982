import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { Pager } from '#ui/table/pager.tsx'
import type { TypedFineTuning } from './form-values.ts'
import styles from './picked-files.module.css'
import { pickedText } from './picked-text.ts'

/** Single pictures of the folder, where not all of them are meant. */
export function PickedFiles() {
  const kind = Form.useWatch<TypedFineTuning['kind'] | undefined>('kind')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const folder = Form.useWatch<string | undefined>('folder') ?? ''
  if (kind !== 'space' || spaceId === undefined) return null
  return (
    <Form.Item name="fileIds">
      <Picked spaceId={spaceId} folder={folder} />
    </Form.Item>
  )
}

interface PickedProps {
  spaceId: string
  folder: string
  value?: readonly string[]
  onChange?: (fileIds: readonly string[]) => void
}

function Picked({ spaceId, folder, value = [], onChange }: PickedProps) {
  const t = useText(pickedText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className={styles['line']}>
        {value.length === 0 ? t('all') : t('some', { count: value.length })}
        <Button size="small" onClick={() => setOpen(true)}>
          {t('pick')}
        </Button>
        {value.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange?.([])}>
            {t('takeAll')}
          </Button>
        )}
      </span>
      <Modal open={isOpen} title={t('title')} width={760} destroyOnHidden footer={null} onCancel={() => setOpen(false)}>
        <Pictures spaceId={spaceId} folder={folder} value={value} onChange={(ids) => onChange?.(ids)} />
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('done')}
        </Button>
      </Modal>
    </>
  )
}

function Pictures({ spaceId, folder, value, onChange }: Required<PickedProps>) {
  const t = useText(pickedText)
  const [cursor, setCursor] = useState<string | undefined>()
  const limit = useSystem((system) => system.pageSize)
  const params = { spaceId }
  const filter = { kind: 'image', folder, recursive: 'true' } as const
  const position = cursor === undefined ? {} : { cursor }
  const page = useQuery(readList(fileEndpoints.listFiles, { params, query: { ...filter, ...position, limit } }))
  const count = useQuery(read(fileEndpoints.countFiles, { params, query: filter }))
  if (page.error !== null) return <ProblemState problem={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined) return <Bone height={240} />
  if (page.data.items.length === 0) return <State title={t('none')} words={t('noneWords')} />
  const toggle = (fileId: string, isPicked: boolean) =>
    onChange(isPicked ? [...value, fileId] : value.filter((id) => id !== fileId))
  return (
    <>
      <ul className={styles['grid']}>
        {page.data.items.map(({ id: fileId, path }) => (
          <li key={fileId}>
            <label title={path}>
              <input
                type="checkbox"
                checked={value.includes(fileId)}
                onChange={({ target }) => toggle(fileId, target.checked)}
              />
              <img src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })} alt={path} loading="lazy" />
            </label>
          </li>
        ))}
      </ul>
      <Pager page={{ ...page.data, total: page.data.total ?? count.data?.files ?? 0 }} onCursor={setCursor} />
    </>
  )
}
