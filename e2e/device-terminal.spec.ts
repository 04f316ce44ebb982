import { deviceEndpoints } from '../contract/src/devices.ts'
import { startCuttableLine } from '../server/src/areas/devices/testing/cuttable-line.ts'
import { expect, patience, test } from './support/devices/board.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'

test('R1.07 R4.02 a terminal on a board survives a reload and a cut connection, without a byte lost', async ({
  page,
  server,
  board,
}) => {
  const line = await startCuttableLine(board.port)
  const call = createClient(server)
  const { host, username, privateKey } = board
  const address = { name: 'gate-7', host, port: line.port, username, fingerprint: board.fingerprint() }
  const body = { ...address, credentials: { method: 'key', privateKey } } as const
  const { id } = await call(deviceEndpoints.createDevice, { body })
  const rows = page.locator('.xterm-rows')
  const state = (word: string) => page.locator('main output').getByText(word, { exact: true })
  const type = async (words: string) => {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  await prefer(page)
  await enter(page, server)
  await page.goto('/board/list')

  await test.step('the button SSH leads to a shell, which takes what is typed', async () => {
    await page.getByRole('button', { name: 'SSH gate-7' }).click()
    await expect(page).toHaveURL(new RegExp(`/board/list/device/${id}\\?tab=terminal$`))
    await page.getByRole('button', { name: 'Open terminal' }).click()
    await expect(state('Connected')).toBeVisible(patience)
    await type('exec sh')
    await type('PS1=; clear; echo "product $((6 * 7))" 火')
    await expect(rows).toContainText('product 42 火')
  })

  await test.step('what it wrote meanwhile is there after a reload, once', async () => {
    await type('clear; (sleep 1; echo meanwhile $((6 * 7))) &')
    await page.reload()
    await expect(state('Connected')).toBeVisible()
    await expect(rows.getByText('meanwhile 42')).toHaveCount(1, patience)
  })

  await test.step('a connection that is cut is said; the command goes on, and what is typed comes when it is back', async () => {
    await type('clear; for i in 1 2 3 4 5 6 7 8 9; do echo "step $i"; sleep 0.3; done; read word; echo "heard $word"')
    await expect(rows).toContainText('step 2')
    line.cut()
    line.reset()
    await expect(state('Disconnected')).toBeVisible(patience)
    await expect(page.getByText('what you type is sent once it is back')).toBeVisible()
    await type('while away')
    line.mend()
    await expect(state('Connected')).toBeVisible(patience)
    await expect(rows).toContainText('heard while away', patience)
    for (let step = 1; step <= 9; step += 1) await expect(rows.getByText(`step ${step}`)).toHaveCount(1)
    await expect(rows.getByText('heard while away')).toHaveCount(1)
  })

  await test.step('the keyboard leaves it, and it ends with its shell; the log tells who had it', async () => {
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('button', { name: 'Terminal 1' })).toBeFocused()
    await page.locator('.xterm-helper-textarea').focus()
    await type('exit 3')
    await expect(page.getByText('Ended with exit code 3')).toBeVisible(patience)
    await page.getByRole('button', { name: 'Close terminal' }).click()
    await expect(page.getByText('A terminal on this device')).toBeVisible()
    await page.getByRole('tab', { name: 'Log', exact: true }).click()
    await expect(page.getByRole('cell', { name: 'admin', exact: true }).first()).toBeVisible()
  })
  await line.stop()
})

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
  // One of them finds what the other has left.
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
