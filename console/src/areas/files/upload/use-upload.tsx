import { type ChangeEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { type PickedFiles, filesOfInput, droppedFiles, pastedFiles, pickFiles } from './dropped-files.ts'
import { requestUpload } from './upload-request.ts'
import { uploadText } from './upload-text.ts'

export function useUpload(spaceId: string, folder: string, inPlace: boolean) {
  const t = useText(uploadText)
  const files = useRef<HTMLInputElement>(null)
  const wholeFolder = useRef<HTMLInputElement>(null)
  const failed = (problem: unknown) => notify.error(t('failedToCheck', { problem: problemWords(problem) }))
  const send = (pickedFiles: PickedFiles) => {
    if (pickedFiles.files.length === 0) notify.info(t('nothingChosen'))
    else requestUpload(spaceId, folder, pickedFiles).catch(failed)
  }
  const asFolder = (input: HTMLInputElement | null) => {
    if (input !== null) input.webkitdirectory = true
    wholeFolder.current = input
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null) send({ files: filesOfInput(target.files), handles: [] })
    target.value = ''
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    if (inPlace || clipboardData === null || clipboardData.files.length === 0) return
    if (target instanceof Element && target.closest('input, textarea, [contenteditable=true]') !== null) return
    event.preventDefault()
    send({ files: pastedFiles(clipboardData, new Date()), handles: [] })
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event)
    addEventListener('paste', listener)
    return () => removeEventListener('paste', listener)
  }, [])
  return {
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden onChange={onChange} aria-label={t('uploadFiles')} />
        <input ref={asFolder} type="file" hidden onChange={onChange} aria-label={t('uploadFolder')} />
      </>
    ),
    choose: (folderOnly: boolean) => {
      pickFiles(folderOnly).then((pickedFiles) => {
        if (pickedFiles === undefined) (folderOnly ? wholeFolder : files).current?.click()
        else if (pickedFiles.handles.length > 0) send(pickedFiles)
      }, failed)
    },
    addDropped: (transfer: DataTransfer) => {
      droppedFiles(transfer).then(send, failed)
    },
  }
}
