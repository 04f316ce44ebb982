import type { Locator, Page } from '@playwright/test'
import { deviceEndpoints } from '../../../contract/src/devices.ts'
import {
  sshDaemonProblem,
  startSshDaemon,
  type SshDaemon,
} from '../../../server/src/areas/devices/testing/ssh-daemon.ts'
import { createClient } from '../server/client.ts'
import type { Server } from '../server/server.ts'
import { test as base } from '../story.ts'

const problem = sshDaemonProblem()

/** Adds a board: a real SSH server that can be switched off. */
export const test = base.extend<{ board: SshDaemon }>({
  board: async ({}, use) => {
    test.skip(problem !== undefined, problem)
    const daemon = await startSshDaemon()
    await use(daemon)
    await daemon.stop()
  },
})

/** Time for a device to be read, or noticed offline. */
export const patience = { timeout: 60_000 }

/** Fills the form of a new device with a private key, and returns the form. */
export async function fillDeviceForm(
  page: Page,
  board: Pick<SshDaemon, 'host' | 'port' | 'username'>,
  { name, privateKey }: { name: string; privateKey: string },
): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'Add device' })
  await form.getByLabel('Address').fill(board.host)
  await form.getByLabel('Port').fill(String(board.port))
  await form.getByLabel('User', { exact: true }).fill(board.username)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Authentication').press('ArrowDown')
  await page.getByTitle('Private key', { exact: true }).click()
  await form.getByLabel('Private key').fill(privateKey)
  return form
}

/** Adds the board through the API, and returns once connected. */
export async function addBoard(server: Server, board: SshDaemon, name: string): Promise<string> {
  const call = createClient(server)
  const { host, port, username, privateKey } = board
  const body = { name, host, port, username, credentials: { method: 'key', privateKey } as const }
  const { id: deviceId } = await call(deviceEndpoints.createDevice, {
    body: { ...body, fingerprint: board.fingerprint() },
  })
  return deviceId
}
export { expect } from '../story.ts'
