import type { Text } from '@vermilion/contract/kernel/text'
import type { WorkflowServer } from '@vermilion/contract/generations/workflows'

interface DownServer {
  readonly name: string
  readonly problem: Text
}

export function problemText(servers: readonly DownServer[]): Text {
  return {
    en: servers.map(({ name, problem }) => `${name}: ${problem.en}`).join('; '),
    zh: servers.map(({ name, problem }) => `${name}：${problem.zh}`).join('；'),
  }
}

export function missingText(reports: readonly WorkflowServer[]): Text {
  return {
    en: reports.map(inEnglish).join('; '),
    zh: reports.map(inChinese).join('；'),
  }
}

function inEnglish({ name, problem, missing }: WorkflowServer): string {
  if (problem !== null) return `${name}: ${problem.en}`
  const parts = missing.map((part) => {
    const near = part.near.length === 0 ? '' : ` (it has: ${part.near.join(', ')})`
    return `${part.input === null ? 'the node' : part.input} ${part.name}${near}`
  })
  return `${name} lacks ${parts.join(', ')}`
}

function inChinese({ name, problem, missing }: WorkflowServer): string {
  if (problem !== null) return `${name}：${problem.zh}`
  const parts = missing.map((part) => {
    const near = part.near.length === 0 ? '' : `（现有：${part.near.join('、')}）`
    return `${part.input === null ? '节点' : part.input} ${part.name}${near}`
  })
  return `${name} 缺少 ${parts.join('、')}`
}
