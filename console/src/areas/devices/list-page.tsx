import { deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import type { DeviceTab } from './detail/tabs.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceKinds, deviceStatuses } from './search.ts'
import { text } from './text.ts'

interface DeviceListPageProps {
  /** The tabs that a device has: what is not there is not led to. */
  tabs: readonly DeviceTab[]
}

export function DeviceListPage({ tabs }: DeviceListPageProps) {
  const t = useText(text)
  const { create: _create, edit: _edit, import: _import, ...search } = useSearch({ from: '/shell/board/list' })
  const navigate = useNavigate({ from: '/board/list' })
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  const create = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  return (
    <ListPage
      name="devices"
      title={t('title')}
      list={useList(deviceEndpoints.listDevices, search)}
      columns={useDeviceColumns(tabs)}
      usualSort="name"
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => void navigate({ to: '/board/list/device/$id', params: { id } })}
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
      action={{ words: t('add'), run: create }}
      empty={{ title: t('empty'), words: t('emptyWords') }}
      noMatch={t('noMatch')}
    />
  )
}
