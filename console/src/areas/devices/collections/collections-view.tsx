import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import type { Device } from '@vermilion/contract/devices'
import { type DeviceCollection, deviceCollectionEndpoints } from '@vermilion/contract/devices/collections'
import { displayName } from '@vermilion/contract/devices/file-paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { State } from '#ui/feedback/states.tsx'
import type { MenuAction } from '#ui/menu/menu-panel.tsx'
import { Time } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { menuColumn } from '#ui/table/usual-columns.tsx'
import { CollectDrawer } from './collect-drawer.tsx'
import { RunCounts, RunState } from './run-parts.tsx'
import { RunsDrawer } from './runs-drawer.tsx'
import { collectionsText } from './text.ts'

type Opened = { kind: 'edit' | 'history'; collection: DeviceCollection } | { kind: 'create' } | null

export function CollectionsView({ device, onBack }: { device: Device; onBack: () => void }) {
  const t = useText(collectionsText)
  const [opened, setOpened] = useState<Opened>(null)
  const params = { deviceId: device.id }
  const collections = useQuery(read(deviceCollectionEndpoints.listDeviceCollections, { params }))
  const create = () => setOpened({ kind: 'create' })
  const columns = useColumns((collection) => actionsOf(collection, t, setOpened))
  return (
    <>
      <FilterRow>
        <Button icon={<LeftOutlined aria-hidden />} onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="primary" onClick={create}>
          {t('create')}
        </Button>
      </FilterRow>
      <DataTable
        label={t('collections')}
        scrolls
        columns={columns}
        rows={collections.data}
        rowKey={({ id }) => id}
        problem={collections.error}
        failure={t('listFailed')}
        onRetry={() => void collections.refetch()}
        empty={
          <State title={t('empty')} text={t('emptyWords')}>
            <Button onClick={create}>{t('create')}</Button>
          </State>
        }
      />
      {(opened?.kind === 'create' || opened?.kind === 'edit') && (
        <CollectDrawer
          device={device}
          folder=""
          collection={opened.kind === 'edit' ? opened.collection : null}
          onClose={() => setOpened(null)}
          onDone={() => undefined}
        />
      )}
      {opened?.kind === 'history' && <RunsDrawer collection={opened.collection} onClose={() => setOpened(null)} />}
    </>
  )
}

const sourceOf = ({ folder, pattern }: DeviceCollection) => displayName(`${folder}/${pattern}`)

function actionsOf(
  collection: DeviceCollection,
  t: Translate<typeof collectionsText.en>,
  onOpen: (opened: Opened) => void,
): MenuAction[] {
  const { id: collectionId, deviceId, lastRun, schedule, isPaused } = collection
  const params = { deviceId, collectionId }
  const isActive = lastRun !== null && lastRun.endedAt === null
  const doing = (work: () => Promise<unknown>) => () =>
    void work()
      .then(() => refresh('/devices'))
      .catch((problem: unknown) => notify.error(problemWords(problem)))
  const pause = () => call(deviceCollectionEndpoints.updateDeviceCollection, { params, body: { isPaused: !isPaused } })
  return [
    isActive
      ? {
          key: 'stop',
          text: t('stop'),
          run: doing(() => call(deviceCollectionEndpoints.stopDeviceCollection, { params }, { timeout: 60_000 })),
        }
      : {
          key: 'run',
          text: t('run'),
          run: doing(() => call(deviceCollectionEndpoints.runDeviceCollection, { params })),
        },
    { key: 'history', text: t('history'), run: () => onOpen({ kind: 'history', collection }) },
    { key: 'edit', text: t('editAction'), run: () => onOpen({ kind: 'edit', collection }) },
    ...(schedule.kind === 'once' ? [] : [{ key: 'pause', text: t(isPaused ? 'resume' : 'pause'), run: doing(pause) }]),
    {
      key: 'delete',
      text: t('delete'),
      danger: true,
      run: () =>
        confirm({
          title: t('deleteTitle'),
          body: t('deleteBody', { from: sourceOf(collection) }),
          action: t('delete'),
          danger: true,
          failure: t('deleteFailed'),
          async run() {
            await call(deviceCollectionEndpoints.deleteDeviceCollection, { params }, { timeout: 60_000 })
            void refresh('/devices')
          },
        }),
    },
  ]
}

function useColumns(actions: (collection: DeviceCollection) => MenuAction[]): Column<DeviceCollection>[] {
  const t = useText(collectionsText)
  const scheduleWords = ({ schedule, isPaused }: DeviceCollection) => {
    if (schedule.kind === 'once') return t('justOnce')
    if (isPaused) return t('paused')
    return schedule.kind === 'interval' ? t('every', { count: schedule.minutes }) : t('everyDay', { at: schedule.at })
  }
  return [
    {
      key: 'from',
      title: t('from'),
      cell: (collection) => <TwoLines first={sourceOf(collection)} second={scheduleWords(collection)} />,
    },
    {
      key: 'into',
      title: t('into'),
      cell: ({ spaceId, spaceName, spaceFolder }) => (
        <TwoLines
          first={
            <Link to="/space/list/file/$id" params={{ id: spaceId }} search={{ folder: spaceFolder || undefined }}>
              {spaceName}
            </Link>
          }
          second={spaceFolder}
        />
      ),
    },
    { key: 'state', title: t('state'), width: 160, cell: ({ lastRun }) => <RunState run={lastRun} /> },
    { key: 'result', title: t('result'), cell: ({ lastRun }) => <RunCounts run={lastRun} /> },
    {
      key: 'next',
      title: t('next'),
      width: 180,
      wide: true,
      cell: ({ nextRunAt, isPaused }) => (nextRunAt === null || isPaused ? null : <Time time={nextRunAt} />),
    },
    menuColumn((collection) => t('actions', { name: sourceOf(collection) }), actions),
  ]
}
