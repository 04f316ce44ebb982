import { deviceEndpoints } from '../contract/src/devices.ts'
import { expect, patience, test } from './support/devices/board.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'

test('R1.07 a command is run on two boards, is looked at on each, and is run again where it failed', async ({
  page,
  server,
  board,
}) => {
  const call = createClient(server)
  const { host, port, username, privateKey } = board
  const credentials = { method: 'key', privateKey } as const
  for (const name of ['gate-1', 'gate-2']) {
    const body = { name, host, port, username, credentials, fingerprint: board.fingerprint() }
    await call(deviceEndpoints.createDevice, { body })
  }
  await prefer(page)
  await enter(page, server)
  await page.goto('/board/list?layout=table')
  await page.getByRole('checkbox', { name: 'gate-1' }).check()
  await page.getByRole('checkbox', { name: 'gate-2' }).check()
  await page.getByRole('button', { name: 'Run a command' }).click()
  const form = page.getByRole('dialog', { name: 'Run a command on 2 devices' })
  // The second terminal sees the first one's changes.
  const command = `mkdir ${board.folder}/once && echo "made $((1 + 1))"`
  await form.getByLabel('Command').fill(command)
  await form.getByLabel('Devices at once').fill('1')
  await form.getByRole('button', { name: 'Run', exact: true }).click()

  await test.step('what it came to is told for each, and stays over a reload', async () => {
    await expect(page.getByRole('row', { name: /gate-1/ })).toContainText('Success', patience)
    await expect(page.getByRole('row', { name: /gate-2/ })).toContainText('Failed · exit code 1', patience)
    await page.reload()
    await expect(page.getByRole('row', { name: /gate-1/ })).toContainText('made 2')
  })

  await test.step('a row leads to what it wrote there', async () => {
    await page.getByRole('button', { name: 'gate-2' }).click()
    const drawer = page.getByRole('dialog', { name: 'Output of gate-2' })
    await expect(drawer).toContainText('File exists')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('it is run again where it failed alone', async () => {
    await page.getByRole('button', { name: 'Run again on 1 device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByRole('row', { name: /gate-2/ })).toContainText('Failed', patience)
    await expect(page.getByRole('row', { name: /gate-1/ })).toHaveCount(0)
  })

  await test.step('earlier commands are listed', async () => {
    await page.goto('/board/list/commands')
    await expect(page.getByRole('row', { name: /mkdir/ })).toHaveCount(2)
  })
})

test('R1.10 commands and terminals of a device speak both languages, in both themes', async ({
  browser,
  server,
  board,
}) => {
  const call = createClient(server)
  const { host, port, username, privateKey } = board
  const credentials = { method: 'key', privateKey } as const
  const body = { name: 'gate-9', host, port, username, credentials, fingerprint: board.fingerprint() }
  const { id } = await call(deviceEndpoints.createDevice, { body })
  const words = {
    'en-US': { open: 'Open terminal', none: 'No command was run yet' },
    'zh-CN': { open: '打开终端', none: '尚未执行过命令' },
  } as const
  await inEachLanguage(browser, server, async (page, { lang }) => {
    await page.goto(`/board/list/device/${id}?tab=terminal`)
    await expect(page.getByRole('button', { name: words[lang].open })).toBeVisible(patience)
    await page.goto('/board/list/commands')
    await expect(page.getByText(words[lang].none)).toBeVisible()
  })
})
