import { deviceEndpoints } from '@vermilion/contract/devices'
import type { DeviceRecord } from '@vermilion/contract/devices/records'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { State } from '#ui/feedback/states.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { logText } from './text.ts'

const pageSize = 50

export function DeletionsDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(logText)
  useFocusBack()
  const [{ search, cursor }, setQuery] = useState<{ search?: string | undefined; cursor?: string | undefined }>({})
  const query = { search, cursor, limit: pageSize }
  const deletions = useQuery(readList(deviceEndpoints.listDeviceDeletions, { query }))
  return (
    <Drawer open title={t('deletions')} size={720} onClose={onClose} mask={{ closable: true }}>
      <FilterRow>
        <SearchField
          value={search}
          onSearch={(message) => setQuery({ search: message })}
          label={t('searchDeletions')}
          name={t('searchDeletions')}
        />
      </FilterRow>
      <DataTable
        label={t('deletions')}
        columns={useColumns()}
        rows={deletions.data?.items}
        rowKey={({ id }) => id}
        problem={deletions.error}
        failure={t('deletionsFailed')}
        onRetry={() => void deletions.refetch()}
        empty={
          search === undefined ? (
            <State title={t('noDeletions')} />
          ) : (
            <State title={t('noMatchingDeletions')}>
              <Button onClick={() => setQuery({})}>{t('allDeletions')}</Button>
            </State>
          )
        }
      />
      <Pager page={deletions.data} onCursor={(next) => setQuery({ search, cursor: next })} />
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
