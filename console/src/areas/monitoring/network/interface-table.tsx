import type { Host } from '@vermilion/contract/monitoring/hosts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { networkText } from './text.ts'
import styles from '../monitoring.module.css'
import { formatRate } from './format-rate.ts'

export function InterfaceTable({ interfaces }: { interfaces: Host['network']['interfaces'] }) {
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
