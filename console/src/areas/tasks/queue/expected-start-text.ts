import { catalogue } from '#lib/i18n.ts'

export const expectedStartText = catalogue('expected-start', {
  en: {
    now: 'Starts at once',
    waits: 'Waits until enough of the pool is free',
    waitsBehind: {
      one: 'Waits for its turn, {count} task before it',
      other: 'Waits for its turn, {count} tasks before it',
    },
    expected: 'expected to start',
  },
  zh: {
    now: '将立即开始',
    waits: '需等待资源池空出足够资源',
    waitsBehind: '需排队，前面有 {count} 个任务',
    expected: '预计开始于',
  },
})
