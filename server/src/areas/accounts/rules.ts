/** How repeated failures are slowed down. */
export interface Limit {
  /** Failures that cost no delay. */
  readonly free: number
  /** Milliseconds that the delay grows to. */
  readonly longest: number
}

/** When sessions end, in milliseconds. */
export interface SessionTimes {
  /** Without a call. */
  readonly idle: number
  /** In any case. */
  readonly life: number
}

/** Where nothing else is set. */
export const sessionTimes: SessionTimes = { idle: 7 * 24 * 3_600_000, life: 30 * 24 * 3_600_000 }

/** Sessions of one account that are open at once; a further one ends the one that was not used for longest. */
export const mostSessions = 100
export const mostAccessTokens = 100

/** How exactly the time of the last call is kept, so that reading does not write every time. */
export const usedAtStep = 60_000

/**
 * The longest that anybody with the right password waits after the last wrong attempt, in milliseconds: told in every
 * refusal, in SECURITY.md and in the README. No limit below may be longer.
 */
export const longestDelay = 60_000

/** What attempts count against: how many failures are free, and how long the growing delay becomes. */
export const limits = {
  /** One browser that knows the account, or one name from one address, or a password asked for again. */
  narrow: { free: 3, longest: longestDelay },
  /** Every name from one address: many names are tried with one password. Behind a proxy that is not named, all share it. */
  address: { free: 20, longest: 10_000 },
  /** One name from every address: many machines try it. Not for browsers and addresses that have been signed in. */
  name: { free: 100, longest: 5_000 },
} as const satisfies Record<string, Limit>

/** Milliseconds that attempts are refused after so many failures: none for the first few, then doubling. */
export function delayAfter(failures: number, { free, longest }: Limit): number {
  return failures < free ? 0 : Math.min(1_000 * 2 ** (failures - free), longest)
}

/** Milliseconds after each of which one failure is forgotten. */
export const forgivenEvery = 60_000

export function isSessionOver(session: { createdAt: string; usedAt: string }, times: SessionTimes, now: number) {
  return now - Date.parse(session.usedAt) > times.idle || now - Date.parse(session.createdAt) > times.life
}

export function isTokenOver({ expiresAt }: { expiresAt: string | null }, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}

/** Names that differ only in case or in Unicode form are one. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/** What counts as one address: an IPv6 network of 64 bits belongs to one customer, who may use any address in it. */
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
