import { healthEndpoints, type HealthResult } from '@vermilion/contract/monitoring/health'
import { healthCheckIds, healthCheckOffer, type HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { healthText } from './text.ts'

const quick = healthCheckIds.filter((id) => healthCheckOffer(id).cost !== 'heavy')

export interface HealthActions {
  runQuick: () => void
  runAll: () => void
  run: (id: HealthCheckId) => void
  repair: (result: HealthResult) => void
  isBusy: boolean
}

export function useHealth() {
  const t = useText(healthText)
  const language = useSystem((system) => system.lang)
  const query = useQuery({ ...read(healthEndpoints.getHealthChecks, {}), staleTime: 0 })
  const run = query.data?.run ?? null
  const isBusy = run !== null && run.endedAt === null

  const start = (checks: readonly HealthCheckId[]) =>
    void call(healthEndpoints.runHealthChecks, { body: { checks: [...checks] } }).then(
      () => refresh('/health-checks'),
      (problem: unknown) => notify.error(`${t('runFailed')}: ${problemWords(problem)}`),
    )

  function repair({ id, findingCount }: HealthResult): void {
    const { title, repair: label } = healthCheckOffer(id)
    if (label === null) return
    confirm({
      title: t('repairTitle', { check: localize(title, language) }),
      body: `${localize(label, language)} (${formatNumber(findingCount, language)})`,
      action: t('repair'),
      failure: t('repairFailed'),
      run: () => call(healthEndpoints.repairHealthChecks, { body: { checks: [id] } }),
      stale: ['/health-checks'],
    })
  }

  const actions: HealthActions = {
    runQuick: () => start(quick),
    runAll: () => start(healthCheckIds),
    run: (id) => start([id]),
    repair,
    isBusy,
  }
  return { query, actions }
}
