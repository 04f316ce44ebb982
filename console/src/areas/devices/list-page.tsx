import { deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import type { DeviceTab } from './detail/tabs.ts'
import { useDeviceDeletion } from './delete-device.ts'
import { useDeviceActions } from './device-actions.ts'
import { DeviceCard } from './device-card.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceKinds, deviceStatuses } from './search.ts'
import { text } from './text.ts'

const CreateDevice = lazyPart(async () => (await import('./form/create-device.tsx')).CreateDevice)
const EnrolDevice = lazyPart(async () => (await import('./enrolment/enrol-device.tsx')).EnrolDevice)
const EditDevice = lazyPart(async () => (await import('./form/edit-device.tsx')).EditDevice)

interface DeviceListPageProps {
  /** The tabs that a device has: what is not there is not led to. */
  tabs: readonly DeviceTab[]
}

export function DeviceListPage({ tabs }: DeviceListPageProps) {
  const t = useText(text)
  const {
    create = false,
    enrol = false,
    edit,
    import: _import,
    layout: _layout,
    ...search
  } = useSearch({ from: '/shell/board/list' })
  const navigate = useNavigate({ from: '/board/list' })
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  const list = useList(deviceEndpoints.listDevices, search)
  const show = (part: { create?: boolean; enrol?: boolean; edit?: string }) =>
    void navigate({
      search: (now) => ({ ...now, create: undefined, enrol: undefined, edit: undefined, ...part }),
      replace: true,
    })
  const open = (id: string) => void navigate({ to: '/board/list/device/$id', params: { id } })
  const actionsOf = useDeviceActions({ onEdit: ({ id }) => show({ edit: id }) })
  const edited = list.page?.items.find(({ id }) => id === edit)
  return (
    <ListPage
      name="devices"
      title={t('title')}
      list={list}
      columns={useDeviceColumns(tabs, actionsOf)}
      renderCard={(device) => <DeviceCard device={device} tabs={tabs} actions={actionsOf(device)} />}
      usualSort="name"
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => open(id)}
      searchLabel={t('search')}
      failure={t('listFailed')}
      filters={[
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
      ]}
      more={<Button onClick={() => show({ enrol: true })}>{t('enrol')}</Button>}
      action={{ words: t('add'), run: () => show({ create: true }) }}
      empty={{ title: t('empty'), words: t('emptyWords') }}
      noMatch={t('noMatch')}
      bulk={[useDeviceDeletion()]}
    >
      {create && <CreateDevice onClose={() => show({})} onCreated={({ id }) => open(id)} />}
      {enrol && <EnrolDevice onClose={() => show({})} onOpen={open} />}
      {edited !== undefined && <EditDevice key={edited.id} device={edited} onClose={() => show({})} />}
    </ListPage>
  )
}
