import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sshDaemonProblem, startSshDaemon } from '../../server/src/areas/devices/testing/ssh-daemon.ts'

/** A board for pictures and tests that look, with a home of its own for what is installed on it; undefined where none can be had. */
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
