import { say } from '@vermilion/contract/kernel/text'
import type { Tasks } from '#areas/tasks'
import type { Check } from '#platform/checks/checks'
import { poolProblems } from '@vermilion/contract/tasks/pool-problems'

export function poolCheck(pools: Pick<Tasks['pools'], 'list'>): Check {
  return {
    id: 'pools',
    async examine() {
      const all = await pools.list()
      if (all.length === 0)
        return {
          state: 'not-set-up',
          words: [
            {
              en: 'There is no pool. Add one under Compute, Resource pools',
              zh: '没有资源池，请在“计算 - 资源池”中添加',
            },
          ],
        }
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
      return { state: problems.length === 0 ? 'ok' : 'problem', words: problems }
    },
  }
}
