import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { Column } from '#ui/table/column.ts'
import { networkCharts } from '../charts/charts-of.ts'
import { HostsView } from '../hosts-view.tsx'
import { text } from '../text.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { networkText } from './text.ts'
import { formatRate } from './format-rate.ts'
import styles from '../monitoring.module.css'

export function NetworkTab() {
  return (
    <HostsView
      columns={useColumns()}
      chartsOf={networkCharts}
      renderDetail={({ network: { interfaces } }) =>
        interfaces.length > 0 && <InterfaceTable interfaces={interfaces} />
      }
    />
  )
}

function useColumns(): Column<Host>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'received',
      title: t('received'),
      numeric: true,
      card: 'figure',
      cell: ({ network }) => formatRate(network.received),
    },
    { key: 'sent', title: t('sent'), numeric: true, card: 'figure', cell: ({ network }) => formatRate(network.sent) },
    {
      key: 'errors',
      title: t('errors'),
      numeric: true,
      wide: true,
      card: 'figure',
      cell: ({ network }) => formatNumber(network.errors, language),
    },
  ]
}

function InterfaceTable({ interfaces }: { interfaces: Host['network']['interfaces'] }) {
  const t = useText(networkText)
  const language = useSystem((system) => system.lang)
  return (
    <div className={`${styles['panel']} margin-top-14`}>
      <Panel title={t('interfaces')}>
        <FigureTable
          columns={[t('interface'), t('received'), t('sent'), t('errors')]}
          rows={interfaces.map(({ name, received, sent, errors }) => ({
            key: name,
            cells: [name, formatRate(received), formatRate(sent), formatNumber(errors, language)],
          }))}
        />
        <p className="faint margin-top-8">{t('within')}</p>
      </Panel>
    </div>
  )
}
