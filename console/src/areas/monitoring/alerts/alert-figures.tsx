import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { alertText } from './text.ts'

/** How many alerts are open, and what watches and silences. */
export function AlertFigures() {
  const t = useText(alertText)
  const language = useSystem((system) => system.lang)
  const open = useQuery(readList(alertEndpoints.listAlerts, { query: { state: 'open', limit: 1 } }))
  const attention = useQuery(readList(alertEndpoints.listAlerts, { query: { state: 'attention', limit: 1 } }))
  const rules = useQuery(read(alertEndpoints.listAlertRules, {}))
  const silences = useQuery(read(alertEndpoints.listAlertSilences, {}))
  const number = (amount: number | undefined) => (amount === undefined ? unknownValue : formatNumber(amount, language))
  const on = rules.data?.filter(({ enabled }) => enabled).length
  return (
    <Figures
      figures={[
        { name: t('attention'), value: number(attention.data?.total), note: t('attentionNote') },
        { name: t('open'), value: number(open.data?.total), note: t('openNote') },
        { name: t('rulesOn'), value: `${number(on)} / ${number(rules.data?.length)}`, note: t('rulesOnNote') },
        { name: t('silences'), value: number(silences.data?.length), note: t('silencesNote') },
      ]}
    />
  )
}
