import { type ChangeEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { uploads } from '#lib/upload.ts'
import { notify } from '#ui/notify.tsx'
import { below, type ChosenFile, chosenFiles, droppedFiles } from './dropped.ts'
import { text } from './text.ts'

/** Ways to upload into one folder of a space: by choosing (through `inputs`, which the page holds), and by dropping. */
export function useUploadTo(spaceId: string, folder: string) {
  const t = useText(text)
  const files = useRef<HTMLInputElement>(null)
  const wholeFolder = useRef<HTMLInputElement>(null)
  const send = (chosen: readonly ChosenFile[]) => {
    if (chosen.length === 0) return notify.info(t('nothingChosen'))
    uploads.add(
      spaceId,
      chosen.map(({ file, path }) => ({ file, path: below(folder, path) })),
    )
  }
  const asFolder = (input: HTMLInputElement | null) => {
    // React's types do not know the attribute.
    if (input !== null) input.webkitdirectory = true
    wholeFolder.current = input
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null) send(chosenFiles(target.files))
    // So that choosing the same file once more is a change again.
    target.value = ''
  }
  return {
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden onChange={onChange} aria-label={t('uploadFiles')} />
        <input ref={asFolder} type="file" hidden onChange={onChange} aria-label={t('uploadFolder')} />
      </>
    ),
    choose: (whole: boolean) => (whole ? wholeFolder : files).current?.click(),
    take: (transfer: DataTransfer) => {
      droppedFiles(transfer).then(send, (problem: unknown) => notify.error(String(problem)))
    },
  }
}
