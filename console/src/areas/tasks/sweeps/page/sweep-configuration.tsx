import type { ParameterSpace } from '@vermilion/contract/tasks/sweeps/space'
import type { Sweep } from '@vermilion/contract/tasks/sweeps/sweeps'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { formText } from '../form/text.ts'
import { formatParameter } from '../format-spread.ts'
import { text } from '../text.ts'

interface SweepConfigurationProps {
  sweep: Sweep
  nameOf: (parameter: string) => string
  objective: string
}

export function SweepConfiguration({ sweep, nameOf, objective }: SweepConfigurationProps) {
  const t = useText(text)
  const form = useText(formText)
  const language = useSystem((system) => system.lang)
  const { method, stopRule, direction, metric, seed, space, concurrency } = sweep
  const rule =
    stopRule.kind === 'median'
      ? t('rule-median', { grace: stopRule.graceSteps, trials: stopRule.minTrials })
      : stopRule.kind === 'halving'
        ? t('rule-halving', { first: stopRule.firstRung, factor: stopRule.factor })
        : t('rule-none')
  const spaceText = (one: ParameterSpace) =>
    one.kind === 'list'
      ? one.values.map(formatParameter).join(', ')
      : `${formatParameter(one.minimum)} – ${formatParameter(one.maximum)}${one.isLogarithmic ? ` · ${form('logarithmic')}` : ''}`
  return (
    <Panel title={t('configuration')}>
      <Facts
        facts={[
          [t('method'), t(method)],
          [t('image'), sweep.image],
          [t('data'), sweep.dataName],
          ...Object.entries(space).map(([name, one]) => [nameOf(name), spaceText(one)] as const),
          [
            t('objective'),
            metric === null || direction === null ? t('objectiveLater') : t(direction, { metric: objective }),
          ],
          [t('concurrency'), formatNumber(concurrency, language)],
          ...(method === 'seeds' ? [] : [[t('stopRule'), rule] as const]),
          ...(method === 'grid' ? [] : [[t('valuesSeed'), String(seed)] as const]),
          [t('creator'), <Person key="creator" username={sweep.creator} />],
          [t('created'), <Time key="created" time={sweep.createdAt} />],
        ]}
      />
    </Panel>
  )
}
