import type { Device } from '@vermilion/contract/devices'
import { type DeviceFile, maxDeviceEntries } from '@vermilion/contract/devices/files'
import { displayName } from '@vermilion/contract/devices/file-paths'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import { useState } from 'react'
import { DropZone } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { State } from '#ui/feedback/states.tsx'
import { FileBody } from '#ui/files/file-body.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { UploadButton } from '#ui/files/upload-button.tsx'
import { useSelection } from '#ui/selection/selection.ts'
import { useConnecting } from '../connect-device.ts'
import { opensAsFolder, isReadable, useColumns } from './columns.tsx'
import { NewFolder } from './new-folder.tsx'
import { PathBar } from './path-bar.tsx'
import { usePreview } from './preview.tsx'
import { filesText } from './text.ts'
import { DeviceUploadPanel } from './upload/upload-panel.tsx'
import { useDeviceUpload } from './upload/use-device-upload.tsx'
import { type DeviceFolder, keyOf, useDeviceFiles } from './use-device-files.ts'
import { useFileActions } from './use-file-actions.tsx'
import { CollectDrawer } from '../collections/collect-drawer.tsx'
import { CollectionsView } from '../collections/collections-view.tsx'

const nameOf = ({ name }: DeviceFile) => displayName(name)

function useFilesAddress() {
  const search = useSearch({ from: '/shell/board/list/device/$id' })
  const navigate = useNavigate({ from: '/board/list/device/$id' })
  const change = (changes: Partial<typeof search>, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace })
  return { search, change, goTo: (path: string) => change({ path, find: undefined }, false) }
}

export function FilesTab({ device }: { device: Device }) {
  const { search, change } = useFilesAddress()
  if (search.collections === true)
    return <CollectionsView device={device} onBack={() => change({ collections: undefined })} />
  if (device.status !== 'online')
    return <OfflineState device={device} onCollections={() => change({ collections: true })} />
  return <DeviceFileManager device={device} />
}

function OfflineState({ device, onCollections }: { device: Device; onCollections: () => void }) {
  const t = useText(filesText)
  const { busy, connect } = useConnecting()
  return (
    <State title={t('offline')} text={t('offlineWords', { problem: device.problemDetail ?? '' })}>
      <Button loading={busy} onClick={() => connect(device)}>
        {t('connect')}
      </Button>
      <Button onClick={onCollections}>{t('collections')}</Button>
    </State>
  )
}

function DeviceFileManager({ device: { id: deviceId, name } }: { device: Device }) {
  const t = useText(filesText)
  const { search, change, goTo } = useFilesAddress()
  const { path = '', order = 'name', find = '', hidden = false } = search
  const folder = useDeviceFiles({ deviceId, path, sort: order, search: find, hidden })
  const selection = useSelection<DeviceFile>({
    list: folder.files,
    itemKey: keyOf,
    scope: folder.scope,
    onTooMany: (max) => notify.info(t('tooMany', { most: max })),
  })
  const shownPath = folder.facts?.path ?? (path === '' ? '/' : path)
  const upload = useDeviceUpload(deviceId, shownPath)
  const actions = useFileActions({ deviceId, list: folder.files, selection })
  const [dialog, setDialog] = useState<'folder' | 'collect' | null>(null)
  const columns = useColumns()
  const preview = usePreview(deviceId)
  return (
    <DropZone takes text={t('drop')} onDrop={upload.addDropped}>
      <div style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
        <FileBody<DeviceFile>
          {...actions}
          menu={actions.fileActions}
          label={t('files')}
          filters={
            <FolderTools
              onUpload={upload.choose}
              onNewFolder={() => setDialog('folder')}
              onCollect={() => setDialog('collect')}
            />
          }
          where={
            <PathBar path={shownPath} onGo={goTo}>
              <FolderNote folder={folder} />
            </PathBar>
          }
          views={['table']}
          view="table"
          onView={() => undefined}
          scope={folder.scope}
          list={folder.files}
          total={folder.files.count}
          itemKey={keyOf}
          nameOf={nameOf}
          cell={(file) => ({ name: nameOf(file), path: file.path, caption: '', picture: null })}
          columns={columns}
          sort={{ value: order, onSort: (next) => change({ order: next }) }}
          preview={preview}
          onOpen={(file) => {
            if (opensAsFolder(file)) goTo(file.path)
            return !isReadable(file)
          }}
          selection={selection}
          loading={folder.loading}
          problem={folder.problem}
          onRetry={folder.refresh}
          empty={
            <EmptyFolder
              isSearched={find !== ''}
              hiddenCount={hidden ? 0 : (folder.facts?.hidden ?? 0)}
              onHidden={() => change({ hidden: true })}
            />
          }
        />
        <DeviceUploadPanel deviceId={deviceId} />
      </div>
      {upload.inputs}
      {dialog === 'folder' && <NewFolder deviceId={deviceId} folder={shownPath} onClose={() => setDialog(null)} />}
      {dialog === 'collect' && (
        <CollectDrawer
          device={{ id: deviceId, name }}
          folder={shownPath}
          collection={null}
          onClose={() => setDialog(null)}
          onDone={() => change({ collections: true })}
        />
      )}
    </DropZone>
  )
}

interface FolderToolsProps {
  onUpload: (isFolder: boolean) => void
  onNewFolder: () => void
  onCollect: () => void
}

function FolderTools({ onUpload, onNewFolder, onCollect }: FolderToolsProps) {
  const t = useText(filesText)
  const { search, change } = useFilesAddress()
  return (
    <>
      <SearchField value={search.find} onSearch={(next) => change({ find: next })} label={t('search')} width={220} />
      <Checkbox
        checked={search.hidden === true}
        onChange={({ target }) => change({ hidden: target.checked || undefined })}
      >
        {t('hidden')}
      </Checkbox>
      <UploadButton
        text={{ upload: t('upload'), files: t('uploadFiles'), folder: t('uploadFolder') }}
        onChoose={onUpload}
      />
      <Button onClick={onNewFolder}>{t('newFolder')}</Button>
      <Button onClick={onCollect}>{t('collect')}</Button>
      <Button onClick={() => change({ collections: true })}>{t('collections')}</Button>
    </>
  )
}

function FolderNote({ folder: { facts } }: { folder: DeviceFolder }) {
  const t = useText(filesText)
  if (facts === null) return null
  const notes = [
    facts.isCut ? t('cut', { count: maxDeviceEntries }) : t('entries', { count: facts.total }),
    ...(facts.refused > 0 ? [t('refused', { count: facts.refused })] : []),
  ]
  return notes.join(' ')
}

interface EmptyFolderProps {
  isSearched: boolean
  hiddenCount: number
  onHidden: () => void
}

function EmptyFolder({ isSearched, hiddenCount, onHidden }: EmptyFolderProps) {
  const t = useText(filesText)
  if (isSearched) return <State title={t('noMatch')} />
  return (
    <State title={t('empty')} text={hiddenCount > 0 ? t('onlyHidden', { count: hiddenCount }) : t('emptyWords')}>
      {hiddenCount > 0 && <Button onClick={onHidden}>{t('showHidden')}</Button>}
    </State>
  )
}
