import { readFile } from 'node:fs/promises'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'
import { expect, test as base } from './support/story.ts'

/** Adds training images that write logs. */
const program = ['server/src/areas/tasks/testing/serve-writers.ts', 'colourful', 'steady', 'hostile'] as const
const test = base.extend({
  server: async ({}, use) => {
    const server = await startServer({ program })
    await use(server)
    await server.stop()
  },
})

test('R2.22 a log is followed, searched and taken away, whatever is in it', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = createClient(server)
  const tasks = (await call(taskEndpoints.listTasks, { query: {} })).items
  const open = async (name: string) => {
    await page.goto(`/compute/taskdetail/${tasks.find((task) => task.name === name)?.id}?tab=log`)
    await expect(log.locator('[data-line]').first()).toBeVisible()
  }
  const log = page.getByRole('region', { name: 'Log', exact: true })
  const row = (number: number) => log.locator(`[data-line="${number - 1}"]`)
  const follow = page.getByRole('switch', { name: 'Follow' })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await enter(page, server)

  await test.step('its end is shown: levels in colour, progress in its last state, and no markup', async () => {
    await open('task-colourful')
    await expect(row(306)).toContainText('the last line')
    await expect(row(302)).toHaveAttribute('data-level', 'warning')
    await expect(row(303)).toHaveAttribute('data-level', 'error')
    await expect(row(303)).toContainText('<img src=x onerror=alert(1)> ERROR out of memory')
    await expect(row(304).locator('code')).toHaveText('100% done')
    await expect(log.locator('img')).toHaveCount(0)
  })

  await test.step('a search goes from match to match, and the log stands still for it', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('EPOCH 10')
    await expect(page.getByText('1 of 11', { exact: true })).toBeVisible()
    await expect(row(11).locator('mark')).toHaveText('epoch 10')
    await expect(follow).not.toBeChecked()
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 of 11', { exact: true })).toBeVisible()
    await expect(row(101).locator('mark')).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('11 of 11', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Match case' }).click()
    await expect(page.getByText('No match')).toBeVisible()
  })

  await test.step('lines are gone to, chosen by their numbers and copied without their colours', async () => {
    await page.getByLabel('Go to line').fill('1')
    await page.keyboard.press('Enter')
    await expect(row(1).getByText('trainer')).toHaveCSS('font-weight', '600')
    await row(1).getByText('1', { exact: true }).click()
    await row(3)
      .getByText('3', { exact: true })
      .click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Copy 3 lines' }).click()
    await expect(page.getByText('3 lines copied')).toBeVisible()
    expect(await clipboard()).toBe(
      'trainer starts  cuda \nINFO epoch 1/300 loss=1.0000\nINFO epoch 2/300 loss=0.5000\n',
    )
    await log.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Copy \d/ })).toBeHidden()
    for (let line = 1; line <= 3; line += 1) await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('button', { name: 'Copy 3 lines' })).toBeVisible()
    await expect(row(1)).toHaveAttribute('data-selected', 'true')
  })

  await test.step('a long line is cut, shown whole when asked for, and wrapped', async () => {
    await page.getByLabel('Go to line').fill('305')
    await page.keyboard.press('Enter')
    await expect(row(305).locator('code')).toHaveText('y'.repeat(4_096))
    await page.getByRole('button', { name: 'Show whole line (19.5 KiB)' }).click()
    await expect(row(305).locator('code')).toHaveText('y'.repeat(20_000))
    await page.keyboard.press('w')
    await expect.poll(async () => (await row(305).boundingBox())?.height).toBeGreaterThan(1_000)
  })

  await test.step('a long line is copied whole', async () => {
    await log.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Copy 1 line' }).click()
    await expect.poll(clipboard).toBe(`${'y'.repeat(20_000)}\n`)
  })

  await test.step('R8.07 it is downloaded, and its path is known', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download log' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('10%\r50%\r100% done\n')
    await page.getByRole('button', { name: 'Copy log path' }).click()
    await expect(page.getByText('Log path copied')).toBeVisible()
    expect(await readFile(await clipboard(), 'utf8')).toContain('the last line\n')
  })

  await test.step('twenty thousand lines a second are followed until somebody scrolls up', async () => {
    await open('task-steady')
    const last = async () => Number(await log.locator('[data-line]').last().getAttribute('data-line'))
    const previousLine = await last()
    await expect.poll(last).toBeGreaterThan(previousLine + 20_000)
    await log.hover()
    await page.mouse.wheel(0, -400)
    await expect(follow).not.toBeChecked()
    const stands = await log.locator('[data-line]').first().textContent()
    await page.waitForTimeout(500)
    expect(await log.locator('[data-line]').first().textContent()).toBe(stands)
    await log.focus()
    await page.keyboard.press('End')
    await expect(follow).toBeChecked()
  })

  await test.step('endless lines and bytes that are no text are shown as far as they can be', async () => {
    await open('task-hostile')
    await page.getByLabel('Go to line').fill('1')
    await page.keyboard.press('Enter')
    await expect(row(2).locator('code')).toHaveText('x'.repeat(4_096))
    await expect(row(3).locator('code')).toHaveText('␀␁���<b>nul</b>')
    await expect(row(4).locator('code')).toHaveText('100000/100000')
  })
})
