import type { Page } from '@playwright/test'
import { deviceEndpoints } from '../contract/src/devices.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { scriptArchive } from '../server/src/areas/rollouts/testing/script-archive.ts'
import { boardProblem, startBoard } from '../server/src/areas/devices/testing/board.ts'
import { choose } from './support/content/labeled.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

const problem = boardProblem()
/** How long a device may take for one update. */
const patience = { timeout: 40_000 }

test('R1.07 R2.20 an artifact is uploaded and updates a board over the air (OTA); one that is not healthy rolls back', async ({
  page,
  server,
}) => {
  test.skip(problem !== undefined, problem)
  const board = await startBoard()
  try {
    const { host, port, username, privateKey } = board
    const about = { name: 'gate-7', host, port, username, fingerprint: board.fingerprint() }
    const { id: deviceId } = await createClient(server)(deviceEndpoints.createDevice, {
      body: { ...about, credentials: { method: 'key', privateKey } },
    })
    await prefer(page)
    await enter(page, server)

    await test.step('an artifact is uploaded, and the server says what it is', async () => {
      await page.goto('/board/artifacts')
      await expect(page.getByRole('heading', { name: 'No artifacts yet' })).toBeVisible()
      await addArtifact(page, '1.0')
    })

    await test.step('the board is updated from its own page, with a canary and a health check', async () => {
      await page.goto(`/board/list/device/${deviceId}?tab=updates`)
      await page.getByRole('button', { name: 'Update this device' }).click()
      await rollOut(page, 'gate-app 1.0', 'grep 1.0 gate-app-in-use')
      await expect(page.getByRole('heading', { level: 1, name: 'gate-app 1.0' })).toBeVisible()
      await expect(page.getByRole('row', { name: /gate-7/ })).toContainText('Success', patience)
      await expect(page.getByRole('list').filter({ hasText: 'Canary' })).toContainText('1 of 1 device')
      await page.getByRole('button', { name: 'Actions on gate-7' }).click()
      await page.getByRole('menuitem', { name: 'Log' }).click()
      await expect(page.getByRole('log')).toContainText('installing')
      await page.keyboard.press('Escape')
      expect(board.run('cat gate-app-in-use').trim()).toBe('1.0')
    })

    await test.step('a version that is not healthy goes back, and says why', async () => {
      await page.goto('/board/artifacts')
      await addArtifact(page, '2.0')
      await page
        .getByRole('row', { name: /gate-app 2\.0/ })
        .getByRole('button', { name: 'Roll out', exact: true })
        .click()
      const form = page.getByRole('dialog', { name: 'Create rollout' })
      await form.getByLabel('Devices', { exact: true }).click()
      await page.getByTitle('gate-7', { exact: true }).click()
      await rollOut(page, undefined, 'echo no camera; exit 1')
      const row = page.getByRole('row', { name: /gate-7/ })
      await expect(row).toContainText('Rolled back', patience)
      await expect(row).toContainText('no camera')
      expect(board.run('cat gate-app-in-use').trim()).toBe('1.0')
    })

    await test.step('an artifact comes from a data space too, and what is said of it can be changed', async () => {
      const call = createClient(server)
      const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'updates', path: 'updates' } })
      await putFiles(server, spaceId, { 'gate.tar.gz': await scriptArchive({ name: 'gate-app', version: '3.0' }) })
      await page.goto('/board/artifacts?add=true')
      const form = page.getByRole('dialog', { name: 'Add artifact' })
      await choose(page, 'From', 'Data space')
      await choose(page, 'Data space', 'updates')
      await choose(page, 'File', 'gate.tar.gz')
      await form.getByRole('button', { name: 'Add artifact' }).click()
      await expect(page.getByRole('row', { name: /gate-app 3\.0/ })).toContainText('Script archive')
      await page.getByRole('button', { name: 'Actions on gate-app 3.0' }).click()
      await page.getByRole('menuitem', { name: 'Edit notes' }).click()
      await page.getByRole('dialog', { name: 'Notes of gate-app 3.0' }).getByLabel('Notes').fill('opens earlier')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('row', { name: /gate-app 3\.0/ })).toContainText('opens earlier')
    })

    await test.step('the device says what is installed, and which rollouts it was in', async () => {
      await page.goto(`/board/list/device/${deviceId}?tab=updates`)
      const installed = page.getByRole('table', { name: 'Installed by rollouts' })
      await expect(installed.getByRole('row', { name: /gate-app/ })).toContainText('1.0')
      await expect(page.getByRole('table', { name: 'Rollouts of this device' }).getByRole('row')).toHaveCount(3)
      await page.goto('/board/rollouts')
      await expect(page.getByRole('row', { name: /gate-app 2\.0/ })).toContainText('Failed')
    })
  } finally {
    await board.stop()
  }
})

async function addArtifact(page: Page, version: string): Promise<void> {
  await page.getByRole('button', { name: 'Add artifact' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add artifact' })
  const buffer = await scriptArchive({ name: 'gate-app', version })
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'gate-app.tar.gz', mimeType: 'application/gzip', buffer })
  await form.getByRole('button', { name: 'Add artifact' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`gate-app ${version}`) })).toContainText('Script archive')
}

/** Fills what is not proposed, and starts. */
async function rollOut(page: Page, artifact: string | undefined, health: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Create rollout' })
  await expect(form.getByLabel('Canary devices')).toHaveValue('1')
  if (artifact !== undefined) {
    await form.getByLabel('Artifact').click()
    await page.getByTitle(new RegExp(`^${artifact}`)).click()
  }
  await expect(form.getByLabel('Name')).toHaveValue(/gate-app/)
  await form.getByLabel('Health check').press('ArrowDown')
  await page.getByTitle('Command on the device').click()
  await form.getByLabel('Command', { exact: true }).fill(health)
  await form.getByLabel('Deadline (seconds)').fill('2')
  await form.getByText('More settings').click()
  await form.getByLabel('Software set (SWUpdate)').fill('stable;copy2')
  await expect(form.getByText(/^Please enter a set/)).toBeVisible()
  await form.getByLabel('Software set (SWUpdate)').fill('stable,copy2')
  await form.getByRole('button', { name: 'Start rollout' }).click()
}
