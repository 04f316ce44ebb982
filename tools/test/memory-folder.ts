import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

/** A file system in memory that Linux has; elsewhere tests write where the system says. */
const memory = '/dev/shm'

/** Bytes that must be free in it: tests that run at once take a tenth of it, big files and browsers included. */
const minFreeBytes = 8 * 2 ** 30

/**
 * Runs `program` with the variables that have it keep its temporary files in memory, where that has room: what tests
 * write lives for seconds, and half of the time of a small test is a disk that makes sure of it. What must outlive
 * `kill -9` does so there as well; no test cuts the power.
 */
export async function inMemory<Result>(program: (environment: NodeJS.ProcessEnv) => Promise<Result>): Promise<Result> {
  if (process.env.TMPDIR !== undefined || !existsSync(memory) || freeBytes() < minFreeBytes) return program({})
  // Short: addresses of sockets below it are at most 107 bytes long.
  let isInterrupted = false
  const interrupt = () => void (isInterrupted = true)
  // The program hears of it as well, and ends: nothing may stay in memory.
  process.on('SIGINT', interrupt)
  const folder = mkdtempSync(`${memory}/v`)
  // Some tests are somebody else for a while.
  chmodSync(folder, 0o1777)
  try {
    return await program({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    process.off('SIGINT', interrupt)
    if (isInterrupted) process.exit(130)
  }
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize
}
