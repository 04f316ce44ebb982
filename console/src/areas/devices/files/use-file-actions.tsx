import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type DeviceFile, deviceFileEndpoints } from '@vermilion/contract/devices/files'
import { deviceChild, deviceParent, displayName, typedName } from '@vermilion/contract/devices/file-paths'
import { type KeyboardEvent, useState } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Selection } from '#ui/selection/selection.ts'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { isReadable } from './columns.tsx'
import { contentAddress } from './preview.tsx'
import { filesText } from './text.ts'

interface ActionNeeds {
  deviceId: string
  list: IndexedList<DeviceFile>
  selection: Selection<DeviceFile>
}

const maxNamed = 5
const countTimeout = 60_000

const notifyProblem = (problem: unknown) => notify.error(problemWords(problem))

function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

async function askToDelete(
  deviceId: string,
  files: readonly DeviceFile[],
  t: Translate<typeof filesText.en>,
  onBegun: () => void,
): Promise<void> {
  const params = { deviceId }
  const paths = files.map(({ path }) => path)
  const options = { timeout: countTimeout }
  const lost = await call(deviceFileEndpoints.countDeviceFiles, { params, body: { paths } }, options)
  const named = files.slice(0, maxNamed).map(({ name }) => displayName(name))
  const names = [...named, ...(files.length > maxNamed ? ['…'] : [])].join(', ')
  const { files: lostFiles, folders, bytes } = lost
  confirm({
    title: t('deleteTitle', { count: files.length }),
    body: lost.isCut
      ? t('deleteMore', { files: lostFiles, names })
      : t('deleteBody', { files: lostFiles, folders, size: formatSize(bytes), names }),
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    async run() {
      await call(deviceFileEndpoints.deleteDeviceFiles, { params, body: { paths } })
      onBegun()
      notify.success(t('deleting'))
    },
  })
}

export function useFileActions({ deviceId, list, selection }: ActionNeeds) {
  const t = useText(filesText)
  const [renaming, setRenaming] = useState<DeviceFile | null>(null)
  const params = { deviceId }
  const { chosen, count } = selection
  const [first] = chosen.items.values()
  const single = !chosen.all && count === 1 ? first : undefined

  async function selected(): Promise<readonly DeviceFile[]> {
    if (!chosen.all) return [...chosen.items.values()]
    const all = await list.bring(0, list.count - 1)
    return all.filter(({ path }) => !chosen.items.has(path))
  }

  async function download(): Promise<void> {
    if (single !== undefined && isReadable(single)) return save(contentAddress(deviceId, single.path, true))
    const paths = (await selected()).map(({ path }) => path)
    const archive = await call(deviceFileEndpoints.createDeviceArchive, { params, body: { paths } })
    save(addressOf(deviceFileEndpoints.downloadDeviceArchive, { params: { archiveId: archive.id } }))
  }

  const remove = async () => askToDelete(deviceId, await selected(), t, selection.clear)

  async function rename(file: DeviceFile, name: string): Promise<void> {
    const to = deviceChild(deviceParent(file.path), typedName(name))
    await call(deviceFileEndpoints.moveDeviceFile, { params, body: { path: file.path, to } })
    selection.clear()
    await refresh('/devices')
  }

  const copyPath = () =>
    void navigator.clipboard?.writeText(displayName(single?.path ?? '')).then(() => notify.success(t('copied')))
  const beginRename = () => setRenaming(single ?? null)
  const fileActions: FileAction[] = [
    {
      key: 'download',
      text: t('download'),
      icon: <DownloadOutlined aria-hidden />,
      run: () => void download().catch(notifyProblem),
    },
    ...(single === undefined
      ? []
      : [
          { key: 'rename', text: t('rename'), run: beginRename },
          { key: 'copy-path', text: t('copyPath'), more: true, run: copyPath },
        ]),
    {
      key: 'delete',
      text: t('delete'),
      danger: true,
      icon: <DeleteOutlined aria-hidden />,
      run: () => void remove().catch(notifyProblem),
    },
  ]

  return {
    fileActions,
    renaming:
      renaming === null
        ? null
        : {
            key: renaming.path,
            onDone(name: string | null) {
              setRenaming(null)
              if (name !== null) void rename(renaming, name).catch(notifyProblem)
            },
          },
    onKey(event: KeyboardEvent): boolean {
      if (count === 0) return false
      if (event.key === 'F2' && single !== undefined) beginRename()
      else if (event.key === 'Delete') void remove().catch(notifyProblem)
      else return false
      return true
    },
  }
}
