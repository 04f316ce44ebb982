import { DataCheck } from './data-check.tsx'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { pickedText } from './picked-text.ts'
import { fileEndpoints } from '@vermilion/contract/files'
import Modal from 'antd/es/modal'
import { addressOf } from '#lib/api.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect, useState } from 'react'
import { read, readList } from '#lib/query.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { propose } from '#ui/form/form-fields.ts'
import type { TypedFineTuning } from './form-values.ts'
import { freeLoraName, triggerWordsOf } from './lora-name.ts'
import styles from './picked-files.module.css'

export function SourceNotes() {
  return (
    <>
      <PickedFiles />
      <ProposedNames />
      <DataCheck />
    </>
  )
}

const maxNames = 200

function useAbout(): string | undefined {
  const kind = Form.useWatch<TypedFineTuning['kind'] | undefined>('kind')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const folder = Form.useWatch<string | undefined>('folder')
  const space = useQuery({
    ...read(spaceEndpoints.getSpace, { params: { spaceId: spaceId ?? '' } }),
    enabled: kind === 'space' && spaceId !== undefined,
  })
  const dataset = useQuery({
    ...read(datasetEndpoints.getDataset, { params: { datasetId: datasetId ?? '' } }),
    enabled: kind === 'dataset' && datasetId !== undefined,
  })
  if (kind === 'dataset') return dataset.data?.name
  const [last] = folder?.split('/').filter(Boolean).slice(-1) ?? []
  return kind === 'space' ? (last ?? space.data?.name) : undefined
}

function ProposedNames() {
  const form = Form.useFormInstance<TypedFineTuning>()
  const about = useAbout()
  const loras = useQuery(read(modelEndpoints.listModels, { query: { type: 'lora-model', limit: maxNames } }))
  const tasks = useQuery(read(fineTuningEndpoints.listFineTunings, { query: { limit: maxNames } }))
  const isKnown = about !== undefined && loras.data !== undefined && tasks.data !== undefined
  const used = [
    ...(loras.data?.items ?? []).map(({ name }) => name),
    ...(tasks.data?.items ?? []).map((task) => task.loraName),
  ]
  const name = isKnown ? freeLoraName(about, new Set(used)) : undefined
  useEffect(() => {
    if (name === undefined || form.isFieldTouched('loraName')) return
    propose(form, 'loraName', name)
    propose(form, 'triggerWords', triggerWordsOf(name))
    propose(form, 'name', proposeTaskName(`lora-${name}`, 'lora'))
  }, [form, name])
  return null
}

function PickedFiles() {
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
      <span className="wrapping-row gap-8 text-secondary">
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
      {isOpen && (
        <PicturePicker
          {...{ spaceId, folder, value }}
          onChange={(ids) => onChange?.(ids)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface PickedPictures {
  spaceId: string
  folder: string
  value: readonly string[]
  onChange: (fileIds: readonly string[]) => void
}

interface PicturePickerProps extends PickedPictures {
  onClose: () => void
}

function PicturePicker({ onClose, ...picked }: PicturePickerProps) {
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
  if (page.data.items.length === 0) return <State title={t('none')} text={t('noneWords')} />
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
