import { inTurns, isAway, SlurmAway, SlurmRefused } from './connection.ts'

export interface RestAccess {
  url: string
  user: string
  token: string
}

interface RestAnswer {
  job_id?: number
  errors?: readonly { error?: string | null; description?: string | null }[]
}

/** In milliseconds. */
const callTimeoutMs = 10_000
/** The last number of versions such as `v0.0.38`, of Slurm 22.05 to 25.05. */
const knownVersions = { min: 38, max: 43 }

export type RestClient = ReturnType<typeof createRestClient>

export function createRestClient({ url, user, token }: RestAccess) {
  let finding: Promise<number> | undefined

  const send = inTurns(async (method: string, path: string, body?: unknown): Promise<string> => {
    const headers = { 'x-slurm-user-name': user, 'x-slurm-user-token': token, 'content-type': 'application/json' }
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    }).catch((error: unknown) => {
      const { cause = error } = error as Error
      throw new SlurmAway(`slurmrestd does not answer at ${url}: ${String(cause)}`, { cause: error })
    })
    const text = await response.text()
    const message = messageIn(text)
    if (response.ok && message === undefined) return text
    throw failureOf(response.status, message ?? text.trim().slice(0, 300))
  })

  function failureOf(status: number, message: string): Error {
    if (status === 401 || status === 403 || /authenti|token/i.test(message))
      return new SlurmAway(`slurmrestd does not accept the token of ${user} (${message}): scontrol token makes another`)
    // This is all that 22.05 says of a token that has expired.
    if (message.includes('Unspecified error'))
      return new SlurmAway(
        `slurmrestd has no answer for ${user}: the token may have expired, or the controller is away`,
      )
    if (status === 404) return new Error(`there is no slurmrestd at ${url}, or it lacks a plug-in: ${message}`)
    if (status >= 502 || isAway(message)) return new SlurmAway(`Slurm does not answer: ${message}`)
    return new SlurmRefused(message)
  }

  /** The newest version of its interface that is known here. */
  async function findVersion(): Promise<number> {
    const offered = (await send('GET', '/openapi/v3')).matchAll(/slurm\\?\/v0\.0\.(\d+)\\?\/jobs/g)
    const numbers = [...offered].map(([, number]) => Number(number))
    const { min, max } = knownVersions
    const usable = numbers.filter((number) => number >= min && number <= max)
    if (usable.length > 0) return Math.max(...usable)
    throw new Error(`slurmrestd offers ${numbers.join(', ') || 'nothing'}; known are v0.0.${min} to v0.0.${max}`)
  }

  function version(): Promise<number> {
    finding ??= findVersion().catch((error: unknown) => {
      finding = undefined
      throw error
    })
    return finding
  }

  return {
    version,
    /** `path` is below the version, of `slurmctld` or of the accounting. */
    async call(method: string, path: string, body?: unknown, part: 'slurm' | 'slurmdb' = 'slurm'): Promise<unknown> {
      const text = await send(method, `/${part}/v0.0.${await version()}/${path}`, body)
      return text === '' ? {} : JSON.parse(text)
    },
  }
}

function messageIn(text: string): string | undefined {
  try {
    const { errors = [], job_id: accepted = 0 } = JSON.parse(text) as RestAnswer
    // A job that cannot run yet comes with an error: its state tells that, too.
    if (accepted > 0) return undefined
    const parts = errors.flatMap(({ error, description }) => [description, error].filter((part) => part))
    return parts.length === 0 ? undefined : [...new Set(parts)].join(': ')
  } catch {
    return undefined
  }
}
