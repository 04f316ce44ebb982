import Button from 'antd/es/button'
import { type ChangeEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { useLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { abandonBatch, resumeBatch } from '#lib/upload/upload.ts'
import type { LeftBatch } from '#lib/upload/upload-memory.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { filesOfInput } from '../upload/dropped-files.ts'
import { type PickedFile, filesAgain, matchUnfinished } from '../upload/file-handles.ts'
import { uploadText } from '../upload/upload-text.ts'

interface UnfinishedUploadsProps {
  of?: (batch: LeftBatch) => boolean
}

export function UnfinishedUploads({ of = () => true }: UnfinishedUploadsProps) {
  const batches = useLeftUploads((state) => state.batches)
  return batches.filter(of).map((batch) => <LeftUpload key={batch.id} batch={batch} />)
}

function LeftUpload({ batch }: { batch: LeftBatch }) {
  const t = useText(uploadText)
  const input = useRef<HTMLInputElement>(null)
  const first = batch.files[batch.left[0] ?? 0]?.chosen ?? ''
  const isFolder = first.includes('/')
  const name = isFolder ? first.slice(0, first.indexOf('/')) : first
  const take = (pickedFiles: readonly PickedFile[]) => {
    const count = resumeBatch(batch, matchUnfinished(batch, pickedFiles))
    if (count === 0) notify.error(t('noneMatches'))
  }
  const resume = () => {
    filesAgain(batch).then(
      (pickedFiles) => (pickedFiles === undefined ? notify.error(t('notPermitted')) : take(pickedFiles)),
      (problem: unknown) => notify.error(problemWords(problem)),
    )
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null && target.files.length > 0) take(filesOfInput(target.files))
    target.value = ''
  }
  const again = t(isFolder ? 'leftChooseFolder' : 'leftChooseFiles')
  return (
    <div className="wrapping-row gap-6 margin-bottom-10">
      <p className="basis-full weight-600">{t('left', { left: batch.left.length, total: batch.files.length, name })}</p>
      <input
        ref={(element) => {
          if (element !== null) element.webkitdirectory = isFolder
          input.current = element
        }}
        type="file"
        multiple
        hidden
        onChange={onChange}
        aria-label={again}
      />
      {batch.handles.length > 0 && (
        <Button size="small" type="primary" onClick={resume}>
          {t('resume')}
        </Button>
      )}
      <Button size="small" onClick={() => input.current?.click()}>
        {again}
      </Button>
      <Button size="small" type="text" onClick={() => void abandonBatch(batch)}>
        {t('giveUp')}
      </Button>
    </div>
  )
}
