/** Milliseconds that somebody who looks waits, unless said otherwise. */
const defaultTimeout = 5_000

/** What somebody outside answers, if it comes in good time. What holds something open and comes late is handed to `tooLate`. */
export async function withTimeout<Answer>(
  response: Promise<Answer>,
  { tooLate, most: timeoutMs = defaultTimeout }: { tooLate?: (reply: Answer) => void; most?: number } = {},
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
