import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { deviceActions, type DeviceRecord } from '@vermilion/contract/devices/records'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { localize, useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize, useSystem } from '#lib/system.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Time } from '#ui/moment.tsx'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { logText } from './text.ts'

const actionsOfDevice = deviceActions.filter((action) => action !== 'deleted')

export function LogTab({ device }: { device: Device }) {
  const t = useText(logText)
  const clearButton = useClearButton()
  const search = useSearch({ from: '/shell/board/list/device/$id' })
  const navigate = useNavigate({ from: '/board/list/device/$id' })
  const limit = usePageSize()
  const action = deviceActions.find((one) => one === search.action)
  const { cursor } = search
  const records = useQuery(
    readList(deviceEndpoints.listDeviceRecords, { params: { deviceId: device.id }, query: { action, cursor, limit } }),
  )
  const set = (changes: { action?: string | undefined; cursor?: string | undefined }, replace: boolean) =>
    void navigate({ search: (now) => ({ ...now, cursor: undefined, ...changes }), replace })
  const clear = () => set({ action: undefined }, true)
  return (
    <>
      <FilterRow>
        <Select<string | null>
          allowClear={clearButton}
          style={{ minWidth: 220 }}
          placeholder={t('allActions')}
          aria-label={t('action')}
          value={action ?? null}
          onChange={(next) => set({ action: next ?? undefined }, true)}
          options={actionsOfDevice.map((value) => ({ value, label: t(value) }))}
        />
      </FilterRow>
      {records.error !== null && records.data !== undefined && (
        <PartialStrip problem={records.error} onRetry={() => void records.refetch()} />
      )}
      <DataTable
        label={t('log')}
        columns={useColumns()}
        rows={records.data?.items}
        rowKey={({ id }) => id}
        problem={records.error}
        failure={t('failed')}
        onRetry={cursor === undefined ? () => void records.refetch() : clear}
        empty={
          action === undefined ? (
            <State title={t('empty')} text={t('emptyWords')} />
          ) : (
            <State title={t('noMatch')}>
              <Button onClick={clear}>{t('all')}</Button>
            </State>
          )
        }
      />
      <Pager page={records.data} onCursor={(next) => set({ cursor: next }, false)} />
    </>
  )
}

function useColumns(): Column<DeviceRecord>[] {
  const t = useText(logText)
  const language = useSystem((system) => system.lang)
  return [
    { key: 'action', title: t('action'), width: 240, cell: ({ action }) => t(action) },
    {
      key: 'detail',
      title: t('detail'),
      cell: ({ detail, reason }) => (
        <>
          {detail !== '' && <code title={detail}>{detail}</code>}
          {reason !== null && ` ${localize(reason, language)}`}
        </>
      ),
    },
    { key: 'account', title: t('account'), width: 200, cell: ({ account }) => account ?? t('itself') },
    { key: 'at', title: t('time'), width: 190, cell: ({ at }) => <Time time={at} /> },
  ]
}
