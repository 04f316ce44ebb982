import { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { deviceChild, displayName, typedName } from '@vermilion/contract/devices/file-paths'
import { type ChangeEvent, useRef } from 'react'
import { droppedFiles, filesOfInput, type PickedFiles } from '#areas/files'
import { ApiError, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { filesText } from '../text.ts'
import { uploadToDevice } from './device-uploads.ts'

const maxChecked = 50
const maxNamed = 5

async function findExisting(deviceId: string, folder: string, names: readonly string[]): Promise<string[]> {
  const existing = await Promise.all(
    names.slice(0, maxChecked).map(async (name) => {
      const query = { path: deviceChild(folder, typedName(name)) }
      try {
        await call(deviceFileEndpoints.getDeviceFile, { params: { deviceId }, query })
        return [name]
      } catch (problem) {
        if (problem instanceof ApiError && problem.error === 'device-file.not-found') return []
        throw problem
      }
    }),
  )
  return existing.flat()
}

export function useDeviceUpload(deviceId: string, folder: string) {
  const t = useText(filesText)
  const files = useRef<HTMLInputElement>(null)
  const wholeFolder = useRef<HTMLInputElement>(null)

  async function send({ files: picked }: Pick<PickedFiles, 'files'>): Promise<void> {
    const located = picked.map(({ file, path }) => ({
      file,
      path: path.split('/').map(typedName).reduce(deviceChild, folder),
    }))
    const begin = () => uploadToDevice(deviceId, located)
    const top = [...new Set(picked.map(({ path }) => path.split('/')[0] ?? path))]
    const existing = await findExisting(deviceId, folder, top)
    if (existing.length === 0) return begin()
    const names = existing.slice(0, maxNamed).map(displayName).join(', ') + (existing.length > maxNamed ? ', …' : '')
    confirm({
      title: t('replaceTitle', { count: existing.length }),
      body: t('replaceBody', { names }),
      action: t('replace'),
      danger: true,
      run: begin,
    })
  }
  const failed = (problem: unknown) => notify.error(problemWords(problem))
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null) send({ files: filesOfInput(target.files) }).catch(failed)
    // Allows the same file to be chosen again.
    target.value = ''
  }
  const asFolder = (input: HTMLInputElement | null) => {
    // React's types lack this attribute.
    if (input !== null) input.webkitdirectory = true
    wholeFolder.current = input
  }
  return {
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden onChange={onChange} aria-label={t('uploadFiles')} />
        <input ref={asFolder} type="file" hidden onChange={onChange} aria-label={t('uploadFolder')} />
      </>
    ),
    choose: (isFolder: boolean) => (isFolder ? wholeFolder : files).current?.click(),
    addDropped: (transfer: DataTransfer) => {
      droppedFiles(transfer).then(send).catch(failed)
    },
  }
}
