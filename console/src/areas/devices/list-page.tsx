import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import type { ListFilter } from '#ui/list/list-filter.ts'
import { useList } from '#ui/list/list-source.ts'
import type { DeviceTab } from './detail/tabs.ts'
import { useDeviceDeletion } from './delete-device.ts'
import { useDeviceActions } from './device-actions.ts'
import { DeviceCard } from './device-card.tsx'
import { OtherWays, OtherWaysMenu } from './other-ways.tsx'
import { DeviceDrawers, useDeviceDrawers } from './device-drawers.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { useInstallations } from './use-installations.ts'
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
  const runCommand = { key: 'command', words: t('runCommand'), open: setCommanded }
  const confirmKeys = { key: 'keys', words: t('confirmKeys'), open: setConfirming }
  const others = [
    { key: 'rollouts', words: t('rollouts'), run: () => void navigate({ to: '/board/rollouts' }) },
    { key: 'import', words: t('import'), run: () => show({ import: true }) },
    { key: 'enrol', words: t('enrol'), run: () => show({ enrol: true }) },
    { key: 'commands', words: t('commands'), run: () => void navigate({ to: '/board/list/commands' }) },
    { key: 'deletions', words: t('deletions'), run: () => setDeletionsOpen(true) },
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
      action={{ words: t('add'), run: () => show({ create: true }) }}
      empty={{ title: t('empty'), words: t('emptyWords') }}
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
