/** Registry errors: its name does not resolve, or it does not respond. */
const registryTroubles = ['registry-unknown', 'registry-away'] as const
export type RegistryTrouble = (typeof registryTroubles)[number]

/** Temporary errors: resource exhaustion, or an unreachable engine or registry. */
const passing: ReadonlySet<string> = new Set([
  ...registryTroubles,
  'device-away',
  'slurm-away',
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

export function isPassing(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && passing.has(String(one.code))) return true
    // The engine's socket is missing, possibly only not yet.
    if ('syscall' in one && one.syscall === 'connect') return true
  }
  return false
}

export const registryTrouble = (error: unknown): RegistryTrouble | undefined =>
  error instanceof Error && 'code' in error ? registryTroubles.find((trouble) => trouble === error.code) : undefined
