import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints, isInPlace, type Space } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { findLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { read, readList } from '#lib/query.ts'
import { useUploads } from '#lib/upload/upload.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { type PickedFiles, filesOfInput, droppedFiles } from './dropped-files.ts'
import { DropZone } from './drop-zone.tsx'
import { UnfinishedUploads } from '../upload-panel/unfinished-uploads.tsx'
import { uploadFieldText } from './upload-field-text.ts'
import styles from './upload-field.module.css'
import { isUploadedTo, isUnfinishedUploadTo, type UploadDestination } from './upload-destination.ts'
import { call } from '#lib/api.ts'
import { requestUpload } from './upload-request.ts'

interface UploadFieldProps {
  id?: string
  value?: UploadDestination
  onChange?: (destination: UploadDestination) => void
  accept?: string
  text?: Readonly<Record<'choose' | 'drop' | 'dropNow', string>>
  keep?: (files: PickedFiles) => PickedFiles
  begins?: boolean
}

export function UploadField(props: UploadFieldProps) {
  const { id, value, onChange, accept = 'image/*', text: message, keep = (all) => all, begins = false } = props
  const t = useText(uploadFieldText)
  const say = message ?? { choose: t('choose'), drop: t('drop'), dropNow: t('dropNow') }
  const input = useRef<HTMLInputElement>(null)
  // A restored form may refer to uploads that an earlier page has not finished.
  useEffect(() => {
    findLeftUploads().catch(() => undefined)
  }, [])
  const destination = useRef<Promise<UploadDestination>>(null)
  const [looking, setLooking] = useState(false)
  const send = async (choice: Promise<PickedFiles>) => {
    setLooking(true)
    try {
      const pickedFiles = keep(await choice)
      if (pickedFiles.files.length === 0) return
      destination.current ??= value === undefined ? createUploadDestination(new Date()) : Promise.resolve(value)
      const to = await destination.current
      await requestUpload(to.spaceId, to.folder, pickedFiles)
      onChange?.(to)
    } catch (problem) {
      destination.current = null
      notify.error(problemWords(problem))
    } finally {
      setLooking(false)
    }
  }
  return (
    <DropZone text={say.dropNow} takes onDrop={(transfer) => void send(droppedFiles(transfer))}>
      <div className={`${styles['field']} note grid gap-8 justify-items-center border-dashed radius-10 text-center`}>
        <input
          ref={input}
          type="file"
          multiple
          // The form's styles override the attribute `hidden`.
          style={{ display: 'none' }}
          accept={accept}
          onChange={({ target }) => {
            void send(Promise.resolve({ files: filesOfInput(target.files ?? []), handles: [] }))
            target.value = ''
          }}
        />
        <Button
          {...(id === undefined ? {} : { id })}
          data-begin={begins || undefined}
          aria-label={say.choose}
          loading={looking}
          onClick={() => input.current?.click()}
        >
          {say.choose}
        </Button>
        <p>{value === undefined ? say.drop : <Arrived place={value} />}</p>
        {value !== undefined && <UnfinishedUploads of={isUnfinishedUploadTo(value)} />}
      </div>
    </DropZone>
  )
}

function Arrived({ place: destination }: { place: UploadDestination }) {
  const t = useText(uploadFieldText)
  const { spaceId, folder } = destination
  const query = { folder, recursive: 'true', limit: 1 } as const
  const files = useQuery(readList(fileEndpoints.listFiles, { params: { spaceId }, query }))
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  const under = useUploads(
    (state) => state.uploads.filter((one) => isUploadedTo(destination)(one) && one.status !== 'done').length,
  )
  const failed = useUploads(
    (state) => state.uploads.filter((one) => isUploadedTo(destination)(one) && one.status === 'failed').length,
  )
  return (
    <output>
      {files.error !== null ? problemWords(files.error) : t('arrived', { count: files.data?.total ?? 0 })}
      {under > failed && <> · {t('left', { count: under - failed })}</>}
      {failed > 0 && <strong className="text-error"> · {t('failed', { count: failed })}</strong>}
      {space.data !== undefined && (
        <small className="margin-top-4 break-anywhere block text-tertiary">
          {t('kept', { space: space.data.name, folder })}
        </small>
      )}
    </output>
  )
}

const home = 'uploads'

async function createUploadDestination(now: Date): Promise<UploadDestination> {
  const { id } = (await homeNow()) ?? (await newHome())
  const stamp = now
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .replace('T', '-')
  return { spaceId: id, folder: stamp }
}

async function homeNow(): Promise<Space | undefined> {
  const { items } = await call(spaceEndpoints.listSpaces, { query: { search: home, limit: 200 } })
  return items.find((space) => space.name === home && !isInPlace(space))
}

/** The name or path may be taken, or have been created meanwhile. */
async function newHome(): Promise<Space> {
  const create = (name: string, path: string) =>
    call(spaceEndpoints.createSpace, { body: { name, path } }).catch(() => undefined)
  const own = Date.now().toString(36)
  return (
    (await create(home, home)) ??
    (await create(home, `${home}-${own}`)) ??
    (await homeNow()) ??
    (await call(spaceEndpoints.createSpace, { body: { name: `${home} ${own}`, path: `${home}-${own}` } }))
  )
}
