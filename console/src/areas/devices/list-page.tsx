import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import type { ListFilter } from '#ui/list/list-filter.ts'
import { useList } from '#ui/list/list-source.ts'
import type { DeviceTab } from './detail/tabs.ts'
import { useDeviceDeletion } from './delete-device.ts'
import { useDeviceActions } from './device-actions.ts'
import { DeviceCard } from './device-card.tsx'
import Button from 'antd/es/button'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import { CreateDevice } from './form/create-device.tsx'
import { EnrolDevice } from './enrolment/enrol-device.tsx'
import { EditDevice } from './form/edit-device.tsx'
import { ImportDrawer } from './import/import-drawer.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import {
  type Installation,
  installationEndpoints,
  maxInstallationDevices,
} from '@vermilion/contract/rollouts/installations'
import { deviceStatuses } from './search.ts'
import { text } from './text.ts'
import { RunCommand } from './commands/run-command.tsx'
import { DeletionsDrawer } from './log/deletions-drawer.tsx'
import { ConfirmKeys } from './keys/confirm-keys.tsx'

interface DeviceListPageProps {
  tabs: readonly DeviceTab[]
}

export function DeviceListPage({ tabs }: DeviceListPageProps) {
  const t = useText(text)
  const {
    create: _create,
    enrol: _enrol,
    import: _import,
    edit: _edit,
    layout: _layout,
    ...search
  } = useSearch({ from: '/shell/board/list' })
  const navigate = useNavigate({ from: '/board/list' })
  const list = useList(deviceEndpoints.listDevices, search)
  const installedOf = useInstallations(list.page?.items)
  const hasGpu = list.page?.items.some(({ reading }) => (reading?.gpu ?? null) !== null) ?? true
  const show = useDeviceDrawers()
  const open = (id: string) => void navigate({ to: '/board/list/device/$id', params: { id } })
  const actionsOf = useDeviceActions({ onEdit: ({ id }) => show({ edit: id }) })
  const [confirming, setConfirming] = useState<readonly Device[] | null>(null)
  const [commanded, setCommanded] = useState<readonly Device[] | null>(null)
  const [areDeletionsOpen, setDeletionsOpen] = useState(false)
  const runCommand = { key: 'command', text: t('runCommand'), open: setCommanded }
  const confirmKeys = { key: 'keys', text: t('confirmKeys'), open: setConfirming }
  const others = [
    { key: 'rollouts', text: t('rollouts'), run: () => void navigate({ to: '/board/rollouts' }) },
    { key: 'import', text: t('import'), run: () => show({ import: true }) },
    { key: 'enrol', text: t('enrol'), run: () => show({ enrol: true }) },
    { key: 'commands', text: t('commands'), run: () => void navigate({ to: '/board/list/commands' }) },
    { key: 'deletions', text: t('deletions'), run: () => setDeletionsOpen(true) },
  ]
  usePageActions(others)
  return (
    <ListPage
      name="devices"
      title={t('title')}
      list={list}
      columns={useDeviceColumns(tabs, actionsOf, installedOf, hasGpu)}
      renderCard={(device) => (
        <DeviceCard device={device} tabs={tabs} actions={actionsOf(device)} installed={installedOf(device)} />
      )}
      usualSort="name"
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => open(id)}
      searchLabel={t('search')}
      failure={t('listFailed')}
      filters={useDeviceFilters()}
      more={<OtherWays actions={others} />}
      menu={<OtherWaysMenu actions={others} />}
      action={{ text: t('add'), run: () => show({ create: true }) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
      bulk={[runCommand, confirmKeys, useDeviceDeletion()]}
    >
      <DeviceDrawers devices={list.page?.items} onOpen={open} />
      {areDeletionsOpen && <DeletionsDrawer onClose={() => setDeletionsOpen(false)} />}
      {commanded !== null && <RunCommand devices={commanded} onClose={() => setCommanded(null)} />}
      {confirming !== null && <ConfirmKeys devices={confirming} onClose={() => setConfirming(null)} />}
    </ListPage>
  )
}

function useDeviceFilters(): ListFilter[] {
  const t = useText(text)
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  return [
    {
      kind: 'choice',
      key: 'status',
      label: t('status'),
      all: t('allStatuses'),
      options: deviceStatuses.map((status) => ({ value: status, label: t(status) })),
    },
    {
      kind: 'choice',
      key: 'kind',
      label: t('kind'),
      all: t('allKinds'),
      options: deviceKinds.map((kind) => ({ value: kind, label: t(kind) })),
    },
    {
      kind: 'choice',
      key: 'group',
      label: t('group'),
      all: t('allGroups'),
      options: groups.data?.map(({ name }) => ({ value: name, label: name })) ?? [],
    },
    { kind: 'tags' },
  ]
}

const none: readonly Installation[] = []

function useInstallations(devices: readonly Device[] | undefined) {
  const ids = (devices ?? []).slice(0, maxInstallationDevices).map(({ id }) => id)
  const { data } = useQuery({
    ...readList(installationEndpoints.listInstallations, { query: { devices: ids.join(',') } }),
    enabled: ids.length > 0,
  })
  const byDevice = Map.groupBy(data ?? [], ({ deviceId }) => deviceId)
  return ({ id }: Device) => byDevice.get(id) ?? none
}

const usual = 2

function OtherWays({ actions }: { actions: readonly RowAction[] }) {
  return (
    <span className="inline-row gap-8 narrow-hidden">
      {actions.slice(0, usual).map(({ key, text: message, run }) => (
        <Button key={key} onClick={run}>
          {message}
        </Button>
      ))}
    </span>
  )
}

function OtherWaysMenu({ actions }: { actions: readonly RowAction[] }) {
  const t = useText(text)
  return (
    <>
      <span className="inline-row gap-8 narrow-hidden">
        <RowMenu label={t('otherWays')} actions={actions.slice(usual)} />
      </span>
      <span className="hidden narrow-inline-flex">
        <RowMenu label={t('otherWays')} actions={actions} />
      </span>
    </>
  )
}

interface Opened {
  create?: boolean
  enrol?: boolean
  import?: boolean
  edit?: string
}

const closed = { create: undefined, enrol: undefined, import: undefined, edit: undefined }

function useDeviceDrawers() {
  const navigate = useNavigate({ from: '/board/list' })
  return (changes: Opened) => void navigate({ search: (now) => ({ ...now, ...closed, ...changes }), replace: true })
}

interface DeviceDrawersProps {
  devices: readonly Device[] | undefined
  onOpen: (deviceId: string) => void
}

function DeviceDrawers({ devices, onOpen }: DeviceDrawersProps) {
  const { create = false, enrol = false, import: isImporting = false, edit } = useSearch({ from: '/shell/board/list' })
  const show = useDeviceDrawers()
  const close = () => show({})
  const edited = devices?.find(({ id }) => id === edit)
  return (
    <>
      {create && <CreateDevice onClose={close} onCreated={({ id }) => onOpen(id)} />}
      {enrol && <EnrolDevice onClose={close} onOpen={onOpen} />}
      {isImporting && <ImportDrawer onClose={close} />}
      {edited !== undefined && <EditDevice key={edited.id} device={edited} onClose={close} />}
    </>
  )
}
