import { say } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import type { Service } from '@vermilion/contract/services'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Services } from '#areas/settings'
import type { Check } from '#platform/checks/checks'

export function serviceCheck(services: Pick<Services, 'list'>): Check {
  return {
    id: 'services',
    async examine() {
      const used = (await services.list()).filter((service) => service.used)
      if (used.length === 0)
        return {
          state: 'not-set-up',
          words: [
            {
              en: 'No service is set up. Those that are needed can be added under Settings, Services',
              zh: '尚未配置服务；如需使用，请在“设置 - 服务”中添加',
            },
          ],
        }
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
