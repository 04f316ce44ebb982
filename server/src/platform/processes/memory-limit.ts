import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Milliseconds between two measurements; faster growth is left to the system. */
const lookEvery = 100
/** Bytes of a page in `/proc`. */
const page = 4_096

/** Without `/proc` there is no limit. */
export function limitMemory(child: ChildProcess, bytes: number): () => void {
  const timer = setInterval(() => {
    void residentBytes(child.pid).then((held) => held > bytes && child.kill('SIGKILL'))
  }, lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const fields = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(fields.split(' ')[1] ?? 0) * page
}
