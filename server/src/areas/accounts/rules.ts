export interface Limit {
  /** Failures without a delay. */
  readonly free: number
  readonly maxDelayMs: number
}

/** In milliseconds: without a call, and in total. */
export interface SessionTimes {
  readonly idle: number
  readonly life: number
}

export const sessionTimes: SessionTimes = { idle: 7 * 24 * 3_600_000, life: 30 * 24 * 3_600_000 }

/** Most open sessions of an account; a further one ends the least recently used. */
export const maxSessions = 100
export const maxAccessTokens = 100

/** The resolution of the last call's time, so that not every read writes. */
export const usedAtStep = 60_000

/**
 * The longest wait, in ms, for anybody with the right password: stated in refusals, SECURITY.md and README. No limit is longer.
 */
export const maxWaitMs = 60_000

export const limits = {
  /** One browser that knows the account, one name from one address, or a repeated password check. */
  narrow: { free: 3, maxDelayMs: maxWaitMs },
  /** Every name from one address, against one password tried on many names. An unnamed proxy makes all its users share it. */
  address: { free: 20, maxDelayMs: 10_000 },
  /** One name from every address, against many machines. Browsers and addresses that have signed in before are exempt. */
  name: { free: 100, maxDelayMs: 5_000 },
} as const satisfies Record<string, Limit>

/** Milliseconds of refusal after this many failures: none at first, then doubling. */
export function delayAfter(failures: number, { free, maxDelayMs }: Limit): number {
  return failures < free ? 0 : Math.min(1_000 * 2 ** (failures - free), maxDelayMs)
}

export const forgivenEvery = 60_000

export function isSessionOver(session: { createdAt: string; usedAt: string }, times: SessionTimes, now: number) {
  return now - Date.parse(session.usedAt) > times.idle || now - Date.parse(session.createdAt) > times.life
}

export function isTokenOver({ expiresAt }: { expiresAt: string | null }, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}

/** Equal for names that differ only in case or Unicode form. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/** The key of an address: an IPv6 network of 64 bits counts as one, since one customer may use all of it. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
