import { deviceEndpoints } from '@vermilion/contract/devices'
import type { DeviceRecord } from '@vermilion/contract/devices/records'
import { useQuery } from '@tanstack/react-query'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { logText } from './text.ts'

const pageSize = 50

/** Devices that were deleted, by whom and when. */
export function DeletionsDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(logText)
  useFocusBack()
  const [cursor, setCursor] = useState<string | undefined>()
  const deletions = useQuery(readList(deviceEndpoints.listDeviceDeletions, { query: { cursor, limit: pageSize } }))
  return (
    <Drawer open title={t('deletions')} size={720} onClose={onClose} mask={{ closable: true }}>
      <DataTable
        label={t('deletions')}
        columns={useColumns()}
        rows={deletions.data?.items}
        rowKey={({ id }) => id}
        problem={deletions.error}
        failure={t('deletionsFailed')}
        onRetry={() => void deletions.refetch()}
        empty={<State title={t('noDeletions')} />}
      />
      <Pager page={deletions.data} onCursor={setCursor} />
    </Drawer>
  )
}

function useColumns(): Column<DeviceRecord>[] {
  const t = useText(logText)
  return [
    { key: 'device', title: t('device'), cell: ({ detail }) => detail },
    { key: 'account', title: t('account'), width: 160, cell: ({ account }) => account },
    { key: 'at', title: t('time'), width: 190, cell: ({ at }) => <Time time={at} /> },
  ]
}
