import type { deviceDetails, deviceProcess } from '@vermilion/contract/devices/readings'
import { useState } from 'react'
import type { z } from 'zod'
import { formatShare, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { Panel } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { splitCommand } from './split-command.ts'
import styles from './system.module.css'
import { systemText } from './text.ts'

type DeviceProcess = z.output<typeof deviceProcess>
type Details = z.output<typeof deviceDetails>

const maxProcesses = 40

function sorted(processes: readonly DeviceProcess[], sort: string | undefined): DeviceProcess[] {
  const by: (process: DeviceProcess) => number = sort === '-memory' ? (one) => one.memory : (one) => one.cpu
  return processes.toSorted((one, other) => by(other) - by(one) || other.memory - one.memory)
}

export function ProcessPanel({ details }: { details: Details }) {
  const { processes, cores } = details
  const t = useText(systemText)
  const [search, setSearch] = useState<string>()
  const [sort, setSort] = useState<string>('-cpu')
  const message = search?.toLowerCase() ?? ''
  const matching = processes.filter(({ command, user, pid }) =>
    `${pid} ${user} ${command}`.toLowerCase().includes(message),
  )
  const more = Math.max(0, matching.length - maxProcesses)
  return (
    <Panel
      title={
        <>
          {t('processes')} <span className="text-tertiary weight-400">{processes.length}</span>
        </>
      }
      extra={<SearchField value={search} name={t('search')} label={t('search')} width={280} onSearch={setSearch} />}
    >
      <Load {...details} />
      <div className={styles['processes']}>
        <DataTable
          label={t('processes')}
          columns={useColumns(cores)}
          rows={sorted(matching, sort).slice(0, maxProcesses)}
          rowKey={({ pid }) => String(pid)}
          sort={{ value: sort, onSort: (next) => setSort(next === '-memory' ? next : '-cpu') }}
          empty={<p className="faint margin-12-0-0">{t('noProcess')}</p>}
        />
      </div>
      {more > 0 && <p className="faint margin-12-0-0">{t('more', { count: more })}</p>}
    </Panel>
  )
}

function Load({ cpu, cores, processes }: Details) {
  const t = useText(systemText)
  if (cpu === null || cores === 0) return null
  const listed = Math.min(cpu, processes.reduce((sum, process) => sum + process.cpu, 0) / cores)
  // The shares are rounded before they are subtracted, so that the displayed figures add up.
  const others = (Math.round(cpu * 1000) - Math.round(listed * 1000)) / 1000
  const message = { cpu: formatShare(cpu), listed: formatShare(listed), others: formatShare(others) }
  return <p className="faint margin-bottom-12">{t('load', message)}</p>
}

function Command({ command }: Pick<DeviceProcess, 'command'>) {
  const { program, rest } = splitCommand(command)
  return (
    <code title={command} className="text-tertiary">
      <b className="text-ink weight-600">{program}</b>
      {rest}
    </code>
  )
}

/** Without a number of cores, shares are of one core. */
function useColumns(cores: number): Column<DeviceProcess>[] {
  const t = useText(systemText)
  return [
    { key: 'command', title: t('command'), cell: ({ command }) => <Command command={command} /> },
    { key: 'pid', title: t('pid'), width: 80, numeric: true, cell: ({ pid }) => pid },
    { key: 'user', title: t('user'), width: 110, cell: ({ user }) => user },
    {
      key: 'cpu',
      title: t('cpu', { count: Math.max(1, cores) }),
      sort: '-cpu',
      width: 130,
      numeric: true,
      cell: ({ cpu }) => formatShare(cpu / Math.max(1, cores)),
    },
    {
      key: 'memory',
      title: t('memory'),
      sort: '-memory',
      width: 110,
      numeric: true,
      cell: ({ memory }) => formatSize(memory),
    },
  ]
}
