import {
  type CommandOutcome,
  type DeviceCommand,
  deviceCommandEndpoints,
  outcomeStatuses,
  type OutcomeStatus,
} from '@vermilion/contract/devices/commands'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { formatDuration, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList, read } from '#lib/query.ts'
import { usePageSize } from '#lib/system.ts'
import { PartialStrip, State, Bone, ProblemState } from '#ui/feedback/states.tsx'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import Drawer from 'antd/es/drawer'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { DeviceLink } from '#ui/page/thing-links.tsx'
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

interface OutcomeDrawerProps {
  commandId: string
  deviceId: string
  onClose: () => void
}

function OutcomeDrawer({ commandId, deviceId, onClose }: OutcomeDrawerProps) {
  const t = useText(commandText)
  const params = { commandId, deviceId }
  const outcome = useQuery(read(deviceCommandEndpoints.readCommandOutput, { params }))
  const { data } = outcome
  return (
    <Drawer open size={720} title={t('output', { name: data?.deviceName ?? '…' })} onClose={onClose}>
      {data === undefined ? (
        outcome.error === null ? (
          <Bone height={240} />
        ) : (
          <ProblemState problem={outcome.error} onRetry={() => void outcome.refetch()} />
        )
      ) : (
        <>
          <div className="wrapping-row gap-8-14 margin-bottom-14">
            <OutcomeState outcome={data} />
            <DeviceLink id={deviceId}>{data.deviceName}</DeviceLink>
            <CopyButton content={data.output.head + data.output.tail} label={t('copyName')} />
          </div>
          <OutcomeHint outcome={data} />
          {data.outputSize === 0 ? (
            <p>{t('noOutput')}</p>
          ) : (
            <pre className="margin-0-0-14 padding-10-12 border radius-8 ground-quaternary font-13 white-space-pre-wrap break-anywhere">
              {data.output.head}
              {data.output.omitted > 0 && (
                <em className="text-tertiary">{`\n${t('omitted', { size: formatSize(data.output.omitted) })}\n`}</em>
              )}
              {data.output.tail}
            </pre>
          )}
        </>
      )}
    </Drawer>
  )
}

function OutcomeHint({ outcome: { status, detail } }: { outcome: CommandOutcome }) {
  const t = useText(commandText)
  const message = status === 'unknown' ? t('unknownHint') : status === 'offline' ? t('offlineHint') : ''
  if (message === '' && detail === '') return null
  return (
    <p>
      {message} {detail}
    </p>
  )
}

const tones: Record<OutcomeStatus, Tone> = {
  waiting: 'neutral',
  running: 'active',
  success: 'good',
  failed: 'bad',
  'timed-out': 'bad',
  offline: 'warning',
  stopped: 'neutral',
  unknown: 'warning',
}

const outcomeKey = (status: OutcomeStatus) => (status === 'failed' ? 'failedOutcome' : status)

function OutcomeState({ outcome }: { outcome: Pick<CommandOutcome, 'status' | 'exitCode' | 'signal'> }) {
  const t = useText(commandText)
  const { status, exitCode, signal } = outcome
  const more = status !== 'failed' ? '' : (signal ?? (exitCode === null ? '' : t('exitCode', { code: exitCode })))
  return (
    <Status tone={tones[status]}>
      {t(outcomeKey(status))}
      {more !== '' && ` · ${more}`}
    </Status>
  )
}
