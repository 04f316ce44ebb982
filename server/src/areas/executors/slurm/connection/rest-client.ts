import { StartRefused } from '../../port/start-refused.ts'
import { isAway, silenceOf, SlurmAway, SlurmRefused } from './connection.ts'
import { fieldsOf, numberOf, textOf } from './rest-shapes.ts'
import type { Fields } from './rest-shapes.ts'

export interface RestAccess {
  url: string
  user: string
  token: string
}

/** In milliseconds. */
const callTimeoutMs = 10_000
/** The last number of versions such as `v0.0.38`, of Slurm 22.05 to 25.05. */
const versions = { min: 38, max: 43 }

export function createRestClient({ url, user, token }: RestAccess) {
  let finding: Promise<number> | undefined

  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: { 'x-slurm-user-name': user, 'x-slurm-user-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    }).catch((error: unknown) => {
      const { cause = error } = error as Error
      const away = {
        en: `slurmrestd does not answer at ${url}: ${String(cause)}`,
        zh: `${url} 处的 slurmrestd 没有响应：${String(cause)}`,
      }
      throw new SlurmAway(away, { cause: error })
    })
    const text = await response.text()
    const message = messageIn(text)
    if (response.ok && message === '') return text
    throw failureOf(response.status, message || text.trim().slice(0, 300))
  }

  function failureOf(status: number, message: string): Error {
    if (status === 401 || status === 403 || /authenti|token/i.test(message))
      return new SlurmAway({
        en: `slurmrestd does not accept the token of ${user} (${message}): scontrol token makes another`,
        zh: `slurmrestd 不接受 ${user} 的令牌（${message}）：请用 scontrol token 重新生成`,
      })
    // This is all that 22.05 says of a token that has expired.
    if (message.includes('Unspecified error'))
      return new SlurmAway({
        en: `slurmrestd has no answer for ${user}: the token may have expired, or the controller is away`,
        zh: `slurmrestd 未能为 ${user} 给出结果：令牌可能已过期，或控制器没有响应`,
      })
    if (status === 404)
      return new StartRefused({
        en: `there is no slurmrestd at ${url}, or it lacks a plug-in: ${message}`,
        zh: `${url} 处没有 slurmrestd，或其缺少插件：${message}`,
      })
    if (status >= 502 || isAway(message)) return new SlurmAway(silenceOf(message))
    return new SlurmRefused(message)
  }

  /** The newest version of its interface that is known here. */
  async function findVersion(): Promise<number> {
    const offered = (await send('GET', '/openapi/v3')).matchAll(/slurm\\?\/v0\.0\.(\d+)\\?\/jobs/g)
    const numbers = [...offered].map(([, number]) => Number(number))
    const usable = numbers.filter((number) => number >= versions.min && number <= versions.max)
    if (usable.length > 0) return Math.max(...usable)
    throw new Error(`slurmrestd offers none of the versions v0.0.${versions.min} to v0.0.${versions.max}`)
  }

  async function version(): Promise<number> {
    finding ??= findVersion()
    // The next call asks again.
    return finding.catch((error: unknown) => {
      finding = undefined
      throw error
    })
  }

  return {
    version,
    /** `path` is below the version. */
    call: async (method: string, path: string, body?: unknown): Promise<Fields> =>
      fieldsOf(JSON.parse((await send(method, `/slurm/v0.0.${await version()}/${path}`, body)) || '{}')),
  }
}

/** Empty without an error. */
function messageIn(text: string): string {
  try {
    const { errors, job_id: accepted } = fieldsOf(JSON.parse(text))
    // A job that cannot run yet comes with an error: its state tells that, too.
    if (!Array.isArray(errors) || numberOf(accepted) > 0) return ''
    const parts = errors.map(fieldsOf).flatMap(({ description, error }) => [textOf(description), textOf(error)])
    return [...new Set(parts.filter((part) => part !== ''))].join(': ')
  } catch {
    return ''
  }
}
