import { hash, verify } from '@node-rs/argon2'
import { throttled } from '../sign-in/throttle.ts'

/** argon2id with OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing uses at most two of the four threads that also serve files, and 38 MiB. */
const hashesAtOnce = 2
const hashesWaiting = 32
/** Milliseconds after which to retry when the queue is full, longer than the whole queue takes. */
const busyDelay = 2_000

/** The hash of an account that has no password: its identity alone signs it in. */
export const noPassword = ''

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords() {
  const inTurn = createTurns()
  /** Compared when the account does not exist, so that the time does not reveal it. */
  let nobody: Promise<string> | undefined
  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, hashing), true),
    /** Returns false without a hash, after the same time. `preferred` goes before others. */
    isRight: (password: string, passwordHash: string | undefined, preferred: boolean): Promise<boolean> =>
      inTurn(async () => {
        nobody ??= hash('', hashing)
        const isKnown = passwordHash !== undefined && passwordHash !== noPassword
        const right = await verify(isKnown ? passwordHash : await nobody, password)
        return right && isKnown
      }, preferred),
  }
}

/** `preferred` work has its own queue, which goes first. Refuses with `login.throttled` when the queue is full. */
function createTurns() {
  const queues = { preferred: [] as (() => void)[], other: [] as (() => void)[] }
  let running = 0

  return async <Result>(work: () => Promise<Result>, preferred: boolean): Promise<Result> => {
    const queue = preferred ? queues.preferred : queues.other
    if (running >= hashesAtOnce) {
      if (queue.length >= hashesWaiting) throw throttled(busyDelay)
      await new Promise<void>((begin) => queue.push(begin))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queues.preferred.shift() ?? queues.other.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
