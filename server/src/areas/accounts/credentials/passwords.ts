import { hash, verify } from '@node-rs/argon2'
import { throttled } from '../sign-in/throttle.ts'
import { createTurns } from './concurrency-limit.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Of the four threads that also read and write files, hashing takes at most two, and 38 MiB. */
const hashesAtOnce = 2
const hashesWaiting = 32
/** Milliseconds to come back after, when too many wait: more than the whole line takes. */
const busyDelay = 2_000

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether it is the password; false without a hash, after the same time. `preferred` goes before others. */
  isRight(password: string, passwordHash: string | undefined, preferred: boolean): Promise<boolean>
}

/** Hashes few passwords at a time, however many are asked for; what is too much fails as `login.throttled`. */
export function createPasswords(): Passwords {
  const turns = createTurns({ atOnce: hashesAtOnce, waiting: hashesWaiting, refuse: () => throttled(busyDelay) })
  /** Compared against when there is no such account, so that the time taken does not tell. */
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => turns.run(() => hash(password, hashing), true),
    isRight: (password, passwordHash, preferred) =>
      turns.run(async () => {
        nobody ??= hash('', hashing)
        const right = await verify(passwordHash ?? (await nobody), password)
        return right && passwordHash !== undefined
      }, preferred),
  }
}
