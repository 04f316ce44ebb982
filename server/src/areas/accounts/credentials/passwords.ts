import { hash, verify } from '@node-rs/argon2'
import { throttled } from '../sign-in/throttle.ts'
import { createTurns } from './concurrency-limit.ts'

/** argon2id with OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing uses at most two of the four threads that also serve files, and 38 MiB. */
const hashesAtOnce = 2
const hashesWaiting = 32
/** Milliseconds after which to retry when the queue is full, longer than the whole queue takes. */
const busyDelay = 2_000

export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns false without a hash, after the same time. `preferred` goes before others. */
  isRight(password: string, passwordHash: string | undefined, preferred: boolean): Promise<boolean>
}

export function createPasswords(): Passwords {
  const turns = createTurns({ atOnce: hashesAtOnce, waiting: hashesWaiting, refuse: () => throttled(busyDelay) })
  /** Compared when the account does not exist, so that the time does not reveal it. */
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
