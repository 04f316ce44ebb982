import {
  type CommandOutcome,
  type DeviceCommand,
  deviceCommandEndpoints,
  outcomeStatuses,
} from '@vermilion/contract/devices/commands'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { formatDuration } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize } from '#lib/system.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { OutcomeDrawer } from './outcome-drawer.tsx'
import { OutcomeState, outcomeKey } from './outcome-status.tsx'
import { commandText } from './text.ts'

export function OutcomeTable({ command }: { command: DeviceCommand }) {
  const t = useText(commandText)
  const clearButton = useClearButton()
  const search = useSearch({ from: '/shell/board/list/command/$id' })
  const navigate = useNavigate({ from: '/board/list/command/$id' })
  const limit = usePageSize()
  const status = outcomeStatuses.find((one) => one === search.status)
  const { cursor, device } = search
  const params = { commandId: command.id }
  const outcomes = useQuery(
    readList(deviceCommandEndpoints.listCommandOutcomes, { params, query: { status, cursor, limit } }),
  )
  const set = (changes: { status?: string | undefined; cursor?: string | undefined; device?: string | undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const clear = () => set({ status: undefined, cursor: undefined })
  const present = outcomeStatuses.filter((one) => (command.outcomes[one] ?? 0) > 0)
  return (
    <>
      <FilterRow>
        <Select<string | null>
          allowClear={clearButton}
          style={{ minWidth: 220 }}
          placeholder={`${t('all')} · ${command.devices}`}
          aria-label={t('outcome')}
          value={status ?? null}
          onChange={(next) => set({ status: next ?? undefined, cursor: undefined })}
          options={present.map((value) => ({
            value,
            label: `${t(outcomeKey(value))} · ${command.outcomes[value]}`,
          }))}
        />
      </FilterRow>
      {outcomes.error !== null && outcomes.data !== undefined && (
        <PartialStrip problem={outcomes.error} onRetry={() => void outcomes.refetch()} />
      )}
      <DataTable
        label={t('outcomes')}
        columns={useColumns((deviceId) => set({ device: deviceId }))}
        rows={outcomes.data?.items}
        rowKey={({ deviceId }) => deviceId}
        onRow={({ deviceId }) => set({ device: deviceId })}
        problem={outcomes.error}
        failure={t('outcomesFailed')}
        onRetry={cursor === undefined ? () => void outcomes.refetch() : clear}
        empty={
          <State title={t('noMatch')}>
            <Button onClick={clear}>{t('all')}</Button>
          </State>
        }
      />
      <Pager page={outcomes.data} onCursor={(next) => set({ cursor: next })} />
      {device !== undefined && (
        <OutcomeDrawer commandId={command.id} deviceId={device} onClose={() => set({ device: undefined })} />
      )}
    </>
  )
}

const tookOf = ({ startedAt, endedAt }: CommandOutcome) =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)

function useColumns(onOpen: (deviceId: string) => void): Column<CommandOutcome>[] {
  const t = useText(commandText)
  return [
    {
      key: 'device',
      title: t('device'),
      width: 220,
      cell: ({ deviceId, deviceName }) => (
        <Button type="link" size="small" onClick={() => onOpen(deviceId)}>
          {deviceName}
        </Button>
      ),
    },
    { key: 'outcome', title: t('outcome'), width: 220, cell: (outcome) => <OutcomeState outcome={outcome} /> },
    {
      key: 'lastLine',
      title: t('lastLine'),
      wide: true,
      cell: ({ lastLine, detail }) => (
        <code className="ellipsis block max-full-width">{lastLine === '' ? detail : lastLine}</code>
      ),
    },
    {
      key: 'duration',
      title: t('duration'),
      width: 120,
      numeric: true,
      cell: (outcome) => formatDuration(tookOf(outcome)),
    },
  ]
}
