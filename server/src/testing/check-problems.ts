import type { HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import type { Check } from '#platform/checks/checks'
import type { Platform } from '#platform/platform'

export async function problemsOf(check: Pick<Check, 'examine'>): Promise<string[]> {
  const { state, words } = await check.examine()
  return state === 'problem' ? words.map(({ en }) => en) : []
}

export function checkOf({ platform }: { platform: Pick<Platform, 'checks'> }, id: HealthCheckId): Check {
  return platform.checks.all().find((check) => check.id === id)!
}

export async function dataProblems({ platform }: { platform: Pick<Platform, 'checks'> }): Promise<string[]> {
  const checks = platform.checks.all().filter(({ id }) => healthCheckOffer(id).of === 'data')
  const lists = await Promise.all(
    checks.map(async (check) => (await problemsOf(check)).map((words) => `${check.id}: ${words}`)),
  )
  return lists.flat()
}
