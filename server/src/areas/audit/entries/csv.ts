import type { AuditEntry } from '@vermilion/contract/accounts/audit'
import { csvLine } from '@vermilion/contract/formats/csv/records'
import { say } from '@vermilion/contract/kernel/text'
import type { Language, Text } from '@vermilion/contract/kernel/text'

const titles: readonly Text[] = [
  { en: 'time', zh: '时间' },
  { en: 'account', zh: '账号' },
  { en: 'access token', zh: '访问令牌' },
  { en: 'address', zh: '地址' },
  { en: 'action', zh: '操作' },
  { en: 'endpoint', zh: '接口' },
  { en: 'objects', zh: '对象' },
  { en: 'outcome', zh: '结果' },
  { en: 'request id', zh: '请求编号' },
]
const done: Text = { en: 'done', zh: '成功' }

export async function* csvLines(
  entries: AsyncIterable<Omit<AuditEntry, 'subjects'>>,
  language: Language,
): AsyncGenerator<string> {
  yield csvLine(titles.map((title) => say(title, language)))
  for await (const entry of entries) {
    const { createdAt, account, tokenName, address, summary, action, objects, error, requestId } = entry
    const named = Object.entries(objects).map(([name, value]) => `${name}=${value}`)
    const outcome = error ?? say(done, language)
    const cells = [createdAt, account ?? '', tokenName ?? '', address, say(summary, language), action]
    yield csvLine([...cells, named.join(' '), outcome, requestId])
  }
}
