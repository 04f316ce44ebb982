import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceEndpoints } from '../contract/src/devices.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { sshDaemonProblem, startSshDaemon } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import type { SshDaemon } from '../server/src/areas/devices/testing/ssh-daemon.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test as base } from './support/story.ts'
import { createClient } from './support/server/client.ts'

/** A board whose account has no start files, so that this machine's do not interfere. */
const test = base.extend<{ board: SshDaemon }>({
  board: async ({}, use) => {
    test.skip(sshDaemonProblem() !== undefined, sshDaemonProblem())
    const daemon = await startSshDaemon({ settings: ['SetEnv HOME=/'] })
    await use(daemon)
    await daemon.stop()
  },
})

test('R1.07 a folder on a board is seen, downloaded, and collected into a data space', async ({
  page,
  server,
  board,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-board-files-'))
  mkdirSync(join(folder, 'captures', 'front'), { recursive: true })
  writeFileSync(join(folder, 'captures', 'front', 'notes.txt'), 'seen from the front')
  writeFileSync(join(folder, 'captures', 'large.bin'), Buffer.alloc(2_000_000, 7))
  const call = createClient(server)
  const { host, port, username, privateKey } = board
  const credentials = { method: 'key', privateKey } as const
  const body = { name: 'gate-7', host, port, username, credentials, fingerprint: board.fingerprint() }
  const { id: deviceId } = await call(deviceEndpoints.createDevice, { body })
  await call(spaceEndpoints.createSpace, { body: { name: 'field', path: 'field' } })
  await prefer(page)
  await enter(page, server)
  await page.goto(`/board/list/device/${deviceId}?tab=files&path=${encodeURIComponent(folder)}`)
  const files = page.getByRole('grid', { name: 'Files of the device' })

  await test.step('its text is read, and the folder is downloaded', async () => {
    await files.getByText('captures', { exact: true }).dblclick()
    await expect(files.getByText('large.bin')).toBeVisible()
    await files.getByText('front', { exact: true }).dblclick()
    await files.getByText('notes.txt').click()
    await page.keyboard.press(' ')
    await expect(page.getByText('seen from the front')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goBack()
    await files.getByText('front', { exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('front.zip')
  })

  await test.step('it is collected into a data space', async () => {
    await page.keyboard.press('Escape')
    await page.goto(`/board/list/device/${deviceId}?tab=files&path=${encodeURIComponent(folder)}`)
    await page.getByRole('button', { name: 'Collect into a data space' }).click()
    const form = page.getByRole('dialog', { name: 'Collect into a data space' })
    await form.getByLabel('Data space', { exact: true }).click()
    await page.getByTitle('field', { exact: true }).click()
    await form.getByRole('button', { name: 'Collect', exact: true }).click()
    const row = page.getByRole('row', { name: /board-files/ })
    await expect(row).toContainText('Done')
    await expect(row).toContainText('2 new')
    await row.getByRole('link', { name: 'field' }).click()
    await expect(page.getByText('captures').first()).toBeVisible()
  })
  rmSync(folder, { recursive: true, force: true })
})
