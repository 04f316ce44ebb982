import { commandDays, type DeviceCommand, deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize } from '#lib/system.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Time } from '#ui/moment.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Page, PageHeading } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { commandText } from './text.ts'

export function CommandsPage() {
  const t = useText(commandText)
  const { cursor } = useSearch({ from: '/shell/board/list/commands' })
  const navigate = useNavigate({ from: '/board/list/commands' })
  const limit = usePageSize()
  const commands = useQuery(readList(deviceCommandEndpoints.listDeviceCommands, { query: { cursor, limit } }))
  usePageTrail({ text: t('commands') })
  const set = (next: string | undefined) => void navigate({ search: { cursor: next } })
  const open = (id: string) => void navigate({ to: '/board/list/command/$id', params: { id } })
  return (
    <Page>
      <PageHeading title={t('commands')} count={commands.data?.total} />
      <p className="margin-bottom-12 text-tertiary">{t('commandsHint', { days: commandDays })}</p>
      {commands.error !== null && commands.data !== undefined && (
        <PartialStrip problem={commands.error} onRetry={() => void commands.refetch()} />
      )}
      <DataTable
        label={t('commands')}
        columns={useColumns()}
        rows={commands.data?.items}
        rowKey={({ id }) => id}
        onRow={({ id }) => open(id)}
        problem={commands.error}
        failure={t('failed')}
        onRetry={() => (cursor === undefined ? void commands.refetch() : set(undefined))}
        empty={
          <State title={t('empty')} text={t('emptyWords')}>
            <LinkButton color="primary" variant="solid" to="/board/list">
              {t('toDevices')}
            </LinkButton>
          </State>
        }
      />
      <Pager page={commands.data} onCursor={set} />
    </Page>
  )
}

function useColumns(): Column<DeviceCommand>[] {
  const t = useText(commandText)
  return [
    {
      key: 'command',
      title: t('command'),
      cell: ({ id, command }) => (
        <Link to="/board/list/command/$id" params={{ id }}>
          <code className="ellipsis block max-full-width">{command}</code>
        </Link>
      ),
    },
    {
      key: 'outcome',
      title: t('outcome'),
      width: 220,
      cell: ({ status, outcomes, devices }) => {
        const { success = 0 } = outcomes
        const tone = status !== 'ended' ? 'active' : success === devices ? 'good' : 'bad'
        return <Status tone={tone}>{`${t('success')} ${success} / ${devices}`}</Status>
      },
    },
    { key: 'account', title: t('account'), width: 180, wide: true, cell: ({ creator }) => creator },
    { key: 'time', title: t('time'), width: 190, cell: ({ createdAt }) => <Time time={createdAt} /> },
  ]
}
