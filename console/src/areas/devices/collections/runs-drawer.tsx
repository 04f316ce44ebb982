import {
  type CollectionRun,
  type DeviceCollection,
  deviceCollectionEndpoints,
} from '@vermilion/contract/devices/collections'
import { displayName } from '@vermilion/contract/devices/file-paths'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import Drawer from 'antd/es/drawer'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RunCounts, RunState } from './run-parts.tsx'
import { collectionsText } from './text.ts'

export function RunsDrawer({ collection, onClose }: { collection: DeviceCollection; onClose: () => void }) {
  const t = useText(collectionsText)
  useFocusBack()
  const params = { deviceId: collection.deviceId, collectionId: collection.id }
  const runs = useQuery(read(deviceCollectionEndpoints.listCollectionRuns, { params }))
  return (
    <Drawer open title={t('history')} size={760} onClose={onClose} mask={{ closable: true }}>
      <DataTable
        label={t('history')}
        columns={useColumns()}
        rows={runs.data}
        rowKey={({ id }) => id}
        problem={runs.error}
        onRetry={() => void runs.refetch()}
        empty={<State title={t('noRuns')} />}
      />
    </Drawer>
  )
}

function useColumns(): Column<CollectionRun>[] {
  const t = useText(collectionsText)
  return [
    { key: 'time', title: t('time'), width: 190, cell: ({ startedAt }) => <Time time={startedAt} /> },
    { key: 'state', title: t('state'), width: 150, cell: (run) => <RunState run={run} /> },
    { key: 'result', title: t('result'), cell: (run) => <RunResult run={run} /> },
  ]
}

function RunResult({ run }: { run: CollectionRun }) {
  const t = useText(collectionsText)
  const language = useSystem((system) => system.lang)
  return (
    <>
      <RunCounts run={run} />
      {run.error !== null && <p>{say(run.error, language)}</p>}
      {run.problems.length > 0 && (
        <details>
          <summary>{t('problems')}</summary>
          <ul>
            {run.problems.map(({ path, reason }) => (
              <li key={path}>
                {displayName(path)}: {say(reason, language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
