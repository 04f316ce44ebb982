import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { Column } from '#ui/table/column.ts'
import { networkCharts } from '../charts/charts-of.ts'
import { HostsView } from '../hosts-view.tsx'
import { text } from '../text.ts'
import { InterfaceTable } from './interface-table.tsx'
import { formatRate } from './format-rate.ts'

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
