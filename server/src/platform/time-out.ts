/** Milliseconds to wait for an outside response, by default. */
const defaultTimeout = 5_000

export async function withTimeout<Answer>(
  response: Promise<Answer>,
  { tooLate, timeoutMs = defaultTimeout }: { tooLate?: (reply: Answer) => void; timeoutMs?: number } = {},
): Promise<Answer> {
  let isLate = false
  if (tooLate !== undefined) void response.then((came) => isLate && tooLate(came)).catch(() => undefined)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    late.reject(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' }))
  }, timeoutMs)
  try {
    return await Promise.race([response, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Settles as `work` does, or rejects as soon as the signal aborts; `work` goes on then. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  // Listeners on a long-lived signal would keep every result in memory.
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', stop))
}
