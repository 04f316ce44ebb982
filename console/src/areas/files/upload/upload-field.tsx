import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { findLeftUploads } from '#lib/left-uploads.ts'
import { read, readList } from '#lib/query.ts'
import { useUploads } from '#lib/upload.ts'
import { notify } from '#ui/notify.tsx'
import { problemWords } from '#ui/problem.ts'
import { type Chosen, chosenFiles, droppedFiles } from './dropped-files.ts'
import { DropZone } from './drop-zone.tsx'
import { LeftUploads } from '../upload-panel/unfinished-uploads.tsx'
import { uploadFieldText } from './upload-field-text.ts'
import styles from './upload-field.module.css'
import { isUploadedTo, leftOf, type UploadPlace } from './upload-destination.ts'
import { newUploadPlace } from './new-upload-destination.ts'
import { requestUpload } from './upload-request.ts'

interface UploadFieldProps {
  id?: string
  value?: UploadPlace
  onChange?: (place: UploadPlace) => void
}

/** A form field for images of this machine: they are uploaded at once, into a folder of their own. */
export function UploadField({ id, value, onChange }: UploadFieldProps) {
  const t = useText(uploadFieldText)
  const input = useRef<HTMLInputElement>(null)
  // What was typed may have outlived the page that sent it.
  useEffect(() => {
    findLeftUploads().catch(() => undefined)
  }, [])
  const place = useRef<Promise<UploadPlace>>(null)
  const [looking, setLooking] = useState(false)
  const send = async (choice: Promise<Chosen>) => {
    setLooking(true)
    try {
      const chosen = await choice
      if (chosen.files.length === 0) return
      place.current ??= value === undefined ? newUploadPlace(new Date()) : Promise.resolve(value)
      const to = await place.current
      await requestUpload(to.spaceId, to.folder, chosen)
      onChange?.(to)
    } catch (problem) {
      place.current = null
      notify.error(problemWords(problem))
    } finally {
      setLooking(false)
    }
  }
  return (
    <DropZone words={t('dropNow')} takes onDrop={(transfer) => void send(droppedFiles(transfer))}>
      <div className={styles['field']}>
        <input
          ref={input}
          type="file"
          multiple
          // A form shows what the attribute `hidden` would hide.
          style={{ display: 'none' }}
          accept="image/*"
          onChange={({ target }) => {
            void send(Promise.resolve({ files: chosenFiles(target.files ?? []), handles: [] }))
            // So that choosing the same file once more is a change again.
            target.value = ''
          }}
        />
        <Button
          {...(id === undefined ? {} : { id })}
          aria-label={t('choose')}
          loading={looking}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <p>{value === undefined ? t('drop') : <Arrived place={value} />}</p>
        {value !== undefined && <LeftUploads of={leftOf(value)} />}
      </div>
    </DropZone>
  )
}

function Arrived({ place }: { place: UploadPlace }) {
  const t = useText(uploadFieldText)
  const { spaceId, folder } = place
  const query = { folder, recursive: 'true', limit: 1 } as const
  const found = useQuery(readList(fileEndpoints.listFiles, { params: { spaceId }, query }))
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  const under = useUploads(
    (state) => state.uploads.filter((one) => isUploadedTo(place)(one) && one.status !== 'done').length,
  )
  const failed = useUploads(
    (state) => state.uploads.filter((one) => isUploadedTo(place)(one) && one.status === 'failed').length,
  )
  return (
    <output>
      {found.error !== null ? problemWords(found.error) : t('arrived', { count: found.data?.total ?? 0 })}
      {under > failed && <> · {t('left', { count: under - failed })}</>}
      {failed > 0 && <strong> · {t('failed', { count: failed })}</strong>}
      {space.data !== undefined && <small>{t('kept', { space: space.data.name, folder })}</small>}
    </output>
  )
}
