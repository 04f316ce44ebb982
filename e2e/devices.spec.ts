import { readFile, statfs } from 'node:fs/promises'
import { deviceEndpoints } from '../contract/src/devices.ts'
import { addBoard, expect, patience, test } from './support/devices/board.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'

const words = {
  'en-US': {
    none: 'No devices found',
    add: 'Add device',
    note: /^What is displayed is from before the device went offline \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)\.$/,
  },
  'zh-CN': {
    none: '未找到设备',
    add: '添加设备',
    note: /^显示的信息为设备离线前（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d）的数据。$/,
  },
} as const

test('R1.07 R2.09 R2.20 without devices the list says so, and begins with the form that adds one', async ({
  browser,
  server,
}) => {
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    await page.goto('/board')
    await expect(page).toHaveURL(/\/board\/list$/)
    await expect(page.getByRole('heading', { name: text.none, exact: true })).toBeVisible()
    await page.locator('main').getByRole('button', { name: text.add }).last().click()
    await expect(page.getByRole('dialog', { name: text.add })).toBeVisible()
  })
})

test('R2.20 a board is looked at in detail, is in the list as a card and as a row, and is deleted', async ({
  page,
  server,
  board,
}) => {
  const deviceId = await addBoard(server, board, 'gate-7')
  await prefer(page)
  await enter(page, server)
  await page.goto(`/board/list/device/${deviceId}`)

  await test.step('its overview has the course of its load', async () => {
    const lastHour = page.getByRole('region', { name: 'Last hour' })
    await expect(lastHour.getByRole('region', { name: 'CPU' })).toContainText(/\d %/, patience)
    // The board is this machine: its disk usage equals df's.
    const { blocks, bfree, bavail } = await statfs('/')
    const share = ((blocks - bfree) / (blocks - bfree + bavail)) * 100
    const disk = page.getByRole('meter', { name: 'Disk', exact: true })
    const percent = Number(await disk.getAttribute('value', patience))
    expect(Math.abs(percent - share)).toBeLessThan(2)
  })

  await test.step('it has an architecture, and a model only where the machine tells one', async () => {
    await expect(page.getByRole('term').filter({ hasText: /^Architecture$/ })).toBeVisible()
    const { facts } = await createClient(server)(deviceEndpoints.getDevice, { params: { deviceId } })
    expect(facts?.model).not.toBe(facts?.architecture)
    const model = page.getByRole('term').filter({ hasText: /^Model$/ })
    await expect(model).toHaveCount(facts?.model === '' ? 0 : 1)
  })

  await test.step('processes, disks, network, history and log', async () => {
    await page.getByRole('tab', { name: 'Processes, disks, network' }).click()
    // The board is this machine, whose busiest processes are those of the stories.
    const processes = page.getByRole('table', { name: 'Processes' })
    await expect(processes.getByText(/sshd|node|chrom|headless/i).first()).toBeVisible(patience)
    // Shares are of all cores, as is the device's load.
    await expect(processes.getByRole('columnheader', { name: /^CPU of (?:one core|\d+ cores)$/ })).toBeVisible()
    await expect(page.getByText(/^CPU \d+\.\d %: \d+\.\d % by processes, \d+\.\d % by the kernel/)).toBeVisible()
    await expect(processes.locator('code b', { hasText: '/' }).filter({ hasNotText: '[' })).toHaveCount(0)
    await expect(page.getByText('/', { exact: true }).first()).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    const memory = page.getByRole('region', { name: 'Memory used' })
    await expect(memory).toContainText(/\d (?:MiB|GiB)/, patience)
    await memory.getByRole('slider').press('End')
    await expect(memory.getByRole('slider')).toHaveAttribute('aria-valuetext', /\d (?:MiB|GiB)/)
    const downloading = page.waitForEvent('download')
    await memory.getByRole('button', { name: 'Download Memory used as PNG' }).click()
    const picture = await downloading
    expect(picture.suggestedFilename()).toMatch(/^gate-7-.*Memory-used\.png$/)
    const bytes = await readFile(await picture.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(400)
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByRole('row', { name: /^Host key confirmed .*admin/ })).toContainText(board.fingerprint())
  })

  await test.step('the list has it as a card and as a row', async () => {
    await page.goto('/board/list')
    const card = page.getByRole('article', { name: 'gate-7' })
    await expect(card.getByRole('meter', { name: 'Memory' })).toBeVisible()
    await page.getByTitle('Table').click()
    const row = page.getByRole('row', { name: /gate-7/ })
    await expect(row).toContainText('Online')
    await expect(row).toContainText(/\d %/)
    // The choice persists without the query.
    await page.goto('/board/list')
    await expect(row).toBeVisible()
  })

  await test.step('it is deleted, and who did that stays known', async () => {
    await page.getByRole('button', { name: 'Actions on gate-7' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Device deleted')).toBeVisible()
    await page.getByRole('button', { name: 'More about devices' }).click()
    await page.getByRole('menuitem', { name: 'Deleted devices' }).click()
    const deletions = page.getByRole('table', { name: 'Deleted devices' })
    await expect(deletions.getByRole('row', { name: /gate-7/ })).toContainText('admin')
    await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('gate-8')
    await expect(page.getByText('No deleted device matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(deletions.getByRole('row', { name: /gate-7/ })).toBeVisible()
  })
})

test('R2.20 a device that goes offline keeps its last values with the note and the time, and a changed host key is told and confirmed', async ({
  page,
  browser,
  server,
  board,
}) => {
  const deviceId = await addBoard(server, board, 'gate-8')
  const old = board.fingerprint()
  await prefer(page)
  await enter(page, server)
  await page.goto('/board/list')
  const card = page.getByRole('article', { name: 'gate-8' })
  await expect(card.getByText('Online')).toBeVisible()
  const memory = card.getByRole('meter', { name: 'Memory' })
  await expect(memory).toBeVisible(patience)

  await board.kill()
  await expect(card.getByText('Offline', { exact: true })).toBeVisible(patience)
  await expect(card.getByText(words['en-US'].note)).toBeVisible()
  await expect(memory).toBeVisible()
  await inEachLanguage(browser, server, async (each, { lang }) => {
    await each.goto('/board/list')
    await expect(each.getByRole('article', { name: 'gate-8' }).getByText(words[lang].note)).toBeVisible()
  })

  await board.restart({ newHostKey: true })
  await page.goto(`/board/list/device/${deviceId}`)
  const panel = page.getByRole('region', { name: 'It shows another host key' })
  const connect = page.getByRole('button', { name: 'Connect now' })
  // It also retries by itself; whichever comes first.
  await expect(async () => {
    if (await panel.isHidden()) await connect.click({ timeout: 1_000 })
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass(patience)
  await expect(panel).toContainText(old)
  await expect(panel).toContainText(board.fingerprint())
  await panel.getByRole('button', { name: 'I have compared it: confirm the new key' }).click()
  await expect(page.locator('main').getByText('Online')).toBeVisible(patience)
  await expect(panel).toBeHidden()
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByRole('row', { name: /^Another host key refused/ })).toContainText(board.fingerprint())
})
