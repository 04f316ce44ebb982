/** Milliseconds without a call after which a session ends, and after which it ends in any case. */
export const sessionIdle = 7 * 24 * 3_600_000
export const sessionLife = 30 * 24 * 3_600_000

/** How exactly the time of the last call is kept, so that reading does not write every time. */
export const usedAtStep = 60_000

const freeAttempts = 3
const longestDelay = 15 * 60_000

/** Milliseconds that sign-in is refused after this many failures in a row: none for the first few, then doubling. */
export function signInDelay(failures: number): number {
  return failures < freeAttempts ? 0 : Math.min(1_000 * 2 ** (failures - freeAttempts), longestDelay)
}

/** Milliseconds after which failures are forgotten. */
export const failuresKept = 24 * 3_600_000

export function isSessionOver(session: { createdAt: string; usedAt: string }, now: number): boolean {
  return now - Date.parse(session.usedAt) > sessionIdle || now - Date.parse(session.createdAt) > sessionLife
}

/** Accounts whose names differ only in case or in Unicode form are one. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}
