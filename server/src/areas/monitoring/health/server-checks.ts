import { sql } from 'kysely'
import { say, type Text } from '@vermilion/contract/kernel/text'
import type { Service } from '@vermilion/contract/services'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'
import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import { type Check, findingOf } from '#platform/checks/checks'
import { createTroubledJobs } from '#platform/jobs/troubled'
import type { Platform } from '#platform/platform'
import { withTimeout } from '#platform/time-out'
import { backupCheck, dataFolderCheck, diskSpaceCheck, eventLoopCheck, finding, storeCheck } from './machine-checks.ts'

interface ServerCheckNeeds extends Pick<Platform, 'database' | 'clock' | 'lifecycle' | 'paths' | 'checks' | 'blobs'> {
  readonly services: Services
  readonly tasks: Tasks
}

export function addServerChecks(needs: ServerCheckNeeds): void {
  const { checks, database, lifecycle, paths, services, tasks } = needs
  for (const check of [
    dataFolderCheck(paths),
    diskSpaceCheck(paths),
    storeCheck(needs),
    backupCheck(needs),
    jobCheck(needs),
    eventLoopCheck(lifecycle),
    readerCheck(database),
    serviceCheck(services),
    poolCheck(tasks.pools),
  ])
    checks.add(check)
  checks.all()
}

/** Milliseconds without progress after which a job hangs. */
const maxSilenceMs = 3_600_000

function jobCheck({ database, clock }: Pick<Platform, 'database' | 'clock'>): Check {
  const troubled = createTroubledJobs(database)
  return {
    id: 'jobs',
    async examine() {
      const hanging = await troubled.hanging(new Date(clock.now() - maxSilenceMs).toISOString())
      const failed = await troubled.failed()
      return findingOf([
        ...hanging.map(({ kind, updatedAt }) => ({
          en: `${kind} runs and has got no further since ${updatedAt}`,
          zh: `${kind} 正在运行，但自 ${updatedAt} 起没有进展`,
        })),
        ...failed.map(({ kind, updatedAt, error }) => ({
          en: `${kind} failed at ${updatedAt}: ${error ?? ''}`,
          zh: `${kind} 于 ${updatedAt} 失败：${error ?? ''}`,
        })),
      ])
    },
  }
}

/** In milliseconds. */
const maxReadMs = 3_000

function readerCheck(database: Platform['database']): Check {
  return {
    id: 'reader-threads',
    async examine() {
      const startedAt = performance.now()
      try {
        await withTimeout(sql`select 1`.execute(database.reader()), { timeoutMs: maxReadMs })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return finding('problem', { en: `No answer: ${reason}`, zh: `没有响应：${reason}` })
      }
      const took = Math.round(performance.now() - startedAt)
      return finding('ok', { en: `Answered in ${took} ms`, zh: `${took} ms 内响应` })
    },
  }
}

function serviceCheck(services: Pick<Services, 'list'>): Check {
  return {
    id: 'services',
    async examine() {
      const used = (await services.list()).filter((service) => service.used)
      if (used.length === 0)
        return finding('not-set-up', {
          en: 'No service is set up. Those that are needed can be added under Settings, Services',
          zh: '尚未配置服务；如需使用，请在“设置 - 服务”中添加',
        })
      const failing = used.filter(({ lastTest }) => lastTest?.works === false)
      const untested = used.filter(({ lastTest }) => lastTest === null)
      if (failing.length > 0) return { state: 'problem', words: failing.map(failureOf) }
      return {
        state: untested.length > 0 ? 'unknown' : 'ok',
        words: untested.map(({ name }) => ({ en: `${name} was never tested`, zh: `${name} 尚未测试` })),
      }
    },
  }
}

function failureOf({ name, lastTest }: Service): Text {
  const text = lastTest?.failure ? serviceFailures[lastTest.failure] : { en: '', zh: '' }
  const [at, values] = [lastTest?.at ?? '', lastTest?.values]
  return {
    en: `${name}: ${say(text, 'en-US', values)} (tested at ${at})`,
    zh: `${name}：${say(text, 'zh-CN', values)}（测试于 ${at}）`,
  }
}

function poolCheck(pools: Pick<Tasks['pools'], 'list'>): Check {
  return {
    id: 'pools',
    async examine() {
      const all = await pools.list()
      if (all.length === 0)
        return finding('not-set-up', {
          en: 'There is no pool. Add one under Compute, Resource pools',
          zh: '没有资源池，请在“计算 - 资源池”中添加',
        })
      const problems = all.flatMap(({ name, problem }) => {
        if (problem === null) return []
        const text = poolProblems[problem.cause]
        const { detail } = problem
        return [
          {
            en: `${name}: ${say(text, 'en-US', { detail })}`,
            zh: `${name}：${say(text, 'zh-CN', { detail })}`,
          },
        ]
      })
      return findingOf(problems)
    },
  }
}
