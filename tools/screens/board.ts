import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sshDaemonProblem, startSshDaemon } from '../../server/src/areas/devices/testing/ssh-daemon.ts'

/** A board with its own home for screenshots and read-only tests; undefined where unavailable. */
export async function startSeedBoard() {
  if (sshDaemonProblem() !== undefined) return undefined
  const home = mkdtempSync(join(tmpdir(), 'vermilion-board-'))
  const daemon = await startSshDaemon({ settings: [`SetEnv HOME=${home} SHLVL=2`] })
  return {
    ...daemon,
    async stop(): Promise<void> {
      await daemon.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
