/** What an engine says of the registry of an image: its name is not known, or it does not answer just now. */
const registryTroubles = ['registry-unknown', 'registry-away'] as const
export type RegistryTrouble = (typeof registryTroubles)[number]

/** The machine has no room just now for another process or file, or an engine or registry does not answer or is not found. */
const passing: ReadonlySet<string> = new Set([
  ...registryTroubles,
  'device-away',
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

/** What is wrong with the registry of a run's image, where that is why it could not be started. */
export const registryTrouble = (error: unknown): RegistryTrouble | undefined =>
  error instanceof Error && 'code' in error ? registryTroubles.find((trouble) => trouble === error.code) : undefined
