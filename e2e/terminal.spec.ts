import { taskEndpoints } from '../contract/src/tasks.ts'
import { createClient } from './support/server/client.ts'
import { startProxy } from './support/server/proxy.ts'
import { signIn } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'
import { expect, test as base } from './support/story.ts'

/** Adds a training that runs until it is stopped. */
const program = ['server/src/areas/tasks/testing/serve-writers.ts', 'slow'] as const
const test = base.extend({
  server: async ({}, use) => {
    const server = await startServer({ program })
    await use(server)
    await server.stop()
  },
})

test('R2.22 R4.02 a terminal in a running task survives a reload, a cut network and a second viewer', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = createClient(server)
  const [task] = (await call(taskEndpoints.listTasks, { query: {} })).items
  if (task === undefined) throw new Error('no task runs')
  const address = `${server.address}/compute/taskdetail/${task.id}?tab=terminal`
  const rows = page.locator('.xterm-rows')
  const state = (word: string) => page.locator('main output').getByText(word, { exact: true })
  const type = async (line: string) => {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  await signIn(page)
  await page.goto(address)

  await test.step('a shell is opened in the folder of the instance, and takes what is typed, in any script', async () => {
    await page.getByRole('button', { name: 'Open terminal' }).click()
    await expect(state('Connected')).toBeVisible()
    await type('PS1=; clear; echo "[$PWD]" 火鳥 🐦; tput cols')
    await expect(rows).toContainText(`[${task.outputPath}] 火鳥 🐦`)
    await expect(rows.getByText(/^1[0-9][0-9]$/)).toBeVisible()
  })

  await test.step('it is as large as its window', async () => {
    await page.setViewportSize({ width: 700, height: 700 })
    await type('clear; echo columns $(tput cols)')
    await expect(rows).toContainText(/columns [5-9]\d\b/)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('what it wrote meanwhile is there after a reload, once', async () => {
    await type('clear; (sleep 1; echo meanwhile $((6 * 7))) &')
    await page.reload()
    await expect(state('Connected')).toBeVisible()
    await expect(rows).toContainText('meanwhile 42')
    await expect(rows.getByText('meanwhile 42')).toHaveCount(1)
  })

  await test.step('a network that is cut is said, and what was missed comes with it', async () => {
    await type('clear; (sleep 1; echo while $((40 + 2)) away) &')
    await context.setOffline(true)
    await expect(page.getByText('nothing that you type is sent')).toBeVisible()
    await page.waitForTimeout(1_200)
    await expect(rows).not.toContainText('while 42 away')
    await context.setOffline(false)
    await expect(rows).toContainText('while 42 away')
    await expect(state('Connected')).toBeVisible()
    await type('echo still $((1 + 1)) here')
    await expect(rows.getByText('still 2 here')).toBeVisible()
    await expect(rows.getByText('while 42 away')).toHaveCount(1)
  })

  await test.step('several lines are pasted after a question, and what is chosen is copied', async () => {
    await type("clear; bind 'set enable-bracketed-paste off'; printf '\\e[?2004l'; echo takes $((1 + 1)) lines; cat")
    await expect(rows).toContainText('takes 2 lines')
    await page.evaluate(() => navigator.clipboard.writeText('one\u{1b}[201~\ntwo\n'))
    await page.keyboard.press('Control+v')
    const question = page.getByRole('dialog', { name: 'Paste 2 lines?' })
    await expect(question).toContainText('one[201~')
    await question.getByRole('button', { name: 'Paste' }).click()
    await expect(question).toBeHidden()
    await expect(rows.getByText('two', { exact: true })).toHaveCount(2)
    const word = await rows.getByText('two', { exact: true }).last().boundingBox()
    await page.mouse.dblclick((word?.x ?? 0) + 8, (word?.y ?? 0) + 8)
    await page.keyboard.press('Control+Shift+c')
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('two')
    await page.keyboard.press('Control+c')
  })

  await test.step('a second viewer sees and types the same, and the keyboard can leave', async () => {
    const other = await context.newPage()
    await other.goto(address)
    await expect(other.getByText('2 viewers')).toBeVisible()
    await other.keyboard.type('echo from the other side')
    await other.keyboard.press('Enter')
    await expect(rows).toContainText('from the other side')
    await other.keyboard.press('Control+Shift+L')
    await expect(other.getByRole('button', { name: 'Terminal 1' })).toBeFocused()
    await other.close()
    await expect(page.getByText('2 viewers')).toBeHidden()
  })

  await test.step('it ends with its command, and with its task', async () => {
    await type('exit 3')
    await expect(page.getByText('Ended with exit code 3')).toBeVisible()
    await page.getByRole('button', { name: 'New terminal' }).click()
    await expect(page.getByRole('button', { name: 'Terminal 2' })).toHaveAttribute('aria-pressed', 'true')
    await expect(state('Connected')).toBeVisible()
    await call(taskEndpoints.stopTask, { params: { taskId: task.id } })
    await expect(page.getByText('Ended by')).toBeVisible()
    const numbered = page.getByRole('button', { name: /^Terminal \d$/ })
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Close terminal' }).click()
      await expect(numbered).toHaveCount(left)
    }
    await expect(page.getByText('The task does not run any more')).toBeVisible()
  })
})

test('R4.02 a line that falls silent is doubted, and a page that slept for hours goes on where it was', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const [task] = (await call(taskEndpoints.listTasks, { query: {} })).items
  if (task === undefined) throw new Error('no task runs')
  const proxy = await startProxy(server.address)
  const rows = page.locator('.xterm-rows')
  const state = (word: string) => page.locator('main output').getByText(word, { exact: true })
  await page.clock.install()
  await signIn(page, proxy.address)
  await page.goto(`${proxy.address}/compute/taskdetail/${task.id}?tab=terminal`)
  await page.getByRole('button', { name: 'Open terminal' }).click()
  await expect(state('Connected')).toBeVisible()

  await test.step('unknown while nothing is heard, connected with the next sign of life', async () => {
    await page.keyboard.type('PS1=; clear; (sleep 2; echo during $((6 * 7)) silence) &')
    await page.keyboard.press('Enter')
    proxy.hold()
    await expect(state('Unknown')).toBeVisible()
    proxy.release()
    await expect(state('Connected')).toBeVisible()
    await expect(rows).toContainText('during 42 silence')
    // A silent connection was replaced: input meanwhile is not sent.
    await expect(state('Connected')).toBeVisible()
  })

  await test.step('three hours of sleep', async () => {
    await page.keyboard.type('clear; (sleep 1; echo during $((6 * 8)) hours) &')
    await page.keyboard.press('Enter')
    await page.clock.fastForward('03:00:00')
    await expect(state('Connected')).toBeVisible()
    await expect(rows).toContainText('during 48 hours')
    await page.keyboard.type('echo still $((1 + 1)) here')
    await page.keyboard.press('Enter')
    await expect(rows.getByText('still 2 here')).toBeVisible()
    await expect(rows.getByText('during 48 hours')).toHaveCount(1)
  })
  await proxy.stop()
})
