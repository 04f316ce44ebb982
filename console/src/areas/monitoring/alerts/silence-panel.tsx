import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Time } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Section } from '../section.tsx'
import { useRuleNames } from './rule-format.ts'
import { alertText } from './text.ts'

export function SilencePanel() {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const { data = [] } = useQuery(read(alertEndpoints.listAlertSilences, {}))
  if (data.length === 0) return null
  const end = (silenceId: string) =>
    void call(alertEndpoints.endAlertSilence, { params: { silenceId } })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(problemWords(problem)))
  return (
    <Section title={t('silences')}>
      <Panel>
        <FigureTable
          columns={[t('rule'), t('object'), t('until'), t('by'), t('actions')]}
          rows={data.map(({ id, rule, object, until, createdBy }) => {
            const ruleName = rule === null ? t('everyRule') : nameOf(rule)
            const objectName = object === null ? t('anything') : object.name
            const label = t('endSilenceNamed', { name: `${ruleName}, ${objectName}` })
            return {
              key: id,
              cells: [
                ruleName,
                objectName,
                <Time key="until" time={until} />,
                createdBy,
                <Button key="end" size="small" aria-label={label} onClick={() => end(id)}>
                  {t('endSilence')}
                </Button>,
              ],
            }
          })}
        />
      </Panel>
    </Section>
  )
}
