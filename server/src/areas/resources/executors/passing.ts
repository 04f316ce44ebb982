/** The machine has no room just now for another process or file, or an engine or registry does not answer or is not found. */
const passing: ReadonlySet<string> = new Set([
  'EAGAIN',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether what failed may succeed a moment later as it is. */
export function isPassing(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && passing.has(String(one.code))) return true
    // An engine whose socket is not there, or not yet.
    if ('syscall' in one && one.syscall === 'connect') return true
  }
  return false
}
