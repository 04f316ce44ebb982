import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sshDaemonProblem, startSshDaemon } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { signIn } from './support/screen/screen.ts'
import { expect, test as base } from './support/story.ts'

/** A board behind NAT: only its own programs reach its SSH server. */
const test = base.extend<{ board: { run: (command: string) => Promise<number> } }>({
  server: async ({ host }, use) => {
    const server = await host.start({ VERMILION_SSH_PORT: '0' })
    await use(server)
    await server.stop()
  },
  board: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
    const daemon = await startSshDaemon({ settings: [`AuthorizedKeysFile ${home}/.ssh/authorized_keys`] })
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, VERMILION_SSHD_PORT: String(daemon.port) }
    await use({
      async run(command) {
        const [code] = (await once(spawn('sh', ['-c', command], { env, stdio: 'ignore' }), 'close')) as [number]
        return code
      },
    })
    const pid = join(home, '.vermilion/pid')
    if (existsSync(pid)) spawnSync('sh', ['-c', `kill "$(cat '${pid}')"`])
    await daemon.stop()
    await rm(home, { recursive: true, force: true })
  },
})
test.skip(sshDaemonProblem() !== undefined, sshDaemonProblem())

test('R1.07 R2.20 a device behind NAT adds itself by the command that the console gives', async ({ page, board }) => {
  await signIn(page)
  await page.goto('/board/list')
  await expect(page.getByText('No devices found')).toBeVisible()
  await page.getByRole('button', { name: 'More about devices' }).click()
  await page.getByRole('menuitem', { name: 'Device behind NAT' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add a device behind NAT' })
  await drawer.getByLabel('Name').fill('greenhouse-1')
  await drawer.getByRole('button', { name: 'Create command' }).click()
  const command = drawer.getByText(/^curl /)
  await expect(drawer.getByText(/Waiting for the device/)).toBeVisible()
  expect(await board.run((await command.textContent()) ?? '')).toBe(0)
  await expect(drawer.getByText('greenhouse-1 has added itself')).toBeVisible()
  await drawer.getByRole('button', { name: 'Open device' }).click()
  await expect(page.getByRole('heading', { name: 'greenhouse-1' })).toBeVisible()
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()
})
